// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Breakers, watermarks and alerts.

#include <algorithm>
#include <cmath>
#include <map>

#include "app/core/orchestrator_core.h"
#include "common/domain/conditions.h"
#include "common/domain/failure_text.h"
#include "common/domain/roll_out.h"

namespace apollo::core {

using domain::EventType;

namespace {

constexpr std::int64_t watch_interval_ms = 10000;
constexpr std::int64_t slow_recovery_ms = 30000;
constexpr std::uint32_t compensation_backlog_alert = 100;

bool ends_attempt(EventType type) {
    return type == EventType::Succeeded || type == EventType::Failed || type == EventType::TimedOut;
}

}  // namespace

bool OrchestratorCore::is_alerted(std::string_view key) const {
    return std::any_of(m_state->alerts.begin(), m_state->alerts.end(), [&](const domain::Alert& alert) { return alert.key == key; });
}

void OrchestratorCore::set_alert(Now now, Output& output, const std::string& key, bool holds, const std::string& message, NodeIndex node) {
    const auto& alerts = m_state->alerts;
    const auto open = std::find_if(alerts.begin(), alerts.end(), [&](const domain::Alert& alert) { return alert.key == key; });
    if (holds == (open != alerts.end())) return;
    domain::Event event;
    event.header.type = holds ? EventType::AlertRaised : EventType::AlertCleared;
    event.header.node = node;
    event.payload = domain::Note{holds ? message : "over: " + open->message, {}, holds ? Position{} : open->position, {}, key};
    emit(now, output, std::move(event));
}

void OrchestratorCore::follow_attempt(Now now, Output& output, RunIndex run, EventType type) {
    if (!ends_attempt(type)) return;
    m_failure_rate.note(type != EventType::Succeeded, now.monotonic);
    if (!m_watch_armed) watch_failure_rate(now, output);
    for (const std::string& name : breakers_of(run)) {
        const domain::Breaker* breaker = domain::find_breaker(*m_state, name);
        if (!breaker) continue;
        if (type == EventType::Succeeded) {
            if (breaker->open) close_breaker(now, output, name, domain::Note{"an attempt succeeded", {}, {}, {}, name});
        } else if (breaker->open) {
            m_gates.end_trial(name, run, now.monotonic);
        } else if (breaker->failures >= m_settings.breaker_failures) {
            open_breaker(now, output, name, *breaker);
        }
    }
}

void OrchestratorCore::open_breaker(Now now, Output& output, const std::string& name, const domain::Breaker& breaker) {
    const std::string message = std::to_string(breaker.failures) + " attempts in a row failed; nothing of " + name +
                                " is dispatched until one on trial succeeds";
    domain::Event event;
    event.header.type = EventType::BreakerOpened;
    event.payload = domain::Note{message, {}, {}, {}, name};
    emit(now, output, std::move(event));
    m_gates.open(name, now.monotonic);
    set_alert(now, output, "breaker:" + name, true, "breaker " + name + " is open: " + message);
}

void OrchestratorCore::close_breaker(Now now, Output& output, const std::string& name, domain::Payload why) {
    domain::Event event;
    event.header.type = EventType::BreakerClosed;
    event.payload = std::move(why);
    emit(now, output, std::move(event));
    const std::vector<RunIndex> held = m_gates.close(name);
    m_changes.runs.insert(m_changes.runs.end(), held.begin(), held.end());
    set_alert(now, output, "breaker:" + name, false, {});
}

// After every input, so no sentence is made before something has changed.
void OrchestratorCore::watch_queues(Now now, Output& output) {
    const std::uint64_t waiting = m_state->waiting_retries, limit = m_settings.retry_queue_limit;
    const auto figures = [&] { return std::to_string(waiting) + " retries wait, the limit is " + std::to_string(limit); };
    const bool full = waiting * 10 >= limit * (is_alerted("watermark:retries") ? 7 : 8);
    if (full != is_alerted("watermark:retries")) {
        set_alert(now, output, "watermark:retries", full, "the retry queue is more than 80 % full: " + figures());
    }
    const bool throttle = waiting * 10 >= limit * (m_state->dispatch_throttled ? 8 : 9);
    if (throttle != m_state->dispatch_throttled) {
        domain::Event event;
        event.header.type = throttle ? EventType::DispatchPaused : EventType::DispatchResumed;
        event.payload = domain::Note{(throttle ? "nothing new is dispatched: " : "dispatch goes on: ") + figures(), {}, {}, {}, "watermark:retries"};
        emit(now, output, std::move(event));
    }
    if (m_state->dead_letters.empty() == is_alerted("dead-letters")) {
        set_alert(now, output, "dead-letters", !m_state->dead_letters.empty(), "there are dead letters; see: apollo-cli dlq list");
    }
    const bool backlog = m_state->undo_backlog > compensation_backlog_alert;
    if (backlog != is_alerted("compensation-backlog")) {
        set_alert(now, output, "compensation-backlog", backlog, std::to_string(m_state->undo_backlog) + " runs wait to be undone");
    }
    if ((m_state->quarantined_runs > 0) != is_alerted("quarantine")) {
        set_alert(now, output, "quarantine", m_state->quarantined_runs > 0,
                  "runs are quarantined since events of theirs were lost; a person decides (rerun, skip or override)");
    }
}

// Said when a failure stops a roll-out; over when somebody has seen it, or when it goes on.
void OrchestratorCore::watch_roll_outs(Now now, Output& output) {
    struct Failures {
        RunIndex run;  // one of those that failed now
        std::uint32_t count = 0;
    };
    std::map<std::pair<TaskIndex, std::uint32_t>, Failures> changed;
    for (RunIndex run : m_changes.runs) {
        if (m_state->runs[run.value].task == no_task) continue;
        const domain::Task& task = m_state->task_of(run);
        if (!task.plan || !task.plan->rolls_out) continue;
        const std::uint32_t step = task.plan->step_of_run(run.value - task.first_run.value);
        if (!task.plan->steps[step].rolls_out) continue;
        Failures& failures = changed[{m_state->runs[run.value].task, step}];
        const domain::RunStatus status = m_state->runs[run.value].status;
        if (status != domain::RunStatus::Failed && status != domain::RunStatus::Timeout) continue;
        // What failed long ago was told then.
        if (std::find(m_failed.begin(), m_failed.end(), run) == m_failed.end()) continue;
        failures.run = run;
        ++failures.count;
    }
    for (const auto& [place, failures] : changed) {
        const domain::Task& task = m_state->tasks[place.first.value];
        const domain::PlanStep& step = task.plan->steps[place.second];
        const domain::Task::StepCount& count = task.steps[place.second];
        const std::string name = task.id.text + "/" + task.plan->definition.steps[place.second].name.text, key = once_prefix + "rollout:" + name;
        if (!domain::is_stopped(step, count)) {
            if (is_alerted(key)) set_alert(now, output, key, false, {});
        } else if (failures.count > 0 && count.failed - std::min(count.failed, failures.count) <= *step.tolerated) {
            set_alert(now, output, key, true, "the roll-out " + name + " has stopped: it failed on " + m_state->node_of(failures.run).text + ": " + domain::failure_text(m_state->details[failures.run.value]));
        }
    }
}

void OrchestratorCore::watch_failure_rate(Now now, Output& output) {
    const FailureRate::Verdict verdict = m_failure_rate.look(now.monotonic);
    if (verdict != FailureRate::Verdict::Suspicious) {
        const auto percent = static_cast<int>(std::lround(m_failure_rate.percent()));
        set_alert(now, output, "failure-rate", verdict == FailureRate::Verdict::Bad,
                  std::to_string(percent) + " % of the attempts of the last 5 minutes failed, for 5 minutes");
    }
    if (m_failure_rate.idle()) return;
    m_watch_armed = true;
    m_timers.add({.due = now.monotonic.plus_ms(watch_interval_ms), .kind = Timer::Kind::Watch});
}

Output OrchestratorCore::note_recovery(Now now, std::int64_t duration_ms) {
    Output output;
    set_alert(now, output, "recovery", duration_ms > slow_recovery_ms,
              "the start took " + std::to_string(duration_ms / 1000) + " s, more than 30; see: apollo-cli log stats");
    finish(now, output);
    return output;
}

// With every heartbeat: only a change goes further.
Output OrchestratorCore::note_clock_offset(Now now, NodeIndex node, std::int64_t offset_ms) {
    Output output;
    const std::string& name = m_state->nodes[node.value].facts.node.text;
    const std::int64_t size_ms = std::abs(offset_ms);
    if (size_ms > m_settings.clock_offset_alert_ms) {
        set_alert(now, output, "clock:" + name, true, "the clock of node " + name + " is off by " + std::to_string(offset_ms) + " ms", node);
    } else if (size_ms * 2 < m_settings.clock_offset_alert_ms) {
        set_alert(now, output, "clock:" + name, false, {}, node);
    }
    if (!output.events.empty()) finish(now, output);
    return output;
}

// Every few seconds: only a change goes further.
Output OrchestratorCore::note_backup(Now now, const std::string& trouble) {
    Output output;
    set_alert(now, output, "backup", !trouble.empty(), trouble);
    if (!output.events.empty()) finish(now, output);
    return output;
}

}  // namespace apollo::core
