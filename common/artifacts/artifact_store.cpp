// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/artifacts/artifact_store.h"

#include <zstd.h>

#include <algorithm>

#include "common/base/sha256.h"

namespace apollo::artifacts {

namespace {

// A file begins with four bytes that say how the rest holds the content.
constexpr std::string_view compressed_magic = "AZ01";
constexpr std::string_view plain_magic = "AP01";
constexpr std::size_t magic_size = 4;
constexpr int compression_level = 3;

std::string encode(ByteView content) {
    std::string bytes(compressed_magic);
    bytes.resize(magic_size + ZSTD_compressBound(content.size()));
    const std::size_t size = ZSTD_compress(bytes.data() + magic_size, bytes.size() - magic_size, content.data(),
                                           content.size(), compression_level);
    if (ZSTD_isError(size) != 0 || size >= content.size()) {
        bytes = plain_magic;
        bytes.append(as_text(content));
        return bytes;
    }
    bytes.resize(magic_size + size);
    return bytes;
}

Error damaged(const std::string& path, const std::string& how) {
    return {ErrorKind::Damaged, "artifact " + path + " " + how + "; fetch it again from where it was made"};
}

// Never allocates more than `size_limit_bytes`, whatever the file claims.
Result<std::string> decode(const std::string& path, std::string bytes, std::uint64_t size_limit_bytes) {
    if (bytes.starts_with(plain_magic)) return bytes.substr(magic_size);
    if (!bytes.starts_with(compressed_magic)) return damaged(path, "has an unknown beginning");
    const char* frame = bytes.data() + magic_size;
    const std::size_t frame_size = bytes.size() - magic_size;
    const unsigned long long claimed = ZSTD_getFrameContentSize(frame, frame_size);
    if (claimed == ZSTD_CONTENTSIZE_ERROR || claimed == ZSTD_CONTENTSIZE_UNKNOWN || claimed > size_limit_bytes) {
        return damaged(path, "does not say a size within the limit");
    }
    std::string content(static_cast<std::size_t>(claimed), '\0');
    const std::size_t size = ZSTD_decompress(content.data(), content.size(), frame, frame_size);
    if (ZSTD_isError(size) != 0) return damaged(path, "cannot be decompressed (" + std::string(ZSTD_getErrorName(size)) + ")");
    content.resize(size);
    return content;
}

std::string folder_of(const std::string& folder, const ArtifactId& id) { return folder + "/" + id.text.substr(0, 2); }
std::string path_of(const std::string& folder, const ArtifactId& id) { return folder_of(folder, id) + "/" + id.text; }

}  // namespace

bool is_valid_artifact_id(const ArtifactId& id) {
    const auto is_hex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
    return id.text.size() == 64 && std::all_of(id.text.begin(), id.text.end(), is_hex);
}

Result<ArtifactId> ArtifactStore::put(ByteView content) {
    if (content.size() > m_size_limit_bytes) {
        return Error{ErrorKind::BadInput, "the content has " + std::to_string(content.size()) + " bytes, an artifact at most " +
                                              std::to_string(m_size_limit_bytes)};
    }
    const ArtifactId id{sha256_hex(content)};
    if (get(id)) return id;  // one that is there but damaged is written anew
    const std::string folder = folder_of(m_folder, id);
    if (!m_disk.exists(folder)) {
        if (auto made = m_disk.make_folder(folder); !made) return made.error();
        if (auto synced = m_disk.sync_folder(m_folder); !synced) return synced.error();
    }
    if (auto written = m_disk.write_file_atomically(path_of(m_folder, id), as_bytes(encode(content))); !written) {
        return written.error();
    }
    return id;
}

Result<std::string> ArtifactStore::get(const ArtifactId& id) const {
    if (!is_valid_artifact_id(id)) {
        return Error{ErrorKind::NotFound, "\"" + to_valid_utf8(truncate_utf8(id.text, 80)) +
                                              "\" is no artifact id; one has 64 lower-case hex digits"};
    }
    const std::string path = path_of(m_folder, id);
    if (!m_disk.exists(path)) return Error{ErrorKind::NotFound, "there is no artifact " + id.text};
    auto file = m_disk.open(path, OpenMode::Read);
    if (!file) return file.error();
    auto size = (*file)->size();
    if (!size) return size.error();
    if (*size > ZSTD_compressBound(m_size_limit_bytes) + magic_size) return damaged(path, "is larger than any artifact");
    auto bytes = (*file)->read_at(0, static_cast<std::size_t>(*size));
    if (!bytes) return bytes.error();
    auto content = decode(path, std::move(bytes).value(), m_size_limit_bytes);
    if (!content) return content.error();
    if (sha256_hex(as_bytes(*content)) != id.text) return damaged(path, "does not hold what its name says");
    return content;
}

bool ArtifactStore::contains(const ArtifactId& id) const {
    return is_valid_artifact_id(id) && m_disk.exists(path_of(m_folder, id));
}

}  // namespace apollo::artifacts
