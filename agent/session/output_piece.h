// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A piece of what an attempt has printed so far, read from its folder for whoever looks on.
#pragma once

#include <cstdint>
#include <string>

#include "common/base/result.h"

namespace apollo::agent {

inline constexpr std::size_t output_piece_limit_bytes = 256 << 10;

struct OutputPiece {
    std::string content;           // at most output_piece_limit_bytes from the offset on
    std::uint64_t size_bytes = 0;  // of all there is now
};

// NotFound when the node holds no folder of that attempt; an attempt that printed nothing has an empty piece.
Result<OutputPiece> read_output_piece(const std::string& folder, std::uint64_t offset);

}  // namespace apollo::agent
