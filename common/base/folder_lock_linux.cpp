// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/base/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace apollo {

namespace {

std::string holder_of(int fd) {
    char text[32] = "";
    const ssize_t size = ::pread(fd, text, sizeof text - 1, 0);
    std::string pid(text, size > 0 ? static_cast<std::size_t>(size) : 0);
    while (!pid.empty() && pid.back() == '\n') pid.pop_back();
    return pid.empty() ? "another process" : "process " + pid;
}

}  // namespace

Result<FolderLock> FolderLock::take(const std::string& file) {
    const int fd = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) return Error{ErrorKind::Io, "cannot open " + file + ": " + std::strerror(errno)};
    bool taken = ::flock(fd, LOCK_EX | LOCK_NB) == 0;
    // Somebody may only be looking whether it is held.
    for (int left = 10; !taken && left > 0; --left) {
        ::usleep(10'000);
        taken = ::flock(fd, LOCK_EX | LOCK_NB) == 0;
    }
    if (!taken) {
        const std::string holder = holder_of(fd);
        ::close(fd);
        std::string folder = file.substr(0, file.rfind('/'));
        if (folder.size() > 4 && folder.compare(folder.size() - 4, 4, "/run") == 0) folder.resize(folder.size() - 4);
        return Error{ErrorKind::Refused, "the data folder " + folder + " is in use by " + holder + "; stop that one first or choose another --data"};
    }
    const std::string pid = std::to_string(::getpid()) + "\n";
    if (::ftruncate(fd, 0) != 0 || ::pwrite(fd, pid.data(), pid.size(), 0) < 0) {
        const int code = errno;
        ::close(fd);
        return Error{ErrorKind::Io, "cannot write " + file + ": " + std::strerror(code)};
    }
    return FolderLock(fd);
}

bool FolderLock::is_held(const std::string& file) {
    const int fd = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) return false;
    const bool held = ::flock(fd, LOCK_SH | LOCK_NB) != 0;
    ::close(fd);
    return held;
}

FolderLock::FolderLock(FolderLock&& other) noexcept : m_fd(std::exchange(other.m_fd, -1)) {}

FolderLock::~FolderLock() {
    if (m_fd >= 0) ::close(m_fd);
}

}  // namespace apollo
