// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/cli/event_diagnosis.h"

#include <algorithm>

#include "app/cli/state_diagnosis.h"

namespace apollo::cli {

using domain::EventType;
using domain::RunStatus;

namespace {

bool is_known_run(const domain::State& state, RunIndex run) { return run.value < state.runs.size() && state.runs[run.value].task != no_task; }

std::string at_position(const domain::EventHeader& header) { return " (event " + std::to_string(header.position.value) + ")"; }

}  // namespace

void EventDiagnosis::see(const domain::Event& event, const domain::State& before) {
    const domain::EventHeader& header = event.header;
    if (header.type == EventType::TaskAmended) renumber(event, before);
    if (!domain::is_of_run(header) || !is_known_run(before, header.run)) return;
    // A start that the center noted by itself is a repair; that the process began is told by its node alone.
    if (header.type == EventType::Started && header.sequence.value != 0) see_start(event, before);
    if (header.type == EventType::Reconciled) {
        ++m_repairs;
        const auto* ended = std::get_if<domain::RunEnded>(&event.payload);
        m_last_repair = run_name(before, header.run) + at_position(header) + (ended && !ended->message.empty() ? ": " + ended->message : "");
    }
    if (!header.fact_only && header.version.value != 0) see_version(event, before);
}

void EventDiagnosis::see_start(const domain::Event& event, const domain::State& before) {
    const domain::EventHeader& header = event.header;
    const domain::Run& run = before.runs[header.run.value];
    if (m_started.size() <= header.run.value) m_started.resize(header.run.value + 1);
    std::vector<Attempt>& started = m_started[header.run.value];
    const std::string name = run_name(before, header.run);
    const std::string attempt = "attempt " + std::to_string(header.attempt.value);
    if (std::find(started.begin(), started.end(), header.attempt) != started.end()) {
        m_run_twice.push_back(attempt + " of " + name + " started twice" + at_position(header));
    } else if (run.status == RunStatus::Succeeded && header.attempt > run.attempt) {
        m_started_again.push_back(attempt + " of " + name + " started though attempt " + std::to_string(run.attempt.value) + " had succeeded" + at_position(header));
    }
    started.push_back(header.attempt);
}

void EventDiagnosis::see_version(const domain::Event& event, const domain::State& before) {
    const domain::EventHeader& header = event.header;
    const Version known = before.runs[header.run.value].version;
    if (header.version == known.next()) return;
    m_jumps.push_back(run_name(before, header.run) + " goes from version " + std::to_string(known.value) + " to " + std::to_string(header.version.value) +
                      at_position(header));
}

// An amended task's runs have new numbers; what is known of those that stay moves with them.
void EventDiagnosis::renumber(const domain::Event& event, const domain::State& before) {
    const domain::EventHeader& header = event.header;
    const auto* amended = std::get_if<domain::TaskAmended>(&event.payload);
    if (!amended || !amended->plan || header.task.value >= before.tasks.size() || !before.tasks[header.task.value].plan) return;
    const domain::Task& task = before.tasks[header.task.value];
    for (std::uint32_t k = 0; k < task.plan->run_count; ++k) {
        const std::size_t old = task.first_run.value + k;
        if (old >= m_started.size() || m_started[old].empty()) continue;
        const auto now = amended->plan->find_run(task.plan->definition.steps[task.plan->step_of_run(k)].name, task.plan->node_of_run(k));
        if (!now) continue;
        const std::size_t index = header.run.value + *now;
        if (m_started.size() <= index) m_started.resize(index + 1);
        m_started[index] = std::move(m_started[old]);
    }
}

std::vector<Check> EventDiagnosis::checks() const {
    std::vector<Check> checks;
    checks.push_back(make_check("run_twice", m_run_twice, "no attempt of any run was started twice",
                                "look at the events of that run with event list; was the node's data folder copied, or put back from an old copy?"));
    checks.push_back(make_check("started_after_success", m_started_again, "nothing that had succeeded was started again without a person's decision",
                                "the effect may be there twice: look at the events of that run with event list, and check the node by hand"));
    checks.push_back(make_check("version_jumps", m_jumps, "the versions of every run grow by one",
                                "events of these runs are lost: see log verify, then decide with task rerun, skip or override"));
    Check repairs{"disagreements", true, "nodes and center never disagreed", ""};
    if (m_repairs > 0) repairs.message = std::to_string(m_repairs) + " differences between nodes and center were repaired, the last of " + m_last_repair;
    checks.push_back(repairs);
    return checks;
}

}  // namespace apollo::cli
