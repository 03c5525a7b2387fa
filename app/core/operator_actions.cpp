// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/core/operator_actions.h"

#include <algorithm>
#include <map>

#include "app/core/selection.h"
#include "common/base/bytes.h"
#include "common/domain/undone.h"

namespace apollo::core {

using domain::EventType;
using domain::RunStatus;

domain::Event draft_run_event(const domain::State& state, RunIndex run, EventType type, Attempt attempt, domain::Payload payload) {
    domain::Event event;
    event.header.type = type;
    event.header.task = state.runs[run.value].task;
    event.header.run = run;
    event.header.attempt = attempt;
    event.payload = std::move(payload);
    return event;
}

namespace {

constexpr std::size_t reason_limit_bytes = 1024;

// Nothing that anybody could read: ASCII white space and control characters, the no-break, zero-width and wide spaces.
bool is_blank(std::string_view text) {
    constexpr std::string_view spaces[] = {"\u00a0", "\u200b", "\u3000"};
    while (!text.empty()) {
        const auto space = std::find_if(std::begin(spaces), std::end(spaces), [&](std::string_view one) { return text.starts_with(one); });
        if (space != std::end(spaces)) {
            text.remove_prefix(space->size());
        } else if (static_cast<unsigned char>(text[0]) <= 0x20 || text[0] == 0x7F) {
            text.remove_prefix(1);
        } else {
            return false;
        }
    }
    return true;
}

}  // namespace

domain::OperatorAction action_of(const char* verb, const Caller& caller, const domain::Justification& why, std::optional<RunStatus> to) {
    domain::OperatorAction action;
    action.verb = verb;
    action.operator_name = caller.name;
    action.on_behalf_of = truncate_utf8(why.on_behalf_of, 128);
    action.reason = truncate_utf8(why.reason, reason_limit_bytes);
    action.to = to;
    return action;
}

Result<TaskIndex> find_task(const domain::State& state, const TaskId& id) {
    const auto at = state.task_by_id.find(id);
    if (at == state.task_by_id.end()) {
        return Error{ErrorKind::NotFound, "there is no task " + id.text + "; see: apollo-cli task list"};
    }
    return at->second;
}

Result<TaskIndex> find_changeable(const domain::State& state, const TaskId& id, const domain::Justification& why, const char* verb) {
    auto index = find_task(state, id);
    if (!index) return index;
    if (state.tasks[index->value].historical) {
        return Error{ErrorKind::Refused, "task " + id.text + " was imported; it can be replayed but not changed"};
    }
    if (is_blank(why.reason)) return Error{ErrorKind::BadInput, std::string(verb) + " needs a reason: add --reason TEXT"};
    return index;
}

namespace {

Attempt newest_attempt(const domain::Run& run) { return std::max(run.attempt, run.dispatched_attempt); }

bool is_being_undone(const domain::Task& task) { return task.status == domain::TaskStatus::Compensating; }

Error being_undone(const domain::Task& task) {
    return {ErrorKind::Refused, "task " + task.id.text + " is already compensating; wait until that is over (apollo-cli task watch --task-id " +
                                    task.id.text + ")"};
}

void add_override(const domain::State& state, Decision& decision, RunIndex run, const domain::OperatorAction& action) {
    decision.drafts.push_back(draft_run_event(state, run, EventType::ManualOverride, newest_attempt(state.runs[run.value]), action));
}

bool is_on_revoked_node(const domain::State& state, const domain::Run& run) {
    return run.node != no_node && state.nodes[run.node.value].status == domain::NodeStatus::Revoked;
}

Error node_is_revoked(const domain::State& state, RunIndex run) {
    return {ErrorKind::Refused, "step " + state.step_of(run).name.text + " cannot run on " + state.node_of(run).text +
                                    ", which was revoked; enrol the node again, skip the step there, or submit the task for other nodes"};
}

// "2 SUCCEEDED, 1 RUNNING (cancel the task, or wait for its end)".
std::string states_of(const domain::State& state, const std::vector<RunIndex>& runs) {
    std::map<RunStatus, std::size_t> counts;
    bool goes_on = false;
    for (RunIndex run : runs) {
        const domain::Run& known = state.runs[run.value];
        ++counts[known.status];
        goes_on = goes_on || (!domain::is_settled(known.status) && known.status != RunStatus::Pending);
    }
    std::string text;
    for (const auto& [status, count] : counts) text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + to_text(status);
    return text + (goes_on ? " (cancel the task, or wait for its end)" : "");
}

// What would run something again, where what was asked for does not.
std::string other_rerun(const domain::RerunTask& command, const std::vector<RunIndex>& runs, const domain::State& state) {
    const auto any_is = [&](auto... statuses) {
        return std::any_of(runs.begin(), runs.end(), [&](RunIndex run) { return ((state.runs[run.value].status == statuses) || ...); });
    };
    const std::string rerun = "; apollo-cli task rerun --task-id " + command.task.text;
    if (command.failed && any_is(RunStatus::Cancelled, RunStatus::Compensated)) return "; none of it FAILED" + rerun + " without --failed runs all again that did not succeed";
    if (!command.filter.step && any_is(RunStatus::Succeeded, RunStatus::Skipped)) return rerun + " --step NAME [--from] repeats what went well";
    return {};
}

bool may_override(const domain::Run& run, RunStatus to) {
    if (run.status == RunStatus::Retrying && domain::is_live(run)) return false;
    const RunStatus from = run.quarantined ? RunStatus::Failed : run.status;
    return domain::transition(from, EventType::ManualOverride, to).has_value();
}

}  // namespace

namespace {

// What ended the attempt before stays with the run (the reducer sees to that); the message says both.
std::string words_for_cancelled(const domain::Run& run, const domain::RunDetails& details, const std::string& why) {
    if (run.status != RunStatus::Retrying) return why + (run.attempt.value == 0 ? "; it had not started" : "; it had not started again");
    return why + " before it was tried again; it had failed" + (details.message.empty() ? "" : ": " + details.message) + (domain::is_undone(run) ? ", and was undone" : "");
}

}  // namespace

std::vector<domain::Event> cancel_waiting_runs(const domain::State& state, TaskIndex index, const std::string& why, const StepName& from) {
    std::vector<domain::Event> drafts;
    const domain::Task& task = state.tasks[index.value];
    // A step that an amendment has taken away since leaves nothing to cancel.
    const auto runs = from.empty() ? select_runs(state, task, {}) : select_runs_from(state, task, {from, {}});
    if (!runs) return drafts;
    for (RunIndex run : *runs) {
        const domain::Run& known = state.runs[run.value];
        // What may already be on its node is CANCELLED only when the agent says that the tree is dead.
        if (domain::is_live(known)) continue;
        if (known.status != RunStatus::Pending && known.status != RunStatus::Retrying) continue;
        domain::RunEnded ended;
        ended.message = words_for_cancelled(known, state.details[run.value], why);
        drafts.push_back(draft_run_event(state, run, EventType::Cancelled, newest_attempt(known), ended));
    }
    return drafts;
}

Result<Decision> decide_cancel(const domain::State& state, const domain::CancelTask& command, const Caller& caller) {
    auto index = find_task(state, command.task);
    if (!index) return index.error();
    const domain::Task& task = state.tasks[index->value];
    if (is_being_undone(task)) return being_undone(task);
    if (task.cancel_requested) return Decision{*index, {}};
    if (domain::is_ended(task.status)) {
        return Error{ErrorKind::Refused, "task " + task.id.text + " has already ended: " + to_text(task.status)};
    }
    if (task.submitted_by != caller.name && is_blank(command.why.reason)) {
        return Error{ErrorKind::BadInput, "task " + task.id.text + " was submitted by " + task.submitted_by.text +
                                              "; to cancel another's task add --reason TEXT"};
    }
    Decision decision{*index, {}};
    domain::Event request;
    request.header.type = EventType::TaskCancelRequested;
    request.header.task = *index;
    request.payload = action_of("cancel", caller, command.why, std::nullopt);
    decision.drafts.push_back(std::move(request));
    for (domain::Event& cancelled : cancel_waiting_runs(state, *index, "cancelled by " + caller.name.text)) {
        decision.drafts.push_back(std::move(cancelled));
    }
    return decision;
}

Result<Decision> decide_rerun(const domain::State& state, const domain::RerunTask& command, const Caller& caller) {
    auto index = find_changeable(state, command.task, command.why, "rerun");
    if (!index) return index.error();
    const domain::Task& task = state.tasks[index->value];
    if (is_being_undone(task)) return being_undone(task);
    auto runs = command.from ? select_runs_from(state, task, command.filter) : select_runs(state, task, command.filter);
    if (!runs) return runs.error();
    const bool named = command.filter.step.has_value() && !command.failed;
    Decision decision{*index, {}};
    const auto action = action_of("rerun", caller, command.why, RunStatus::Pending);
    RunIndex revoked = no_run;
    for (RunIndex run : *runs) {
        const domain::Run& known = state.runs[run.value];
        if (!may_override(known, RunStatus::Pending)) continue;
        const bool well = known.status == RunStatus::Succeeded || known.status == RunStatus::Skipped;
        if (well && !named && !known.quarantined) continue;
        if (is_on_revoked_node(state, known)) {
            revoked = run;
            continue;
        }
        const bool failed = known.status == RunStatus::Failed || known.status == RunStatus::Timeout || known.status == RunStatus::Retrying || known.quarantined;
        if (command.failed && !failed) continue;
        add_override(state, decision, run, action);
    }
    if (decision.drafts.empty() && revoked != no_run) return node_is_revoked(state, revoked);
    if (decision.drafts.empty()) {
        return Error{ErrorKind::Refused, "nothing in task " + task.id.text + " can be rerun: " + states_of(state, *runs) + other_rerun(command, *runs, state)};
    }
    return decision;
}

namespace {

Result<Decision> decide_move(const domain::State& state, const TaskId& id, const domain::RunFilter& filter,
                             const domain::Justification& why, const Caller& caller, const char* verb, RunStatus to) {
    auto index = find_changeable(state, id, why, verb);
    if (!index) return index.error();
    if (!filter.step) return Error{ErrorKind::BadInput, std::string(verb) + " needs --step NAME"};
    const domain::Task& task = state.tasks[index->value];
    auto runs = select_runs(state, task, filter);
    if (!runs) return runs.error();
    Decision decision{*index, {}};
    const auto action = action_of(verb, caller, why, to);
    for (RunIndex run : *runs) {
        const domain::Run& known = state.runs[run.value];
        if (known.status == to && !known.quarantined) continue;
        if (!may_override(known, to)) {
            return Error{ErrorKind::Refused, "step " + filter.step->text + " on " + state.node_of(run).text + " is " +
                                                 to_text(known.status) + " and cannot become " + to_text(to) +
                                                 (domain::is_settled(known.status) ? "" : "; cancel it or wait for its end first")};
        }
        add_override(state, decision, run, action);
    }
    return decision;
}

}  // namespace

Result<Decision> decide_skip(const domain::State& state, const domain::SkipRuns& command, const Caller& caller) {
    return decide_move(state, command.task, command.filter, command.why, caller, "skip", RunStatus::Skipped);
}

Result<Decision> decide_override(const domain::State& state, const domain::OverrideRuns& command, const Caller& caller) {
    return decide_move(state, command.task, command.filter, command.why, caller, "override", command.to);
}

Result<domain::Event> decide_revoke(const domain::State& state, const domain::RevokeNode& command, const Caller& caller) {
    const auto at = state.node_by_id.find(command.node);
    if (at == state.node_by_id.end()) return Error{ErrorKind::NotFound, "there is no node " + command.node.text};
    domain::Event event;
    event.header.type = EventType::NodeRevoked;
    event.header.node = at->second;
    event.payload = action_of("revoke", caller, command.why, std::nullopt);
    return event;
}

}  // namespace apollo::core
