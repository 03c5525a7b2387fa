// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What the guard and its observer need of the machine: the attempt's lock, small durable files, and proof of which
// process a pid names. Plain system calls, no allocation worth speaking of: the guard starts once per attempt. Each system's
// means are in RECORDS.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "agent/shim/records.h"
#include "common/base/process_mark.h"
#include "common/base/result.h"

namespace apollo::shim {

// "" when the file cannot be read.
std::string read_small_file(const std::string& path);
bool file_exists(const std::string& path);
// Writes a new file with mode 0600 (an old one is replaced), syncs it, and syncs the folder.
Status write_durably(const std::string& folder, const std::string& name, std::string_view bytes);
Status sync_folder(const std::string& folder);

// The lock ends with the process that holds it, does not pass to the command, and can be looked at without being taken, so
// that looking never makes a starting guard believe that another one is there.
// Returns the descriptor to keep open (on Windows 0: it is kept until the process ends), or -1 when another guard holds it
// or it cannot be made.
int take_lock(const std::string& folder);
bool is_locked(const std::string& folder);

// True if the record's process is still that very process.
bool names_living_process(const StartRecord& record);

// Of this very process, now.
StartRecord own_start_record();

// The exit record is written into space that was taken before the start, so that a disk which fills up meanwhile does not lose
// the outcome.
bool reserve_exit_record(const std::string& folder);
bool write_exit_record(const std::string& folder, std::string_view bytes);
void remove_small_file(const std::string& path);

WallTime wall_now();

}  // namespace apollo::shim
