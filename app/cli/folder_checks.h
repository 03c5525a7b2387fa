// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What `doctor` looks at in a data folder of this machine: the log's bytes, the SQL history, permissions, room on the disk,
// certificates. Reads only.
#pragma once

#include <optional>
#include <string>

#include "app/cli/check.h"
#include "common/base/disk.h"
#include "common/domain/event.h"

namespace apollo::cli {

// What a person does about a damaged log.
std::string damage_advice();
// Damage, and what a crash left at the end of the log. Beside a running orchestrator an unfinished end is an append going on.
// `known_end`: how far the log once reached, as others prove; asked before.
Check check_log(Disk& disk, const std::string& data_folder, bool live, Position known_end);
Check check_permissions(const std::string& data_folder);
Check check_disk_space(const std::string& data_folder);
Check check_space(std::uint64_t free_bytes, std::uint64_t total_bytes);
Check check_certificates(const std::string& data_folder, WallTime now);

// Where the SQL history stands. Asked before the log is read, so that it can only be behind what is read then.
struct HistoryFacts {
    bool exists = false;
    std::string trouble;  // why it cannot be read; empty: it can
    Position position;
};
HistoryFacts look_at_history(const std::string& data_folder);
// `at`: the log's event at the history's position; nullopt: the log has none there.
Check check_history(const std::string& data_folder, const HistoryFacts& facts, const std::optional<domain::EventHeader>& at, Position log_end, bool live);

// What the orchestrator says of its backup, and what is really in it. Asked before the log is read, like the SQL history.
struct BackupFacts {
    bool kept = false;
    std::string folder;
    std::string trouble;  // as the orchestrator told it
    std::string since;    // … and since when
    std::string unread;   // why the copy cannot be read
    std::size_t damages = 0;
    Position last;        // the newest event in it
};
BackupFacts look_at_backup(Disk& disk, const std::string& data_folder);
// `missing`: the log's first event behind the newest one of the copy; nullopt: there is none.
Check check_backup(const BackupFacts& facts, const std::optional<domain::EventHeader>& missing, WallTime now);

}  // namespace apollo::cli
