// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <gtest/gtest.h>

#include <string>

#include "common/base/random.h"
#include "common/eventlog/crc32c_unwind.h"
#include "common/eventlog/record.h"

namespace apollo::eventlog {

TEST(Crc32c, GivesTheValuesOfRfc3720) {
    EXPECT_EQ(crc32c(as_bytes("123456789")), 0xE3069283u);
    EXPECT_EQ(crc32c(as_bytes(std::string(32, '\0'))), 0x8A9136AAu);
    EXPECT_EQ(crc32c(as_bytes(std::string(32, '\xFF'))), 0x62A8AB43u);
    EXPECT_EQ(crc32c({}), 0u);
}

TEST(Crc32c, TablesAndInstructionAgreeAtEveryLengthAndSeed) {
    SeededRandom random(7);
    for (std::size_t size = 0; size < 100; ++size) {
        std::string bytes;
        while (bytes.size() < size) bytes.push_back(static_cast<char>(random.next_u64()));
        const auto seed = static_cast<std::uint32_t>(random.next_u64());
        EXPECT_EQ(crc32c(as_bytes(bytes), seed), crc32c_portable(as_bytes(bytes), seed)) << size;
    }
}

TEST(Crc32c, CanBeContinuedAndUnwound) {
    const std::string first = "the identity";
    const std::string rest = "and the frame behind it";
    const std::uint32_t seed = crc32c(as_bytes(first));
    const std::uint32_t whole = crc32c(as_bytes(first + rest));
    EXPECT_EQ(crc32c(as_bytes(rest), seed), whole);
    EXPECT_EQ(crc32c_unwind(as_bytes(rest), whole), seed);
}

}  // namespace apollo::eventlog
