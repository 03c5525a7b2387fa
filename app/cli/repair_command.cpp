// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// log repair: heals a damaged log from its backup.
#include <algorithm>

#include "app/cli/commands.h"
#include "app/cli/documents.h"
#include "app/cli/known_end.h"
#include "app/client/folder_log.h"
#include "common/base/disk.h"
#include "common/base/folder_lock.h"
#include "common/codec/event_codec.h"
#include "common/eventlog/repair.h"

namespace apollo::cli {

namespace {

// What was made of the log while it was hurt says less than the healed log does: both are made anew from it.
Status set_snapshots_aside(Disk& disk, const std::string& data, const std::string& aside) {
    const std::string from = data + "/snapshots", to = aside + "/snapshots";
    const auto names = disk.list(from);
    if (!names || names->empty()) return success();
    if (auto made = disk.make_folder(to); !made) return made;
    for (const std::string& name : *names) {
        if (auto moved = disk.rename(from + "/" + name, to + "/" + name); !moved) return moved;
    }
    if (auto synced = disk.sync_folder(to); !synced) return synced;
    return disk.sync_folder(from);
}

std::size_t count_healed(const std::vector<eventlog::HealedPlace>& places) {
    return static_cast<std::size_t>(std::count_if(places.begin(), places.end(), [](const auto& place) { return place.obstacle.empty(); }));
}

Json place_document(const eventlog::HealedPlace& place) {
    const eventlog::Damage& damage = place.damage;
    const bool lost = damage.first_missing <= damage.last_missing;
    return {{"segment", damage.segment.empty() ? Json(nullptr) : Json(damage.segment)}, {"offset", damage.offset}, {"positions", lost ? Json::array({damage.first_missing.value, damage.last_missing.value}) : Json(nullptr)},
            {"repaired", place.obstacle.empty()}, {"reason", place.obstacle.empty() ? Json(nullptr) : Json(place.obstacle)}};
}

void say(const std::vector<eventlog::HealedPlace>& places, std::size_t healed, bool only_look, const std::string& aside) {
    for (const eventlog::HealedPlace& one : places) {
        const Json place = place_document(one);
        std::string text = one.damage.segment.empty() ? "the end of the log" : one.damage.segment + " at offset " + place["offset"].dump();
        if (!place["positions"].is_null()) text += ", events " + place["positions"][0].dump() + " to " + place["positions"][1].dump();
        print(text + ": " + (place["repaired"].get<bool>() ? (only_look ? "can be repaired" : "repaired") : "not repaired, " + place["reason"].get<std::string>()));
    }
    if (places.empty()) print("nothing is damaged");
    if (healed == 0 || only_look) return;
    print("the hurt files are in " + aside);
    print("the state is made anew from the log at the next start; for the SQL history run then: apollo-cli store rebuild");
}

int repair(Context& context) {
    SystemDisk disk;
    const std::string data = context.data_folder(), from = context.options().value("from"), aside = data + "/damaged";
    const bool only_look = context.options().has("dry-run");
    if (from.empty()) {
        return fail(exit_bad_input, "log repair needs --from BACKUP (apollo-orchestrator --backup DIR keeps one); without a backup start the orchestrator as it "
                                    "is: it goes on with all that is readable and sets the runs concerned aside");
    }
    for (const std::string& folder : {data, from}) {
        const auto found = folder == data ? client::find_own_log(disk, folder + "/log") : client::find_log(disk, folder + "/log");
        if (!found && found.error().kind == ErrorKind::NotFound) return fail(exit_bad_input, "there is no log in " + folder + "/log; are --data and --from right?");
        if (!found) return fail(found.error());
    }
    auto lock = FolderLock::take(data + "/run/lock");
    if (!lock) return fail(exit_no, lock.error().message + "; stop the orchestrator before repairing its log");
    const Position known_end = known_log_end(disk, data);  // before the snapshots are set aside
    const eventlog::RepairFolders folders{data + "/log", from + "/log", aside};
    auto places = eventlog::repair(disk, folders, codec::owner_of_body, true, known_end);
    if (!places) return fail(places.error());
    if (!only_look && count_healed(*places) > 0) {
        // Before the log is whole: after it nothing would say that they still have to go.
        if (auto moved = set_snapshots_aside(disk, data, aside); !moved) return fail(moved.error());
        places = eventlog::repair(disk, folders, codec::owner_of_body, false, known_end);
        if (!places) return fail(places.error());
    }
    const std::size_t healed = count_healed(*places);
    const bool ok = healed == places->size();
    if (context.json()) {
        Json documents = Json::array();
        for (const auto& place : *places) documents.push_back(place_document(place));
        print_json({{"ok", ok}, {"dry_run", only_look}, {"places", std::move(documents)}});
    } else {
        say(*places, healed, only_look, aside);
    }
    return ok ? exit_done : exit_no;
}

}  // namespace

std::vector<Verb> repair_verbs() {
    return {{"log", "repair", "heal a damaged log from its backup; the hurt files are kept", {{"from", "DIR", "the backup's folder (apollo-orchestrator --backup DIR)"}, {"dry-run", "", "only say what can be repaired"}}, repair}};
}

}  // namespace apollo::cli
