// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/intents/builtin.h"
#include "agent/intents/fetch.h"
#include "agent/intents/files.h"
#include "agent/intents/params.h"
#include "agent/intents/service.h"
#include "common/base/disk.h"

namespace apollo::agent {

namespace {

struct Upgrade {
    FetchParams file;
    std::string previous;  // where the old file is kept, in the checkpoint folder
    Service service;
    std::int64_t settle_ms = 0;
};

Result<Upgrade> read(const BuiltinInput& input) {
    const auto& json = input.params;
    auto file = read_fetch_params(json);
    if (!file) return file.error();
    if (!json.contains("service") || !json["service"].is_string()) return Error{ErrorKind::BadInput, "the param 'service' must be a unit's name"};
    auto service = Service::of(json["service"].get<std::string>());
    if (!service) return service.error();
    const auto settle_ms = whole_number(json, "settle_ms", 2000, 0, 600000);
    if (!settle_ms) return settle_ms.error();
    if (!json.contains("mode")) file->mode = 0755;
    return Upgrade{*file, input.checkpoint_folder + "/previous", *service, *settle_ms};
}

Status keep_previous(const Upgrade& upgrade) {
    SystemDisk disk;
    if (disk.exists(upgrade.previous) || !disk.exists(upgrade.file.path)) return success();
    const auto present = sha256_of_file(upgrade.file.path);
    if (!present) return present.error();
    // An earlier attempt has been here: what lies there now is not the old one.
    if (*present == upgrade.file.sha256) return success();
    return install_copy(upgrade.file.path, upgrade.previous, 0600);
}

Result<bool> restore_previous(const Upgrade& upgrade) {
    if (!SystemDisk().exists(upgrade.previous)) return false;
    if (auto placed = install_copy(upgrade.previous, upgrade.file.path, upgrade.file.mode); !placed) return placed.error();
    if (auto restarted = upgrade.service.change("restart"); !restarted) return restarted.error();
    return true;
}

}  // namespace

Result<nlohmann::json> upgrade_service(const BuiltinInput& input) {
    const auto upgrade = read(input);
    if (!upgrade) return upgrade.error();
    if (auto kept = keep_previous(*upgrade); !kept) return kept.error();
    // Marked before the file is replaced: the restart is owed even if this attempt ends in between.
    SystemDisk disk;
    const std::string owed = input.checkpoint_folder + "/restart-owed";
    const auto present = disk.exists(upgrade->file.path) ? sha256_of_file(upgrade->file.path) : Result<std::string>(std::string());
    if (!present) return present.error();
    if (*present != upgrade->file.sha256) {
        if (auto marked = disk.write_file_atomically(owed, as_bytes(std::string_view("1"))); !marked) return marked.error();
    }
    const auto changed = fetch(upgrade->file, input.checkpoint_folder);
    if (!changed) return changed.error();
    const auto active = upgrade->service.is_active();
    if (!active) return active.error();
    const bool restart = *changed || !*active || disk.exists(owed);
    if (restart) {
        if (auto restarted = upgrade->service.change("restart"); !restarted && restarted.error().kind != ErrorKind::Io) return restarted.error();
        (void)disk.remove(owed);
    }
    const auto well = upgrade->service.settles(restart ? upgrade->settle_ms : 0);
    if (!well) return well.error();
    if (!*well) {
        const auto restored = restore_previous(*upgrade);
        if (!restored) return restored.error();
        return Error{ErrorKind::BadInput, std::string("the service does not stay active with the new file") +
                                              (*restored ? "; the previous one was put back" : "; there is no previous one")};
    }
    return nlohmann::json{{"path", upgrade->file.path}, {"sha256", upgrade->file.sha256}, {"changed", *changed}, {"restarted", restart}};
}

Result<nlohmann::json> undo_upgrade_service(const BuiltinInput& input) {
    const auto upgrade = read(input);
    if (!upgrade) return upgrade.error();
    const auto restored = restore_previous(*upgrade);
    if (!restored) return restored.error();
    return nlohmann::json{{"path", upgrade->file.path}, {"changed", *restored}};
}

}  // namespace apollo::agent
