// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/updater/worker.h"

#include <cstdio>

#include "agent/updater/boot_start.h"
#include "agent/updater/journal.h"
#include "agent/updater/system_tools.h"
#include "common/base/bytes.h"
#include "common/base/folder_lock.h"
#include "common/base/host.h"

namespace apollo::updater {

namespace {

// The journal last: until then it is all done again. An outcome that cannot be written does not keep it: the order is then begun anew.
Status finish(Disk& disk, const UpgradeFolder& folder, const Journal& journal, const Outcome& outcome) {
    Status told = success();
    // Without its folder there is nobody left who asks.
    if (disk.exists(journal.order)) told = write_outcome(disk, journal.order, outcome);
    (void)disk.remove(journal.package);
    (void)disk.remove(folder.temporary());
    end_boot_start();
    if (auto removed = disk.remove(folder.journal()); !removed) return removed;
    if (auto synced = disk.sync_folder(folder.path); !synced) return synced;
    return told;
}

// What was begun is not known. If the old agent was kept the new one may be installed and broken: it is watched as any new one.
Result<bool> rescue(Disk& disk, const UpgradeFolder& folder, const std::string& data_folder, Journal journal, const Error& damage) {
    (void)disk.rename(folder.journal(), folder.journal() + ".damaged");
    if (!disk.exists(folder.previous())) return damage;
    journal.phase = Phase::Watching;
    // Nobody's, but not free: an order that comes meanwhile waits.
    journal.order = folder.path + "/damaged";
    journal.previous = folder.previous();
    journal.from = "the version before";
    const std::string knows_packages = program_file(folder.path, "upgrade-package");
    if (is_executable_file(knows_packages)) journal.upgrade_program = knows_packages;
    SystemTools tools(data_folder, journal.upgrade_program);
    const Outcome outcome = carry_out(tools, journal);
    end_boot_start();
    (void)disk.remove(folder.journal());
    return Error{ErrorKind::Damaged, damage.message + (outcome.is_upgraded ? "; the agent that is installed is well" : "; " + outcome.message)};
}

}  // namespace

Result<bool> resume(Disk& disk, const std::string& data_folder, const Journal& times) {
    const UpgradeFolder folder(data_folder);
    if (!disk.exists(folder.journal())) return false;
    const auto lock = FolderLock::take(folder.lock());
    if (!lock) return lock.error().kind == ErrorKind::Refused ? Result<bool>(false) : Result<bool>(lock.error());
    // The one before may have finished it just now.
    if (!disk.exists(folder.journal())) return false;
    const auto text = disk.read_file(folder.journal());
    if (!text) return text.error();
    const auto journal = journal_from_text(*text);
    if (!journal) return rescue(disk, folder, data_folder, times, journal.error());
    // Without it an upgrade that is interrupted is only gone on with when the agent starts.
    if (auto begun = begin_boot_start(program_file(folder.path, "apollo-updater"), data_folder); !begun) std::fprintf(stderr, "%s\n", begun.error().message.c_str());
    SystemTools tools(data_folder, journal->upgrade_program);
    if (auto finished = finish(disk, folder, *journal, carry_out(tools, *journal)); !finished) return finished.error();
    return true;
}

}  // namespace apollo::updater
