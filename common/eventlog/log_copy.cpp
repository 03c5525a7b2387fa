// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/eventlog/log_copy.h"

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

Status LogCopy::copy() {
    if (auto made = m_disk.make_folder(m_to); !made) return made;
    for (const auto& [name, size] : m_sizes) {
        if (auto copied = copy_one(name, size); !copied) return copied;
    }
    return m_disk.sync_folder(m_to);
}

Status LogCopy::copy_one(const std::string& name, std::uint64_t size) {
    const auto known = m_copied.find(name);
    const std::uint64_t done = known == m_copied.end() ? 0 : known->second;
    const bool is_packed = name.ends_with(".zst");
    if (known != m_copied.end() && done >= size) return success();
    const std::string from = m_from + "/" + name, to = m_to + "/" + name;
    const auto copied = is_packed ? copy_file(m_disk, from, to) : copy_bytes(m_disk, from, to, done, size);
    if (!copied) return m_disk.exists(from) ? copied : success();
    m_copied[name] = size;
    if (!is_packed) return success();
    const std::string plain = to.substr(0, to.size() - 4);
    return m_disk.exists(plain) ? m_disk.remove(plain) : success();
}

}  // namespace apollo::eventlog
