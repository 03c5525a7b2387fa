// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/intents/files.h"

#include <memory>

#include "agent/intents/placing.h"
#include "common/base/disk.h"
#include "common/base/sha256.h"

namespace apollo::agent {

namespace {

constexpr std::size_t piece_bytes = 256u << 10;

Result<NextPiece> pieces_of(const std::string& path) {
    SystemDisk disk;
    auto opened = disk.open(path, OpenMode::Read);
    if (!opened) return opened.error();
    auto file = std::make_shared<std::unique_ptr<File>>(std::move(*opened));
    auto offset = std::make_shared<std::uint64_t>(0);
    return NextPiece([file, offset]() -> Result<std::string> {
        auto piece = (*file)->read_at(*offset, piece_bytes);
        if (piece) *offset += piece->size();
        return piece;
    });
}

}  // namespace

Status replace_file(const std::string& path, const std::string& content, mode_t mode) {
    bool given = false;
    return place_file(path, mode, [&]() -> Result<std::string> {
        if (given) return std::string();
        given = true;
        return content;
    });
}

Status install_copy(const std::string& from, const std::string& to, mode_t mode) {
    auto next = pieces_of(from);
    return next ? place_file(to, mode, *next) : Status(next.error());
}

Result<std::string> sha256_of_file(const std::string& path, std::uint64_t* size_bytes) {
    auto next = pieces_of(path);
    if (!next) return next.error();
    Sha256 hash;
    std::uint64_t size = 0;
    while (true) {
        const auto piece = (*next)();
        if (!piece) return piece.error();
        if (piece->empty()) break;
        size += piece->size();
        hash.update(as_bytes(*piece));
    }
    if (size_bytes != nullptr) *size_bytes = size;
    return hash.finish_hex();
}

bool is_sha256(const std::string& text) {
    return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

}  // namespace apollo::agent
