// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// log restore: makes a data folder of a backup.
#include "app/cli/commands.h"
#include "app/client/folder_log.h"
#include "common/base/disk.h"
#include "common/base/file_copy.h"
#include "common/base/folder_lock.h"
#include "common/codec/event_codec.h"
#include "common/eventlog/log_reader.h"

namespace apollo::cli {

namespace {

// What the next start finds: it begins a new generation of epochs, so that agents take its orders before any of the lost one.
const std::string restored_file = "/restored";
const std::string callbacks_file = "/run/callbacks.json";

Status copy_backup(Disk& disk, const std::string& from, const std::string& to) {
    if (auto begun = disk.write_file_atomically(to + restored_file, as_bytes(std::string("incomplete\n"))); !begun) return begun;
    for (const char* part : {"/artifacts", "/pki", "/snapshots", "/log"}) {
        if (!disk.exists(from + part)) continue;
        if (auto copied = copy_new_files(disk, from + part, to + part, 1); !copied) return copied;
    }
    // Which callbacks were told: the others are told after the start.
    if (disk.exists(from + callbacks_file)) {
        if (auto copied = copy_file(disk, from + callbacks_file, to + callbacks_file); !copied) return copied;
    }
    return disk.write_file_atomically(to + restored_file, as_bytes(std::string("from ") + from + "\n"));
}

Status refuse_what_is_there(Disk& disk, const std::string& from, const std::string& to) {
    const auto found = client::find_log(disk, from + "/log");
    if (!found && found.error().kind != ErrorKind::NotFound) return found;
    if (!found) return Error{ErrorKind::BadInput, "there is no backup of a log in " + from + "; is --from right?"};
    // One that was interrupted is gone on with.
    const auto marker = disk.read_file(to + restored_file);
    const auto known = disk.list(to + "/log");
    if (known && !known->empty() && !(marker && marker->starts_with("incomplete"))) return Error{ErrorKind::BadInput, to + " holds a log already; restore into a new folder (--data DIR)"};
    return success();
}

int restore(Context& context) {
    SystemDisk disk;
    const std::string from = context.options().value("from"), to = context.data_folder();
    if (from.empty() || !context.options().has("data")) return fail(exit_bad_input, "log restore needs --from BACKUP and --data DIR (a new folder)");
    if (auto clear = refuse_what_is_there(disk, from, to); !clear) return fail(clear.error());
    if (auto made = disk.make_folder(to + "/run"); !made) return fail(made.error());
    auto lock = FolderLock::take(to + "/run/lock");
    if (!lock) return fail(lock.error());
    if (auto copied = copy_backup(disk, from, to); !copied) return fail(copied.error());
    const auto report = eventlog::verify(disk, to + "/log", codec::owner_of_body);
    if (!report) return fail(report.error());
    const bool whole = report->damage.empty();
    if (context.json()) {
        print_json({{"ok", whole}, {"events", report->events}, {"segments", report->segments}, {"last_position", report->last.value}});
    } else {
        print("restored " + std::to_string(report->events) + " events (to position " + std::to_string(report->last.value) + ") into " + to +
              (whole ? "" : "; the copy is damaged, see: apollo-cli log verify"));
        print("start it with: apollo-orchestrator --data " + to + "   (on the address the agents know); what agents know better is reconciled when they connect");
    }
    return whole ? exit_done : exit_no;
}

}  // namespace

std::vector<Verb> restore_verbs() {
    return {{"log", "restore", "make a data folder of a backup (apollo-orchestrator --backup DIR)", {{"from", "DIR", "the backup's folder"}}, restore}};
}

}  // namespace apollo::cli
