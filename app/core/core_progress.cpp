// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// An attempt's time is over here. Node gone: TIMEOUT. Node alive: it is asked twice whether the attempt gets on, and only one
// that does not is ended. No clock of the node's is compared with ours: two marks differ or they do not.

#include <algorithm>

#include "app/core/orchestrator_core.h"

namespace apollo::core {

using domain::EventType;
using domain::RunStatus;

void OrchestratorCore::on_execution_timeout(Now now, Output& output, const Timer& timer) {
    const domain::Run& run = m_state->runs[timer.run.value];
    if (run.status != RunStatus::Running || run.attempt != timer.attempt) {
        const auto watch = m_progress.find(timer.run);
        if (watch != m_progress.end() && watch->second.attempt == timer.attempt) m_progress.erase(watch);
        return;
    }
    if (wait_for_progress(now, output, timer.run)) return;
    time_out(now, output, timer.run, is_attached(run.node) ? "still running long after its timeout, which the node did not enforce"
                                                           : "the node is unreachable and the timeout has passed");
}

// True if nothing is decided yet.
bool OrchestratorCore::wait_for_progress(Now now, Output& output, RunIndex index) {
    const domain::Run& run = m_state->runs[index.value];
    if (!is_attached(run.node) || !m_attached[run.node.value].answers_snapshots) return false;
    ProgressWatch& watch = m_progress[index];
    if (watch.attempt != run.attempt) watch = {run.attempt, now.monotonic, false, std::nullopt};
    if (watch.due > now.monotonic) return true;
    if (watch.asked) {
        time_out(now, output, index, "its time is over, and the node does not say whether it gets on");
        return true;
    }
    watch.asked = true;
    output.effects.push_back(SendProgressQuery{run.node, index, run.attempt});
    watch_again(now, index);
    return true;
}

void OrchestratorCore::watch_again(Now now, RunIndex index) {
    ProgressWatch& watch = m_progress[index];
    const std::int64_t timeout_ms = m_state->plan_step_of(index).timeout_ms;
    const std::int64_t wait_ms = timeout_ms > 0 ? std::min(timeout_ms, m_settings.progress_interval_ms) : m_settings.progress_interval_ms;
    watch.due = now.monotonic.plus_ms(std::max<std::int64_t>(wait_ms, 1000));
    m_timers.add({.due = watch.due, .kind = Timer::Kind::Execution, .run = index, .attempt = watch.attempt});
}

Output OrchestratorCore::node_progress(Now now, NodeIndex node, RunIndex index, Attempt attempt, const ProgressReport& report) {
    Output output;
    const auto found = m_progress.find(index);
    if (found == m_progress.end() || found->second.attempt != attempt || !found->second.asked) return output;
    const domain::Run& run = m_state->runs[index.value];
    if (run.node != node || run.status != RunStatus::Running || run.attempt != attempt) return output;
    ProgressWatch& watch = found->second;
    watch.asked = false;
    if (!report.running) {
        // Its end is on its way; if it is not, the comparison finds out.
        ask_snapshot(now, output, node);
    } else if (report.stuck || (watch.mark && *watch.mark == report.mark)) {
        time_out(now, output, index, report.stuck ? "its time is over, and its progress command says that it does not get on"
                                                  : "its time is over, and neither its output nor its checkpoint changed since it was asked");
        finish(now, output);
        return output;
    }
    watch.mark = report.mark;
    return output;
}

void OrchestratorCore::time_out(Now now, Output& output, RunIndex index, const std::string& message) {
    m_progress.erase(index);
    const domain::Run& run = m_state->runs[index.value];
    domain::RunEnded ended;
    ended.failure_class = domain::FailureClass::Transient;
    ended.message = message;
    output.effects.push_back(SendCancel{run.node, index, run.attempt, ended.message});
    emit(now, output, draft_run_event(*m_state, index, EventType::TimedOut, run.attempt, ended));
    follow_attempt(now, output, index, EventType::TimedOut);
    follow_failure(now, output, index, domain::FailureClass::Transient);
}

}  // namespace apollo::core
