// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The worked example in FORMAT.md is what the program writes, byte for byte.
#include <fstream>
#include <sstream>

#include "tests/unit/eventlog/log_helpers.h"

namespace apollo::eventlog {

namespace {

class FixedIdentity final : public Random {
public:
    std::uint64_t next_u64() override { return m_next++ == 0 ? 0x0706050403020100ull : 0x0F0E0D0C0B0A0908ull; }

private:
    int m_next = 0;
};

// Lines "  offset  hex hex …  words" of the block between ```hex and ```.
std::string bytes_in_document() {
    std::ifstream file(APOLLO_SOURCE_FOLDER "/common/eventlog/FORMAT.md");
    std::string bytes;
    bool inside = false;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("```")) inside = line == "```hex";
        if (!inside || line.starts_with("```")) continue;
        std::istringstream words(line.substr(0, line.find('|')));
        std::string word;
        words >> word;
        while (words >> word) bytes.push_back(static_cast<char>(std::stoi(word, nullptr, 16)));
    }
    return bytes;
}

}  // namespace

TEST(LogFormat, TheExampleInTheDocumentIsWhatIsWritten) {
    FaultDisk disk;
    FixedIdentity identity;
    auto log = open_log(disk, 100 << 20, &identity);
    log.writer->append(as_bytes("7:hello"), 7);
    ASSERT_TRUE(log.writer->commit().ok());
    ASSERT_TRUE(log.writer->mark_idle().ok());
    EXPECT_EQ(bytes_in_document(), disk.bytes_of(path_of(1)));
}

TEST(LogFormat, AnIndexLargerThanOneRecordIsSplitAndRead) {
    std::vector<std::uint32_t> owners(200000);
    for (std::uint32_t i = 0; i < owners.size(); ++i) owners[i] = i;
    std::string bytes(segment_header_size, '\0');
    append_index(bytes, 1, Position{11}, owners, Position{0});
    std::uint64_t expected = 11;
    for (const Place& place : places_in(bytes)) {
        ASSERT_LE(place.frame.body_size, body_limit_bytes);
        const auto part = decode_index(as_bytes(std::string_view(bytes).substr(place.offset + frame_size, place.frame.body_size)));
        ASSERT_TRUE(part.has_value());
        EXPECT_EQ(part->first.value, expected);
        EXPECT_EQ(part->owners.front(), expected - 11);
        expected += part->owners.size();
    }
    EXPECT_EQ(expected, 200011u);
}

}  // namespace apollo::eventlog
