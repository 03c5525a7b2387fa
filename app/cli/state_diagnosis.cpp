// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/cli/state_diagnosis.h"

#include <algorithm>
#include <cstdlib>

namespace apollo::cli {

using domain::NodeStatus;
using domain::RunStatus;
using Findings = std::vector<std::string>;

namespace {

constexpr std::int64_t overdue_least_ms = 120000;     // beyond its timeout; what the center does by itself is done by then
constexpr std::int64_t confirmation_patience_ms = 15000;
constexpr std::int64_t retry_patience_ms = 60000;
constexpr std::int64_t clock_offset_limit_ms = 2000;

std::string count_text(std::uint64_t count, const std::string& what) { return std::to_string(count) + " " + what + (count == 1 ? "" : "s"); }
std::string seconds_text(std::int64_t ms) { return std::to_string(ms / 1000) + " s"; }

const api::NodeMeasurement* measurement_of(const Circumstances& circumstances, const NodeId& node) {
    for (const api::NodeMeasurement& one : circumstances.nodes) {
        if (one.node == node) return &one;
    }
    return nullptr;
}

// Why nothing gets through to the node; empty when it is there as far as one can know.
std::string silence_of(const domain::Node& node, const Circumstances& circumstances) {
    if (node.status == NodeStatus::Unreachable || node.status == NodeStatus::Conservative || node.status == NodeStatus::Revoked) return to_text(node.status);
    if (!circumstances.live) return {};
    const api::NodeMeasurement* measured = measurement_of(circumstances, node.facts.node);
    return measured && measured->connected ? std::string() : "not connected";
}

// Every run of a task that is really executed.
template <typename Visit>
void for_each_run(const domain::State& state, Visit visit) {
    for (std::uint32_t k = 0; k < state.runs.size(); ++k) {
        const domain::Run& run = state.runs[k];
        if (run.task == no_task || state.tasks[run.task.value].historical) continue;
        visit(RunIndex{k}, run, state.details[k], state.tasks[run.task.value]);
    }
}

Check check_quarantined(const domain::State& state) {
    Findings findings;
    for_each_run(state, [&](RunIndex index, const domain::Run& run, const domain::RunDetails&, const domain::Task&) {
        if (run.quarantined) findings.push_back(run_name(state, index) + " is set aside because events of it were lost");
    });
    return make_check("quarantined_runs", findings, "no run is quarantined", "a person decides: task rerun, task skip or task override");
}

Check check_dead_letters(const domain::State& state) {
    Findings findings;
    for (const domain::DeadLetter& letter : state.dead_letters) {
        findings.push_back("report " + std::to_string(letter.position.value) + " could not be applied: " + letter.content.reason);
    }
    return make_check("dead_letters", findings, "every report could be applied", "see dlq show; then dlq requeue or dlq drop");
}

Check check_breakers(const domain::State& state) {
    Findings findings;
    const auto look = [&](const std::string& name, const domain::Breaker& breaker) {
        if (breaker.open) findings.push_back("breaker " + name + " is open after " + count_text(breaker.failures, "failure") + " in a row");
    };
    for (const auto& [intent, history] : state.intents) look("intent:" + intent.text, history.breaker);
    for (const domain::Node& node : state.nodes) look("node:" + node.facts.node.text, node.breaker);
    return make_check("breakers", findings, "every breaker is closed", "find out why the work fails; then breaker close, or wait for the next trial");
}

Check check_alerts(const domain::State& state) {
    Findings findings;
    for (const domain::Alert& alert : state.alerts) {
        findings.push_back("alert " + std::to_string(alert.position.value) + (alert.acknowledged ? " (seen by " + alert.acknowledged_by.text + ")" : "") + ": " +
                           alert.message);
    }
    return make_check("alerts", findings, "no alert is open", "see alert list; alert ack says that you have seen it");
}

Check check_silent_nodes(const domain::State& state, const Circumstances& circumstances) {
    Findings findings;
    for (const domain::Node& node : state.nodes) {
        if (node.live_runs == 0) continue;
        const std::string silence = silence_of(node, circumstances);
        if (!silence.empty()) findings.push_back("node " + node.facts.node.text + " is " + silence + " with " + count_text(node.live_runs, "run") + " on it");
    }
    return make_check("silent_nodes", findings, "no node with work on it is out of reach",
                      "look at the machine, its network and its agent; what ran there is found again when it is back");
}

Check check_missing_reports(const domain::State& state) {
    Findings findings;
    for (const domain::Node& node : state.nodes) {
        if (node.origins.empty() || node.origins.back().beyond.empty()) continue;
        const domain::OriginProgress& origin = node.origins.back();
        findings.push_back("report " + std::to_string(origin.contiguous.value + 1) + " of node " + node.facts.node.text + " is missing though " +
                           std::to_string(origin.beyond.back().value) + " has come");
    }
    return make_check("missing_reports", findings, "no report of a node is missing between others", "the node still holds it: apollo-cli reconcile; then look at that agent's log");
}

Check check_overdue(const domain::State& state, const Circumstances& circumstances) {
    Findings findings;
    for_each_run(state, [&](RunIndex index, const domain::Run& run, const domain::RunDetails& details, const domain::Task&) {
        const std::int64_t timeout_ms = state.plan_step_of(index).timeout_ms;
        if (run.status != RunStatus::Running || timeout_ms == 0) return;
        const std::int64_t running_ms = circumstances.now.ms - details.updated_at.ms;
        if (running_ms <= timeout_ms + std::max(timeout_ms, overdue_least_ms)) return;
        findings.push_back(run_name(state, index) + " has been running for " + seconds_text(running_ms) + ", its timeout is " + seconds_text(timeout_ms));
    });
    return make_check("overdue_runs", findings, "nothing runs far beyond its timeout", "see task explain; task cancel ends it");
}

// Which hop holds an order that its node has not confirmed.
Check check_unconfirmed(const domain::State& state, const Circumstances& circumstances) {
    Findings findings;
    for_each_run(state, [&](RunIndex index, const domain::Run& run, const domain::RunDetails& details, const domain::Task&) {
        if (!domain::is_live(run) || run.accepted || run.status == RunStatus::Running || run.node == no_node) return;
        const std::int64_t waiting_ms = circumstances.now.ms - details.updated_at.ms;
        if (waiting_ms <= confirmation_patience_ms) return;
        const std::string silence = silence_of(state.nodes[run.node.value], circumstances);
        const std::string hop = silence.empty() ? "it left the orchestrator, and the agent or the line to it holds it"
                                                : "the orchestrator holds it, since the node is " + silence;
        findings.push_back("the order for " + run_name(state, index) + " is unconfirmed after " + seconds_text(waiting_ms) + ": " + hop);
    });
    return make_check("unconfirmed_orders", findings, "every order sent was confirmed by its node",
                      "look at that node's agent; apollo-cli reconcile --node sends again what was lost");
}

std::string retry_cause(const domain::State& state, const domain::Run& run, RunIndex index, const Circumstances& circumstances) {
    const std::string silence = run.node == no_node ? "unknown" : silence_of(state.nodes[run.node.value], circumstances);
    if (!silence.empty()) return "its node is " + silence;
    const auto intent = state.intents.find(state.step_of(index).intent);
    if (intent != state.intents.end() && intent->second.breaker.open) return "the breaker of its intent is open";
    if (state.nodes[run.node.value].breaker.open) return "the breaker of its node is open";
    return "it waits for its turn among " + count_text(state.waiting_retries, "waiting run");
}

Check check_retries(const domain::State& state, const Circumstances& circumstances) {
    Findings findings;
    for_each_run(state, [&](RunIndex index, const domain::Run& run, const domain::RunDetails& details, const domain::Task& task) {
        if (run.status != RunStatus::Retrying || domain::is_live(run) || run.quarantined || !details.retry_recorded_at.known()) return;
        if (task.paused || state.dispatch_paused) return;  // its time stands still; told by another check
        const std::int64_t late_ms = circumstances.now.ms - details.retry_recorded_at.ms - details.retry_delay_ms;
        if (late_ms <= retry_patience_ms) return;
        findings.push_back("retry " + std::to_string(run.retries) + " of " + run_name(state, index) + " is " + seconds_text(late_ms) + " late: " +
                           retry_cause(state, run, index, circumstances));
    });
    return make_check("late_retries", findings, "no retry waits beyond its time", "see task explain for the exact cause");
}

Check check_clocks(const Circumstances& circumstances) {
    Findings findings;
    for (const api::NodeMeasurement& node : circumstances.nodes) {
        if (!node.clock_offset_ms || std::llabs(*node.clock_offset_ms) <= clock_offset_limit_ms) continue;
        findings.push_back("the clock of node " + node.node.text + " is off by " + std::to_string(*node.clock_offset_ms) + " ms");
    }
    return make_check("clocks", findings, circumstances.live ? "the clocks of all nodes agree" : "clocks are measured while an orchestrator runs",
                      "let that machine set its clock by NTP");
}

Check check_pauses(const domain::State& state) {
    Findings findings;
    if (state.dispatch_paused) findings.push_back("the whole orchestrator is paused since " + to_rfc3339(state.dispatch_paused_at));
    if (state.dispatch_throttled) findings.push_back("nothing new starts while " + std::to_string(state.waiting_retries) + " retries wait");
    for (const domain::Task& task : state.tasks) {
        if (task.plan && task.paused && !domain::is_ended(task.status)) findings.push_back("task " + task.id.text + " is paused since " + to_rfc3339(task.paused_at));
    }
    return make_check("pauses", findings, "nothing is paused", "orchestrator resume, or task resume, when the reason is gone");
}

Check check_refused(const domain::State& state) {
    Findings findings;
    if (state.refused_changes > 0) findings.push_back(count_text(state.refused_changes, "event") + " of the log could not be applied");
    return make_check("illegal_changes", findings, "every event of the log is a legal change", "see log verify; is a definition missing from the artifacts folder?");
}

}  // namespace

std::string run_name(const domain::State& state, RunIndex run) {
    return state.task_of(run).id.text + " / " + state.step_of(run).name.text + " on " + state.node_of(run).text;
}

std::vector<Check> check_state(const domain::State& state, const Circumstances& circumstances) {
    return {check_refused(state),
            check_quarantined(state),
            check_dead_letters(state),
            check_breakers(state),
            check_alerts(state),
            check_silent_nodes(state, circumstances),
            check_missing_reports(state),
            check_overdue(state, circumstances),
            check_unconfirmed(state, circumstances),
            check_retries(state, circumstances),
            check_clocks(circumstances),
            check_pauses(state)};
}

}  // namespace apollo::cli
