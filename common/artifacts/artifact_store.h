// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Content-addressed store: DIR/artifacts/ab/abcdef…  A file holds its content zstd-compressed (or plain where that is not
// smaller); the name is the SHA-256 of the uncompressed content. Storing twice is one file.
#pragma once

#include <string>

#include "common/base/disk.h"
#include "common/base/ids.h"

namespace apollo::artifacts {

class ArtifactStore {
public:
    ArtifactStore(Disk& disk, std::string folder, std::uint64_t size_limit_bytes = 64ull << 20)
        : m_disk(disk), m_folder(std::move(folder)), m_size_limit_bytes(size_limit_bytes) {}

    // Durable when this returns. BadInput above the size limit.
    Result<ArtifactId> put(ByteView content);
    // Checks the content against its name: Damaged if they differ. NotFound if it is not there or the id is no SHA-256.
    Result<std::string> get(const ArtifactId& id) const;
    bool contains(const ArtifactId& id) const;

private:
    Disk& m_disk;
    std::string m_folder;
    std::uint64_t m_size_limit_bytes;
};

// 64 lower-case hex digits; everything else never touches the file system.
bool is_valid_artifact_id(const ArtifactId& id);

}  // namespace apollo::artifacts
