// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/eventlog/snapshot_store.h"

#include <algorithm>
#include <cstring>

#include "common/base/sha256.h"

namespace apollo::eventlog {

namespace {

// magic 8 | u32 version | u32 zero | u64 watermark | u64 size | SHA-256 of these 32 bytes and the state, 64 hex digits
constexpr char snapshot_magic[] = "APOLSNP1";
constexpr std::uint32_t version = 1;
constexpr std::size_t prefix_size = 32;
constexpr std::size_t header_size = prefix_size + 64;
constexpr std::string_view suffix = ".snapshot";

std::string name_of(Position watermark) {
    const std::string digits = std::to_string(watermark.value);
    return std::string(20 - digits.size(), '0') + digits + std::string(suffix);
}

std::optional<Position> watermark_of(const std::string& name) {
    if (name.size() != 20 + suffix.size() || !name.ends_with(suffix)) return std::nullopt;
    if (name.find_first_not_of("0123456789") != 20) return std::nullopt;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < 20; ++i) value = value * 10 + static_cast<std::uint64_t>(name[i] - '0');
    return Position{value};
}

// Newest first.
std::vector<Position> watermarks(Disk& disk, const std::string& folder) {
    std::vector<Position> found;
    if (!disk.exists(folder)) return found;
    const auto names = disk.list(folder);
    if (!names) return found;
    for (const std::string& name : *names) {
        if (const auto watermark = watermark_of(name)) found.push_back(*watermark);
    }
    std::sort(found.rbegin(), found.rend());
    return found;
}

std::string encode_prefix(const Snapshot& snapshot) {
    std::string prefix(prefix_size, '\0');
    const std::uint64_t size = snapshot.bytes.size();
    std::memcpy(prefix.data(), snapshot_magic, 8);
    std::memcpy(prefix.data() + 8, &version, 4);
    std::memcpy(prefix.data() + 16, &snapshot.watermark.value, 8);
    std::memcpy(prefix.data() + 24, &size, 8);
    return prefix;
}

std::string sum_of(std::string_view prefix, std::string_view state) {
    Sha256 sum;
    sum.update(as_bytes(prefix));
    sum.update(as_bytes(state));
    return sum.finish_hex();
}

}  // namespace

Status SnapshotStore::write(const Snapshot& snapshot, std::size_t keep) {
    if (auto made = m_disk.make_folder(m_folder); !made) return made;
    std::string bytes = encode_prefix(snapshot);
    bytes += sum_of(bytes, snapshot.bytes);
    bytes += snapshot.bytes;
    auto written = m_disk.write_file_atomically(m_folder + "/" + name_of(snapshot.watermark), as_bytes(bytes));
    if (!written) return written;
    const std::vector<Position> all = watermarks(m_disk, m_folder);
    for (std::size_t i = std::max<std::size_t>(keep, 1); i < all.size(); ++i) {
        if (all[i] == snapshot.watermark) continue;
        if (auto removed = m_disk.remove(m_folder + "/" + name_of(all[i])); !removed) return removed;
    }
    return success();
}

std::optional<Snapshot> SnapshotStore::read(Position watermark, std::string& trouble) const {
    const auto bytes = m_disk.read_file(m_folder + "/" + name_of(watermark));
    trouble = bytes ? "is damaged" : "cannot be read (" + bytes.error().message + ")";
    if (!bytes || bytes->size() < header_size) return std::nullopt;
    const std::string_view all(*bytes);
    Snapshot snapshot{watermark, std::string(all.substr(header_size))};
    const std::string_view prefix = all.substr(0, prefix_size);
    if (prefix != encode_prefix(snapshot) || all.substr(prefix_size, 64) != sum_of(prefix, snapshot.bytes)) return std::nullopt;
    return snapshot;
}

Position SnapshotStore::newest_above(Position limit) const {
    std::string trouble;
    for (const Position watermark : watermarks(m_disk, m_folder)) {
        if (watermark <= limit) break;
        if (read(watermark, trouble)) return watermark;
    }
    return limit;
}

Status SnapshotStore::set_aside_above(Position limit) {
    for (const Position watermark : watermarks(m_disk, m_folder)) {
        if (watermark <= limit) break;
        const std::string path = m_folder + "/" + name_of(watermark);
        if (auto moved = m_disk.rename(path, path + ".ahead"); !moved) return moved;
    }
    return m_disk.exists(m_folder) ? m_disk.sync_folder(m_folder) : success();
}

std::optional<Snapshot> SnapshotStore::newest(Position limit, std::vector<std::string>& warnings) const {
    for (const Position watermark : watermarks(m_disk, m_folder)) {
        const std::string path = m_folder + "/" + name_of(watermark);
        if (watermark > limit) {
            warnings.push_back("snapshot " + path + " is newer than the log, which ends at " +
                               std::to_string(limit.value) + "; an older one is taken");
            continue;
        }
        std::string trouble;
        if (auto snapshot = read(watermark, trouble)) return snapshot;
        warnings.push_back("snapshot " + path + " " + trouble + "; an older one is taken");
    }
    return std::nullopt;
}

}  // namespace apollo::eventlog
