// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/intents/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>

#include "common/base/disk.h"
#include "common/base/sha256.h"

namespace apollo::agent {

namespace {

constexpr std::size_t piece_bytes = 256u << 10;

// Gives the next piece; empty at the end.
using NextPiece = std::function<Result<std::string>()>;

Status write_whole(int fd, const std::string& bytes, const std::string& path) {
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t written = ::write(fd, bytes.data() + done, bytes.size() - done);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return file_error("write", path);
        done += static_cast<std::size_t>(written);
    }
    return success();
}

Status fill(int fd, const std::string& path, mode_t mode, const NextPiece& next) {
    while (true) {
        const auto piece = next();
        if (!piece) return piece.error();
        if (piece->empty()) break;
        if (auto written = write_whole(fd, *piece, path); !written) return written;
    }
    return ::fchmod(fd, mode) == 0 && ::fsync(fd) == 0 ? success() : Status(file_error("write", path));
}

Status replace_by(const std::string& path, mode_t mode, const NextPiece& next) {
    const std::string temporary = path + ".apollo-tmp";
    ::unlink(temporary.c_str());
    const int fd = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0) return file_error("create", temporary);
    Status filled = fill(fd, temporary, mode, next);
    ::close(fd);
    if (filled && std::rename(temporary.c_str(), path.c_str()) != 0) filled = file_error("replace", path);
    if (!filled) {
        ::unlink(temporary.c_str());
        return filled;
    }
    const auto slash = path.rfind('/');
    return SystemDisk().sync_folder(slash == 0 ? "/" : path.substr(0, slash));
}

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

Error file_error(const std::string& doing, const std::string& path) {
    const int code = errno;
    const bool denied = code == EACCES || code == EPERM || code == EROFS;
    const bool misplaced = code == ENOENT || code == ENOTDIR || code == EISDIR;
    const ErrorKind kind = denied ? ErrorKind::NotAllowed : misplaced ? ErrorKind::NotFound : ErrorKind::Io;
    return {kind, "cannot " + doing + " " + path + ": " + std::strerror(code)};
}

Status replace_file(const std::string& path, const std::string& content, mode_t mode) {
    bool given = false;
    return replace_by(path, mode, [&]() -> Result<std::string> {
        if (given) return std::string();
        given = true;
        return content;
    });
}

Status install_copy(const std::string& from, const std::string& to, mode_t mode) {
    auto next = pieces_of(from);
    return next ? replace_by(to, mode, *next) : Status(next.error());
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
