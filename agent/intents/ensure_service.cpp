// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/intents/builtin.h"
#include "agent/intents/params.h"
#include "agent/intents/service.h"
#include "common/base/disk.h"

namespace apollo::agent {

namespace {

struct Wanted {
    std::optional<bool> active;
    std::optional<bool> enabled;
};

Result<std::string> name_of(const nlohmann::json& params) {
    if (!params.contains("name") || !params["name"].is_string()) return Error{ErrorKind::BadInput, "the param 'name' must be a unit's name"};
    return params["name"].get<std::string>();
}

Result<Wanted> wanted_of(const nlohmann::json& params) {
    Wanted wanted;
    const std::string state = params.contains("state") && params["state"].is_string() ? params["state"].get<std::string>() : "";
    if (params.contains("state") && state != "started" && state != "stopped") {
        return Error{ErrorKind::BadInput, "the param 'state' must be started or stopped"};
    }
    if (!state.empty()) wanted.active = state == "started";
    if (params.contains("enabled") && !params["enabled"].is_boolean()) return Error{ErrorKind::BadInput, "the param 'enabled' must be true or false"};
    if (params.contains("enabled")) wanted.enabled = params["enabled"].get<bool>();
    if (!wanted.active && !wanted.enabled) return Error{ErrorKind::BadInput, "say what is to be ensured: 'state', 'enabled' or both"};
    return wanted;
}

// Brings the service there; what was changed.
Result<nlohmann::json> bring(const Service& service, const Wanted& wanted) {
    bool changed = false;
    const auto one = [&](const std::optional<bool>& want, const Result<bool>& is, const char* on, const char* off) -> Status {
        if (!want) return success();
        if (!is) return is.error();
        if (*is == *want) return success();
        changed = true;
        return service.change(*want ? on : off);
    };
    if (auto done = one(wanted.enabled, service.is_enabled(), "enable", "disable"); !done) return done.error();
    if (auto done = one(wanted.active, service.is_active(), "start", "stop"); !done) return done.error();
    const auto active = service.is_active();
    const auto enabled = service.is_enabled();
    if (!active) return active.error();
    if (!enabled) return enabled.error();
    if (wanted.active && *active != *wanted.active) {
        return Error{ErrorKind::Io, *wanted.active ? "the service was started but is not active" : "the service was stopped but is active"};
    }
    return nlohmann::json{{"changed", changed}, {"active", *active}, {"enabled", *enabled}};
}

// How it was before the first attempt; the undoing goes back to it.
Status remember_before(const Service& service, const std::string& file) {
    SystemDisk disk;
    if (disk.exists(file)) return success();
    const auto active = service.is_active();
    const auto enabled = service.is_enabled();
    if (!active) return active.error();
    if (!enabled) return enabled.error();
    return disk.write_file_atomically(file, as_bytes(nlohmann::json{{"active", *active}, {"enabled", *enabled}}.dump()));
}

}  // namespace

Result<nlohmann::json> ensure_service(const BuiltinInput& input) {
    const auto name = name_of(input.params);
    if (!name) return name.error();
    const auto service = Service::of(*name);
    const auto wanted = wanted_of(input.params);
    if (!service) return service.error();
    if (!wanted) return wanted.error();
    if (auto kept = remember_before(*service, input.checkpoint_folder + "/before.json"); !kept) return kept.error();
    return bring(*service, *wanted);
}

Result<nlohmann::json> undo_ensure_service(const BuiltinInput& input) {
    const auto name = name_of(input.params);
    if (!name) return name.error();
    const auto service = Service::of(*name);
    if (!service) return service.error();
    SystemDisk disk;
    const std::string file = input.checkpoint_folder + "/before.json";
    if (!disk.exists(file)) return nlohmann::json{{"changed", false}};  // it never came so far as to change anything
    const auto text = disk.read_file(file);
    if (!text) return text.error();
    const auto before = nlohmann::json::parse(*text, nullptr, false);
    if (!before.is_object()) return Error{ErrorKind::Damaged, file + " cannot be read"};
    return bring(*service, {before.value("active", false), before.value("enabled", false)});
}

}  // namespace apollo::agent
