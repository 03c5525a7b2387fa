// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/base/disk.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace apollo {

namespace {

Error io_error(const std::string& doing, const std::string& path, int code) {
    return {ErrorKind::Io, "cannot " + doing + " " + path + ": " + std::strerror(code)};
}

class SystemFile final : public File {
public:
    SystemFile(int fd, std::string path) : m_fd(fd), m_path(std::move(path)) {}
    ~SystemFile() override { ::close(m_fd); }

    Status write_at(std::uint64_t offset, ByteView bytes) override {
        while (!bytes.empty()) {
            const ssize_t n = ::pwrite(m_fd, bytes.data(), bytes.size(), static_cast<off_t>(offset));
            if (n < 0 && errno == EINTR) continue;
            if (n <= 0) return io_error("write", m_path, n == 0 ? ENOSPC : errno);
            offset += static_cast<std::uint64_t>(n);
            bytes = bytes.subspan(static_cast<std::size_t>(n));
        }
        return success();
    }

    Result<std::string> read_at(std::uint64_t offset, std::size_t size) const override {
        std::string buffer(size, '\0');
        std::size_t done = 0;
        while (done < size) {
            const ssize_t n = ::pread(m_fd, buffer.data() + done, size - done, static_cast<off_t>(offset + done));
            if (n < 0 && errno == EINTR) continue;
            if (n < 0) return io_error("read", m_path, errno);
            if (n == 0) break;
            done += static_cast<std::size_t>(n);
        }
        buffer.resize(done);
        return buffer;
    }

    Status sync() override {
        if (::fdatasync(m_fd) != 0) return io_error("sync", m_path, errno);
        return success();
    }

    Status truncate(std::uint64_t size) override {
        if (::ftruncate(m_fd, static_cast<off_t>(size)) != 0) return io_error("truncate", m_path, errno);
        return success();
    }

    Result<std::uint64_t> size() const override {
        struct stat info {};
        if (::fstat(m_fd, &info) != 0) return io_error("look at", m_path, errno);
        return static_cast<std::uint64_t>(info.st_size);
    }

private:
    int m_fd;
    std::string m_path;
};

}  // namespace

Result<std::unique_ptr<File>> SystemDisk::open(const std::string& path, OpenMode mode) {
    int flags = O_CLOEXEC;
    flags |= mode == OpenMode::Read ? O_RDONLY : O_RDWR;
    if (mode == OpenMode::Create) flags |= O_CREAT;
    const int fd = ::open(path.c_str(), flags, 0600);
    if (fd < 0) {
        const int code = errno;
        Error error = io_error("open", path, code);
        if (code == ENOENT) error.kind = ErrorKind::NotFound;
        if (code == EACCES || code == EPERM) error.kind = ErrorKind::NotAllowed;
        return error;
    }
    return std::unique_ptr<File>(std::make_unique<SystemFile>(fd, path));
}

bool SystemDisk::exists(const std::string& path) const {
    struct stat info {};
    return ::lstat(path.c_str(), &info) == 0;
}

Status SystemDisk::make_folder(const std::string& folder) {
    if (folder.empty() || folder == "/") return success();
    struct stat info {};
    if (::stat(folder.c_str(), &info) == 0) {
        if (S_ISDIR(info.st_mode)) return success();
        return io_error("make folder", folder, ENOTDIR);
    }
    const auto slash = folder.find_last_of('/');
    if (slash != std::string::npos && slash > 0) {
        if (auto parent = make_folder(folder.substr(0, slash)); !parent) return parent;
    }
    if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) return io_error("make folder", folder, errno);
    return success();
}

Status SystemDisk::rename(const std::string& from, const std::string& to) {
    if (::rename(from.c_str(), to.c_str()) != 0) return io_error("rename to", to, errno);
    return success();
}

Status SystemDisk::remove(const std::string& path) {
    std::error_code code;
    std::filesystem::remove_all(path, code);
    if (code) return Error{ErrorKind::Io, "cannot remove " + path + ": " + code.message()};
    return success();
}

Status SystemDisk::sync_folder(const std::string& folder) {
    const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return io_error("open folder", folder, errno);
    const int outcome = ::fsync(fd);
    const int code = errno;
    ::close(fd);
    if (outcome != 0) return io_error("sync folder", folder, code);
    return success();
}

}  // namespace apollo
