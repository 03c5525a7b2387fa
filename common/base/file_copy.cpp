// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/base/file_copy.h"

#include <algorithm>
#include <set>

namespace apollo {

namespace {

constexpr std::size_t piece_bytes = 1 << 20;

bool is_unfinished(const std::string& name) { return name.ends_with(".part") || name.ends_with(".tmp"); }

}  // namespace

Status copy_bytes(Disk& disk, const std::string& from, const std::string& to, std::uint64_t from_offset, std::uint64_t size) {
    const auto source = disk.open(from, OpenMode::Read);
    if (!source) return source.error();
    const auto target = disk.open(to, OpenMode::Create);
    if (!target) return target.error();
    for (std::uint64_t offset = from_offset; offset < size;) {
        const auto bytes = (*source)->read_at(offset, static_cast<std::size_t>(std::min<std::uint64_t>(piece_bytes, size - offset)));
        if (!bytes) return bytes.error();
        if (bytes->empty()) return Error{ErrorKind::Io, from + " ends before it should"};
        if (auto written = (*target)->write_at(offset, as_bytes(*bytes)); !written) return written;
        offset += bytes->size();
    }
    if (auto cut = (*target)->truncate(size); !cut) return cut;
    return (*target)->sync();
}

Status copy_file(Disk& disk, const std::string& from, const std::string& to) {
    std::uint64_t size = 0;
    {
        const auto source = disk.open(from, OpenMode::Read);
        if (!source) return source.error();
        const auto known = (*source)->size();
        if (!known) return known.error();
        size = *known;
    }
    if (auto copied = copy_bytes(disk, from, to + ".part", 0, size); !copied) return copied;
    return disk.rename(to + ".part", to);
}

Status copy_new_files(Disk& disk, const std::string& from, const std::string& to, int depth, IsWanted is_wanted) {
    const auto names = disk.list(from);
    if (!names) return names.error();
    if (auto made = disk.make_folder(to); !made) return made;
    const auto there = disk.list(to);
    if (!there) return there.error();
    const std::set<std::string> known(there->begin(), there->end());
    bool changed = false;
    for (const std::string& name : *names) {
        const std::string source = from + "/" + name, target = to + "/" + name;
        if (depth > 0 && disk.list(source).ok()) {
            if (auto copied = copy_new_files(disk, source, target, depth - 1, is_wanted); !copied) return copied;
            continue;
        }
        if (is_unfinished(name) || known.count(name) != 0 || (is_wanted != nullptr && !is_wanted(name))) continue;
        const auto copied = copy_file(disk, source, target);
        if (!copied && disk.exists(source)) return copied;
        changed = true;
    }
    return changed ? disk.sync_folder(to) : success();
}

}  // namespace apollo
