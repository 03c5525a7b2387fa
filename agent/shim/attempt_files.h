// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What the guard and its observer need of the machine: the attempt's lock, small durable files, and proof of which
// process a pid names. Plain system calls, no allocation worth speaking of: the guard starts once per attempt.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "agent/shim/records.h"
#include "common/base/result.h"

namespace apollo::shim {

// "" when the file cannot be read.
std::string read_small_file(const std::string& path);
bool file_exists(const std::string& path);
// Writes a new file with mode 0600 (an old one is replaced), syncs it, and syncs the folder.
Status write_durably(const std::string& folder, const std::string& name, std::string_view bytes);
Status sync_folder(const std::string& folder);

// The lock is an open-file-description lock over the whole of FOLDER/lock: it ends with the process that holds it, it
// does not pass to the command (close on exec), and it can be looked at without being taken, so that looking never
// makes a starting guard believe that another one is there.
// Returns the descriptor to keep open, or -1 when another guard holds it or the file cannot be made.
int take_lock(const std::string& folder);
bool is_locked(const std::string& folder);

std::string boot_id();
// Field 22 of /proc/PID/stat; 0 when there is no such process.
std::uint64_t start_ticks(std::int64_t pid);
// True if the record's process is still that very process.
bool names_living_process(const StartRecord& record);

WallTime wall_now();

}  // namespace apollo::shim
