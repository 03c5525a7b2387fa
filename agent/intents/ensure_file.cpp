// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "agent/intents/builtin.h"
#include "agent/intents/params.h"
#include "common/base/disk.h"

namespace apollo::agent {

namespace {

constexpr mode_t default_mode = 0644;

Error io_error(const std::string& doing, const std::string& path) {
    const int code = errno;
    const bool denied = code == EACCES || code == EPERM || code == EROFS;
    const bool misplaced = code == ENOENT || code == ENOTDIR || code == EISDIR;
    const ErrorKind kind = denied ? ErrorKind::NotAllowed : misplaced ? ErrorKind::NotFound : ErrorKind::Io;
    return {kind, "cannot " + doing + " " + path + ": " + std::strerror(code)};
}

// -1 when the param is absent.
Result<int> wanted_mode(const nlohmann::json& params) {
    if (!params.contains("mode")) return -1;
    const Error bad{ErrorKind::BadInput, "the param 'mode' must be an octal text such as \"0644\""};
    if (!params["mode"].is_string()) return bad;
    const auto text = params["mode"].get<std::string>();
    if (text.empty() || text.size() > 4 || text.find_first_not_of("01234567") != std::string::npos) return bad;
    return static_cast<int>(std::strtol(text.c_str(), nullptr, 8));
}

Status write_replacement(const std::string& path, const std::string& content, mode_t mode) {
    const std::string temporary = path + ".apollo-tmp";
    ::unlink(temporary.c_str());
    const int fd = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0) return io_error("create", temporary);
    std::size_t done = 0;
    bool good = true;
    while (good && done < content.size()) {
        const ssize_t written = ::write(fd, content.data() + done, content.size() - done);
        if (written < 0 && errno == EINTR) continue;
        good = written > 0;
        if (good) done += static_cast<std::size_t>(written);
    }
    good = good && ::fchmod(fd, mode) == 0 && ::fsync(fd) == 0;
    const Status status = good ? success() : Status(io_error("write", temporary));
    ::close(fd);
    if (!good) {
        ::unlink(temporary.c_str());
        return status;
    }
    if (std::rename(temporary.c_str(), path.c_str()) != 0) {
        const Error error = io_error("replace", path);
        ::unlink(temporary.c_str());
        return error;
    }
    const auto slash = path.rfind('/');
    return SystemDisk().sync_folder(slash == 0 ? "/" : path.substr(0, slash));
}

}  // namespace

Result<nlohmann::json> ensure_file(const BuiltinInput& input) {
    auto path = absolute_path(input.params, "path");
    if (!path) return path.error();
    if (!input.params.contains("content") || !input.params["content"].is_string()) {
        return Error{ErrorKind::BadInput, "the param 'content' must be a text"};
    }
    const auto content = input.params["content"].get<std::string>();
    const auto mode = wanted_mode(input.params);
    if (!mode) return mode.error();
    struct stat info {};
    const bool exists = ::stat(path->c_str(), &info) == 0;
    if (exists && !S_ISREG(info.st_mode)) return Error{ErrorKind::BadInput, *path + " is not a regular file"};
    const mode_t old_mode = exists ? info.st_mode & 07777 : default_mode;
    const mode_t new_mode = *mode < 0 ? old_mode : static_cast<mode_t>(*mode);
    if (exists && old_mode == new_mode && static_cast<std::size_t>(info.st_size) == content.size()) {
        const auto old_content = SystemDisk().read_file(*path);
        if (old_content && *old_content == content) return nlohmann::json{{"path", *path}, {"changed", false}};
    }
    if (auto written = write_replacement(*path, content, new_mode); !written) return written.error();
    return nlohmann::json{{"path", *path}, {"changed", true}, {"size_bytes", content.size()}};
}

}  // namespace apollo::agent
