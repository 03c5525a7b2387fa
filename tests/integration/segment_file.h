// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Finds records in the segments of a log by the written format (common/eventlog/FORMAT.md), without the program's own reader.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace apollo::live {

struct RecordPlace {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;  // with header and padding
    std::uint64_t position = 0;  // 0: mark or index
    std::uint32_t owner = 0;
    std::uint64_t body_middle() const { return offset + 32 + body_size / 2; }
    std::uint32_t body_size = 0;
};

// In the order of the file. Expects an intact segment.
std::vector<RecordPlace> records_of(const std::string& segment);
// Paths, oldest first.
std::vector<std::string> segments_of(const std::string& data_folder);
void flip_byte(const std::string& file, std::uint64_t offset);

}  // namespace apollo::live
