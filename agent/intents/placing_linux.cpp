// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "agent/intents/placing.h"
#include "common/base/disk.h"

namespace apollo::agent {

namespace {

Error file_error(const std::string& doing, const std::string& path) {
    const int code = errno;
    const bool denied = code == EACCES || code == EPERM || code == EROFS;
    const bool misplaced = code == ENOENT || code == ENOTDIR || code == EISDIR;
    const ErrorKind kind = denied ? ErrorKind::NotAllowed : misplaced ? ErrorKind::NotFound : ErrorKind::Io;
    return {kind, "cannot " + doing + " " + path + ": " + std::strerror(code)};
}

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

}  // namespace

Status place_file(const std::string& path, mode_t mode, const NextPiece& next) {
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

FileFacts look_at(const std::string& path, Links links) {
    struct stat info {};
    const int failed = links == Links::Follow ? ::stat(path.c_str(), &info) : ::lstat(path.c_str(), &info);
    if (failed != 0) return {};
    return {true, S_ISREG(info.st_mode), static_cast<std::uint64_t>(info.st_size), info.st_ino, info.st_mode & 07777};
}

mode_t kept_mode(mode_t mode) { return mode; }

Status remove_file(const std::string& path) { return ::unlink(path.c_str()) == 0 ? success() : Status(file_error("remove", path)); }

Status move_file(const std::string& from, const std::string& to) {
    return std::rename(from.c_str(), to.c_str()) == 0 ? success() : Status(file_error("rename " + from + " to", to));
}

std::string path_of_file_address(const std::string& address) { return address.substr(std::string("file://").size()); }

}  // namespace apollo::agent
