// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Copies of files that are never changed once they have their name.
#pragma once

#include <string>

#include "common/base/disk.h"

namespace apollo {

// Copies bytes [from_offset, size) of one file to the same place of another and syncs it; the copy ends at `size`.
Status copy_bytes(Disk& disk, const std::string& from, const std::string& to, std::uint64_t from_offset, std::uint64_t size);
// The whole file under a temporary name, synced, then renamed.
Status copy_file(Disk& disk, const std::string& from, const std::string& to);
// Copies what is in the folder `from` (and in its folders, `depth` levels down) and not in `to`. Makes `to`. Files that vanish
// meanwhile are left out; names that end with ".part" or ".tmp" are not looked at.
using IsWanted = bool (*)(const std::string& name);
Status copy_new_files(Disk& disk, const std::string& from, const std::string& to, int depth, IsWanted is_wanted = nullptr);

}  // namespace apollo
