// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/updater/call_off.h"

#include <charconv>

#include "agent/updater/boot_start.h"
#include "agent/updater/journal.h"
#include "common/base/folder_lock.h"

namespace apollo::updater {

namespace {

constexpr int most_looks = 50;

// As FolderLock writes it; 0: nobody is known.
std::int64_t holder_of(Disk& disk, const std::string& lock) {
    const auto text = disk.read_file(lock);
    std::int64_t process = 0;
    if (text) std::from_chars(text->data(), text->data() + text->size(), process);
    return process;
}

// It is final: without it the attempt that waits would begin the upgrade anew.
void tell_outcome(Disk& disk, const UpgradeFolder& folder) {
    const auto text = disk.read_file(folder.journal());
    const auto journal = text ? journal_from_text(*text) : Result<Journal>(text.error());
    if (!journal || !disk.exists(journal->order) || read_outcome(disk, journal->order)) return;
    (void)write_outcome(disk, journal->order, {false, journal->from, {}, "the upgrade was called off on the node; what was installed then stays"});
}

}  // namespace

Status call_off(Disk& disk, const std::string& data_folder, const std::function<void()>& pause) {
    if (auto checked = check_data_folder(data_folder); !checked) return checked;
    const UpgradeFolder folder(data_folder);
    end_boot_start();
    for (int left = most_looks; left > 0; --left) {
        const bool is_worked_on = FolderLock::is_held(folder.lock());
        if (is_worked_on) {
            if (auto ended = end_updater(holder_of(disk, folder.lock())); !ended) return ended;
        }
        tell_outcome(disk, folder);
        // Only then: one that works may write it anew, and the agent starts another one as long as it is there.
        if (auto removed = disk.remove(folder.journal()); !removed) return removed;
        if (!is_worked_on) return success();
        pause();
    }
    return Error{ErrorKind::Refused, "the upgrade in " + folder.path + " goes on, though its updater was ended"};
}

Status remove_data(Disk& disk, const std::string& data_folder) {
    if (!disk.exists(data_folder)) return success();
    const bool is_an_agents = disk.exists(data_folder + "/agent.json") || disk.exists(data_folder + "/agent.yaml");
    if (!is_an_agents) return Error{ErrorKind::Refused, data_folder + " is no agent's folder, which would have agent.json or agent.yaml in it; nothing was removed"};
    return disk.remove(data_folder);
}

}  // namespace apollo::updater
