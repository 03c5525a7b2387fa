// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/session/output_piece.h"

#include <algorithm>

#include "agent/session/process_output.h"
#include "common/base/disk.h"

namespace apollo::agent {

Result<OutputPiece> read_output_piece(const std::string& folder, std::uint64_t offset) {
    SystemDisk disk;
    if (!disk.exists(folder)) return Error{ErrorKind::NotFound, "the node holds nothing of that attempt; it never began there, or its folder was cleaned away"};
    OutputPiece piece;
    piece.size_bytes = output_size_bytes(folder);
    if (offset >= piece.size_bytes) return piece;
    auto file = disk.open(output_file(folder), OpenMode::Read);
    if (!file) return file.error();
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(piece.size_bytes - offset, output_piece_limit_bytes));
    auto content = (*file)->read_at(offset, count);
    if (!content) return content.error();
    piece.content = std::move(content).value();
    return piece;
}

}  // namespace apollo::agent
