// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/integration/segment_file.h"

#include <algorithm>
#include <filesystem>

#include "tests/support/live_cluster.h"

namespace apollo::live {

namespace {

constexpr std::uint64_t header_size = 64, frame_size = 32;

std::uint64_t number(const std::string& bytes, std::uint64_t at, std::uint64_t width) {
    std::uint64_t value = 0;
    for (std::uint64_t i = width; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
    return value;
}

}  // namespace

std::vector<RecordPlace> records_of(const std::string& segment) {
    const std::string bytes = read_text(segment);
    std::vector<RecordPlace> records;
    for (std::uint64_t at = header_size; at + frame_size <= bytes.size();) {
        RecordPlace record;
        record.offset = at;
        record.body_size = static_cast<std::uint32_t>(number(bytes, at, 4));
        record.owner = static_cast<std::uint32_t>(number(bytes, at + 12, 4));
        record.position = number(bytes, at + 16, 8);
        record.size = frame_size + (record.body_size + 7) / 8 * 8;
        at += record.size;
        records.push_back(record);
    }
    return records;
}

std::vector<std::string> segments_of(const std::string& data_folder) {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(data_folder + "/log")) {
        if (entry.path().extension() == ".log") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

void flip_byte(const std::string& file, std::uint64_t offset) {
    std::string bytes = read_text(file);
    bytes.at(offset) = static_cast<char>(bytes[offset] ^ 0x5A);
    write_text(file, bytes);
}

}  // namespace apollo::live
