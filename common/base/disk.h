// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Door: disk. Everything durable goes through it, so that tests and the simulator can lose, tear, rot, fill and slow it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "common/base/bytes.h"
#include "common/base/result.h"

namespace apollo {

// An open file. Not thread-safe; owned by one thread at a time.
class File {
public:
    virtual ~File() = default;
    // Writes all bytes at `offset`; a short write is an Error.
    virtual Status write_at(std::uint64_t offset, ByteView bytes) = 0;
    // Reads up to `size` bytes at `offset`; fewer only at the end of the file.
    virtual Result<std::string> read_at(std::uint64_t offset, std::size_t size) const = 0;
    // Data (and the size needed to read it) is on the medium when this returns success (fdatasync).
    virtual Status sync() = 0;
    virtual Status truncate(std::uint64_t size) = 0;
    virtual Result<std::uint64_t> size() const = 0;
};

enum class OpenMode { Read, ReadWrite, Create };  // Create: makes it when missing, keeps what is there

class Disk {
public:
    virtual ~Disk() = default;
    virtual Result<std::unique_ptr<File>> open(const std::string& path, OpenMode mode) = 0;
    virtual bool exists(const std::string& path) const = 0;
    // Names (not paths) in the folder, sorted. NotFound, NotAllowed, else Io.
    virtual Result<std::vector<std::string>> list(const std::string& folder) const = 0;
    // Makes the folder and its parents; fine if it is there. New folders get mode 0700.
    virtual Status make_folder(const std::string& folder) = 0;
    // Replaces `to` atomically.
    virtual Status rename(const std::string& from, const std::string& to) = 0;
    virtual Status remove(const std::string& path) = 0;
    // Makes creations, renames and removals inside the folder durable.
    virtual Status sync_folder(const std::string& folder) = 0;

    // Whole small files. write_file_atomically: temporary file, sync, rename, sync folder; mode 0600.
    Result<std::string> read_file(const std::string& path);
    Status write_file_atomically(const std::string& path, ByteView bytes);
};

// The machine's file system. Any thread (each File on one).
class SystemDisk final : public Disk {
public:
    Result<std::unique_ptr<File>> open(const std::string& path, OpenMode mode) override;
    bool exists(const std::string& path) const override;
    Result<std::vector<std::string>> list(const std::string& folder) const override;
    Status make_folder(const std::string& folder) override;
    Status rename(const std::string& from, const std::string& to) override;
    Status remove(const std::string& path) override;
    Status sync_folder(const std::string& folder) override;
};

}  // namespace apollo
