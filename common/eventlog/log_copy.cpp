// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/eventlog/log_copy.h"

#include <algorithm>
#include <iterator>

#include "common/base/file_copy.h"
#include "common/eventlog/segment_files.h"

namespace apollo::eventlog {

Status LogCopy::look() {
    const auto segments = list_segments(m_disk, m_from);
    if (!segments) return segments.error();
    m_sizes.clear();
    for (const SegmentFile& segment : *segments) {
        const std::string path = segment.packed ? packed_path(m_from, segment.name) : m_from + "/" + segment.name;
        const auto file = m_disk.open(path, OpenMode::Read);
        const auto size = file ? (*file)->size() : Result<std::uint64_t>(file.error());
        // It may be compressed at this moment: then it is found under its other name next time.
        if (size) m_sizes[path.substr(m_from.size() + 1)] = *size;
    }
    return success();
}

std::map<std::string, std::uint64_t> LogCopy::sizes_in_copy() const {
    std::map<std::string, std::uint64_t> sizes;
    const auto names = m_disk.list(m_to);
    for (const std::string& name : names ? *names : std::vector<std::string>{}) {
        if (!name.ends_with(".log") && !name.ends_with(".log.zst")) continue;
        const auto file = m_disk.open(m_to + "/" + name, OpenMode::Read);
        const auto size = file ? (*file)->size() : Result<std::uint64_t>(file.error());
        if (size) sizes[name] = *size;
    }
    return sizes;
}

Status LogCopy::check_copy() {
    if (auto looked = look(); !looked) return looked;
    const auto plain = [](const std::string& name) { return name.substr(0, name.find(".log") + 4); };
    const auto there = sizes_in_copy();
    if (there.empty()) return success();
    const auto& [newest, size] = *there.rbegin();
    const std::string last = m_sizes.empty() ? std::string() : m_sizes.rbegin()->first;
    const bool is_ahead = plain(newest) > plain(last) || (newest == last && size > m_sizes.rbegin()->second);
    if (!is_ahead) return success();
    return Error{ErrorKind::Refused, m_to + " holds more than the log it would be the copy of: the log has lost its end (apollo-cli log repair --from " + m_to.substr(0, m_to.rfind('/')) + " brings it back), or is an older copy (apollo-cli log restore makes a new folder of the backup); or choose another folder for the backup"};
}

Status LogCopy::take_over() {
    m_copied = sizes_in_copy();
    m_is_begun = m_copied.empty();
    if (m_is_begun) return success();
    const auto newest = std::prev(m_copied.end());
    const std::string name = newest->first;
    const std::uint64_t size = newest->second;
    m_copied.erase(newest);
    const Status kept = is_beginning(name, size) ? success() : keep_aside(name);
    m_is_begun = kept.ok();
    return kept;
}

bool LogCopy::is_beginning(const std::string& name, std::uint64_t size) const {
    constexpr std::uint64_t piece_bytes = 1u << 20;
    const auto ours = m_disk.open(m_from + "/" + name, OpenMode::Read), copied = m_disk.open(m_to + "/" + name, OpenMode::Read);
    if (!ours || !copied) return true;  // it goes under its other name now, or cannot be read: there is nothing to compare
    for (std::uint64_t at = 0; at < size; at += piece_bytes) {
        const std::size_t count = static_cast<std::size_t>(std::min(piece_bytes, size - at));
        const auto left = (*ours)->read_at(at, count), right = (*copied)->read_at(at, count);
        if (!left || !right || *left != *right) return false;
    }
    return true;
}

Status LogCopy::keep_aside(const std::string& name) {
    int number = 1;
    const auto kept = [&] { return m_to + "/" + name + ".kept" + std::to_string(number); };
    while (m_disk.exists(kept())) ++number;
    if (auto moved = m_disk.rename(m_to + "/" + name, kept()); !moved) return moved;
    return m_disk.sync_folder(m_to);
}

Status LogCopy::copy() {
    if (auto made = m_disk.make_folder(m_to); !made) return made;
    if (!m_is_begun) {
        if (auto taken = take_over(); !taken) return taken;
    }
    for (const auto& [name, size] : m_sizes) {
        if (auto copied = copy_one(name, size); !copied) return copied;
    }
    return m_disk.sync_folder(m_to);
}

Status LogCopy::copy_one(const std::string& name, std::uint64_t size) {
    const std::string from = m_from + "/" + name, to = m_to + "/" + name;
    const auto known = m_copied.find(name);
    // Whatever became of the copy meanwhile: what is not there is copied again.
    const bool is_there = known != m_copied.end() && m_disk.exists(to);
    const std::uint64_t done = is_there ? known->second : 0;
    if (is_there && done >= size) return success();
    // Only the open segment grows; all else is made under another name first, so that a good copy is never half overwritten.
    const bool grows = is_there && done > 0 && !name.ends_with(".zst");
    const auto copied = grows ? copy_bytes(m_disk, from, to, done, size) : copy_file(m_disk, from, to);
    if (!copied) return m_disk.exists(from) ? copied : success();
    m_copied[name] = size;
    if (!name.ends_with(".zst")) return success();
    const std::string plain = to.substr(0, to.size() - 4);
    return m_disk.exists(plain) ? m_disk.remove(plain) : success();
}

}  // namespace apollo::eventlog
