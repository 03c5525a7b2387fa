// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/core/reconcile.h"

#include <algorithm>
#include <map>

#include "common/domain/undone.h"

namespace apollo::core {

namespace {

using domain::EventType;
using domain::RunStatus;

Attempt live_attempt(const domain::Run& run) { return std::max(run.attempt, run.dispatched_attempt); }

bool is_timed_out(const domain::Run& run) {
    return !domain::is_live(run) && (run.status == RunStatus::Timeout || run.status == RunStatus::Retrying) && !domain::is_undone(run);
}

bool lives(const AttemptReport& report) { return report.phase == NodePhase::Queued || report.phase == NodePhase::Running; }

std::optional<Difference> compare_live(const domain::State& state, const domain::Run& run, const AttemptReport* report) {
    const bool running = run.status == RunStatus::Running;
    if (report == nullptr) return running || run.accepted ? Difference::AttemptUnknown : Difference::DispatchUnknown;
    if (report->phase == NodePhase::Ended) return Difference::EndUnknown;
    if (report->phase == NodePhase::Forbidden) return Difference::ForbiddenThere;
    if (report->phase == NodePhase::Running && !running) return Difference::StartUnknown;
    if (state.tasks[run.task.value].cancel_requested) return Difference::CancelUnknown;
    if (report->phase == NodePhase::Queued && !running && !run.accepted) return Difference::AcceptUnknown;
    return std::nullopt;
}

// What became of it a person decides; only that it is over there counts, so that its place is free again.
std::optional<Difference> compare_quarantined(const AttemptReport* report) {
    if (report == nullptr || report->phase == NodePhase::Forbidden) return Difference::AttemptUnknown;
    if (report->phase == NodePhase::Ended) return Difference::EndUnknown;
    return std::nullopt;
}

std::optional<Difference> compare_timed_out(const domain::Run& run, const AttemptReport* report) {
    if (report == nullptr) return std::nullopt;
    const bool succeeded = report->phase == NodePhase::Ended && report->end && report->end->type == EventType::Succeeded;
    if (succeeded) return Difference::LateEnd;
    if (report->phase == NodePhase::Running && run.status == RunStatus::Timeout) return Difference::StillRunning;
    return std::nullopt;
}

}  // namespace

const char* to_text(Difference difference) {
    switch (difference) {
        case Difference::DispatchUnknown: return "the dispatch never arrived; it is sent again";
        case Difference::AttemptUnknown: return "the node does not know this attempt any more (its log is gone or older)";
        case Difference::ForbiddenThere: return "the node was told never to start this attempt";
        case Difference::AcceptUnknown: return "the node has it in its queue, which was not known here";
        case Difference::StartUnknown: return "the node runs it, which was not known here";
        case Difference::EndUnknown: return "it has ended on the node, which was not known here";
        case Difference::LateEnd: return "it succeeded on the node before its timeout was decided here";
        case Difference::StillRunning: return "it still runs on the node although its timeout was decided here";
        case Difference::CancelUnknown: return "the task is cancelled, but the node goes on with it; it is told again";
        case Difference::UnwantedAttempt: return "the node works on an attempt that is not wanted any more; it is stopped";
        case Difference::RunUnknown: return "the node works on a run that does not exist here; it is stopped";
    }
    return "";
}

std::vector<AskedAttempt> attempts_to_ask(const domain::State& state, NodeIndex node, std::size_t limit) {
    std::vector<AskedAttempt> asked;
    for (std::uint32_t k = 0; k < state.runs.size() && asked.size() < limit; ++k) {
        const domain::Run& run = state.runs[k];
        if (run.node != node || run.task == no_task) continue;
        if (domain::is_live(run)) asked.push_back({RunIndex{k}, live_attempt(run)});
        // Of what timed out for good only as long as its task goes on: nothing follows from the rest.
        const bool is_past = run.status == RunStatus::Timeout && domain::is_ended(state.tasks[run.task.value].status);
        if (is_timed_out(run) && !is_past && !run.quarantined) asked.push_back({RunIndex{k}, run.attempt});
    }
    return asked;
}

std::vector<Repair> compare(const domain::State& state, NodeIndex node, const NodeSnapshot& snapshot, const std::vector<AskedAttempt>& asked) {
    std::map<std::pair<RunIndex, Attempt>, const AttemptReport*> reports;
    std::vector<Repair> strangers;
    for (const AttemptReport& report : snapshot.attempts) {
        const auto run = state.find_run(report.task, report.step, state.nodes[node.value].facts.node);
        if (run && !state.task_of(*run).historical) reports[{*run, report.attempt}] = &report;
        else if (lives(report)) strangers.push_back({Difference::RunUnknown, no_run, report.attempt, &report});
    }
    const auto report_of = [&](RunIndex run, Attempt attempt) {
        const auto found = reports.find({run, attempt});
        return found == reports.end() ? nullptr : found->second;
    };
    std::vector<Repair> repairs;
    for (const auto& [run, attempt] : asked) {
        const domain::Run& known = state.runs[run.value];
        const AttemptReport* report = report_of(run, attempt);
        std::optional<Difference> difference;
        if (domain::is_live(known) && live_attempt(known) == attempt) difference = known.quarantined ? compare_quarantined(report) : compare_live(state, known, report);
        else if (!known.quarantined && is_timed_out(known) && known.attempt == attempt) difference = compare_timed_out(known, report);
        if (difference) repairs.push_back({*difference, run, attempt, report});
    }
    for (const auto& [name, report] : reports) {
        const domain::Run& known = state.runs[name.first.value];
        const bool wanted = domain::is_live(known) && live_attempt(known) == name.second;
        const bool is_late = !domain::is_live(known) && known.status == RunStatus::Timeout && known.attempt == name.second &&
                             !domain::is_ended(state.tasks[known.task.value].status) && report->phase == NodePhase::Running;
        if (lives(*report) && !wanted && !is_late) repairs.push_back({Difference::UnwantedAttempt, name.first, name.second, report});
    }
    repairs.insert(repairs.end(), strangers.begin(), strangers.end());
    return repairs;
}

}  // namespace apollo::core
