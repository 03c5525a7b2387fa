// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// `doctor`: gathers what the checks need, from a running orchestrator or a folder, and prints their verdicts.
#include <algorithm>

#include "app/cli/commands.h"
#include "app/cli/event_diagnosis.h"
#include "app/cli/event_walk.h"
#include "app/cli/folder_checks.h"
#include "app/cli/known_end.h"
#include "app/cli/state_diagnosis.h"
#include "app/client/folder_log.h"
#include "common/base/clock.h"

namespace apollo::cli {

namespace {

struct Patient {
    bool local = false;  // the data folder is on this machine
    bool live = false;   // an orchestrator answers
};

// The log as far as it can be followed, with what the events themselves told.
struct Examined {
    std::shared_ptr<domain::State> state;
    EventDiagnosis events;
    std::optional<domain::EventHeader> at_history;     // the event where the SQL history stands
    std::optional<domain::EventHeader> behind_backup;  // the first one that the backup does not hold
};

Result<Examined> examine(Context& context, Position history_position, Position backup_position) {
    Examined examined;
    auto state = walk_events(context, [&](const domain::Event& event, const domain::State& before) {
        examined.events.see(event, before);
        if (event.header.position == history_position) examined.at_history = event.header;
        if (!examined.behind_backup && event.header.position > backup_position) examined.behind_backup = event.header;
        return true;
    });
    if (!state) return state.error();
    examined.state = *state;
    return examined;
}

Result<Circumstances> circumstances_of(Context& context, const Patient& patient, const domain::State& state) {
    Circumstances circumstances;
    circumstances.live = patient.live;
    circumstances.now = patient.live ? SystemClock().now().wall : state.last.recorded_time;
    if (!patient.live) return circumstances;
    auto session = context.session();
    if (!session) return session.error();
    auto measured = await<std::vector<api::NodeMeasurement>>([&](auto done) { session->history->measure_nodes(std::move(done)); });
    if (!measured) return measured.error();
    circumstances.nodes = *measured;
    return circumstances;
}

Result<std::vector<Check>> all_checks(Context& context, const Patient& patient) {
    const std::string data = context.data_folder();
    SystemDisk disk;
    const HistoryFacts history = patient.local ? look_at_history(data) : HistoryFacts{};
    const BackupFacts backup = patient.local ? look_at_backup(disk, data) : BackupFacts{};
    std::vector<Check> checks;
    const Position known_end = patient.local ? std::max(known_log_end(disk, data), backup.last) : Position{};
    if (patient.local) checks.push_back(check_log(disk, data, patient.live, known_end));
    auto examined = examine(context, history.position, backup.last);
    if (!examined) return examined.error();
    auto circumstances = circumstances_of(context, patient, *examined->state);
    if (!circumstances) return circumstances.error();
    for (Check& check : examined->events.checks()) checks.push_back(std::move(check));
    for (Check& check : check_state(*examined->state, *circumstances)) checks.push_back(std::move(check));
    if (patient.local) {
        checks.push_back(check_history(data, history, examined->at_history, examined->state->position, patient.live));
        checks.push_back(check_backup(backup, examined->behind_backup, circumstances->now));
        checks.push_back(check_permissions(data));
        checks.push_back(check_disk_space(data));
        checks.push_back(check_certificates(data, SystemClock().now().wall));
    }
    return checks;
}

void print_checks(const std::vector<Check>& checks, const Patient& patient, std::size_t troubles) {
    std::vector<std::vector<std::string>> rows{{"CHECK", "VERDICT", "WHAT WAS FOUND"}};
    for (const Check& check : checks) {
        rows.push_back({check.name, check.ok ? "ok" : "trouble", check.message});
        if (!check.ok) rows.push_back({"", "", "what to do: " + check.advice});
    }
    print_table(rows);
    print(std::string(patient.live ? "the running orchestrator" : "the folder, on which nothing runs,") +
          (troubles == 0 ? " is healthy" : " has trouble in " + std::to_string(troubles) + " of " + std::to_string(checks.size()) + " checks"));
}

int doctor(Context& context) {
    Patient patient;
    patient.local = !context.options().has("profile") && !context.options().has("connect");
    patient.live = !patient.local || context.orchestrator_runs();
    if (SystemDisk disk; patient.local) {
        if (auto found = client::find_log(disk, context.data_folder() + "/log"); !found) return fail(found.error());
    }
    auto checks = all_checks(context, patient);
    if (!checks) return fail(checks.error());
    Json list = Json::array();
    std::size_t troubles = 0;
    for (const Check& check : *checks) {
        troubles += check.ok ? 0 : 1;
        list.push_back({{"check", check.name}, {"ok", check.ok}, {"message", check.message}, {"advice", check.ok ? Json(nullptr) : Json(check.advice)}});
    }
    if (context.json()) print_json({{"ok", troubles == 0}, {"checks", list}});
    else print_checks(*checks, patient, troubles);
    return troubles == 0 ? exit_done : exit_no;
}

}  // namespace

std::vector<Verb> doctor_verbs() {
    return {{"doctor", "", "look for trouble in a running system or in a folder nothing runs on; exit 1 and what to do if there is any", {}, doctor}};
}

}  // namespace apollo::cli
