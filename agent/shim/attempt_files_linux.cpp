// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/shim/attempt_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace apollo::shim {

namespace {

constexpr off_t reserved_bytes = 4096;

Error io_error(const char* doing, const std::string& path) {
    return {ErrorKind::Io, std::string("cannot ") + doing + " " + path + ": " + std::strerror(errno)};
}

struct flock whole_file(short type) {
    struct flock lock {};
    lock.l_type = type;
    lock.l_whence = SEEK_SET;
    return lock;
}

Status write_all(int fd, const std::string& path, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(fd, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return io_error("write", path);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    if (::fsync(fd) != 0) return io_error("sync", path);
    return success();
}

}  // namespace

std::string read_small_file(const std::string& path) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) return {};
    std::string bytes;
    char buffer[4096];
    while (true) {
        const ssize_t size = ::read(fd, buffer, sizeof buffer);
        if (size < 0 && errno == EINTR) continue;
        if (size <= 0) break;
        bytes.append(buffer, static_cast<std::size_t>(size));
    }
    ::close(fd);
    return bytes;
}

bool file_exists(const std::string& path) {
    struct stat info {};
    return ::lstat(path.c_str(), &info) == 0;
}

Status sync_folder(const std::string& folder) {
    const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return io_error("open", folder);
    const bool synced = ::fsync(fd) == 0;
    const Status status = synced ? success() : Status(io_error("sync", folder));
    ::close(fd);
    return status;
}

Status write_durably(const std::string& folder, const std::string& name, std::string_view bytes) {
    const std::string path = folder + "/" + name;
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0) return io_error("create", path);
    const Status written = write_all(fd, path, bytes);
    ::close(fd);
    return written ? sync_folder(folder) : written;
}

int take_lock(const std::string& folder) {
    const int fd = ::open((folder + "/lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) return -1;
    struct flock lock = whole_file(F_WRLCK);
    if (::fcntl(fd, F_OFD_SETLK, &lock) == 0) return fd;
    ::close(fd);
    return -1;
}

bool is_locked(const std::string& folder) {
    const int fd = ::open((folder + "/lock").c_str(), O_RDWR | O_CLOEXEC);
    if (fd < 0) return false;
    struct flock lock = whole_file(F_WRLCK);
    const bool held = ::fcntl(fd, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
    ::close(fd);
    return held;
}

bool names_living_process(const StartRecord& record) {
    return is_alive({record.pid, record.start_ticks, record.boot_id});
}

StartRecord own_start_record() { return {::getpid(), start_ticks(::getpid()), boot_id(), wall_now()}; }

bool reserve_exit_record(const std::string& folder) {
    const int fd = ::open((folder + "/exit.tmp").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) return false;
    const int code = ::posix_fallocate(fd, 0, reserved_bytes);
    ::close(fd);
    return code == 0;
}

bool write_exit_record(const std::string& folder, std::string_view bytes) {
    const std::string temporary = folder + "/exit.tmp";
    const int fd = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) return false;
    const bool written = ::pwrite(fd, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()) &&
                         ::ftruncate(fd, static_cast<off_t>(bytes.size())) == 0 && ::fsync(fd) == 0;
    ::close(fd);
    return written && ::rename(temporary.c_str(), (folder + "/exit").c_str()) == 0 && sync_folder(folder).ok();
}

void remove_small_file(const std::string& path) { (void)::unlink(path.c_str()); }

WallTime wall_now() {
    struct timespec now {};
    ::clock_gettime(CLOCK_REALTIME, &now);
    return {static_cast<std::int64_t>(now.tv_sec) * 1000 + now.tv_nsec / 1000000};
}

}  // namespace apollo::shim
