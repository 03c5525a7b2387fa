// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What people ask for: submission, import, and the actions decided in operator_actions.

#include "app/core/amendment.h"
#include "app/core/orchestrator_core.h"
#include "app/core/selection.h"

namespace apollo::core {

using domain::EventType;
using domain::RunStatus;

domain::CommandResult OrchestratorCore::result_for(TaskIndex index, std::uint32_t affected) const {
    const domain::Task& task = m_state->tasks[index.value];
    domain::CommandResult result;
    result.task = task.id;
    result.task_status = task.status;
    result.affected = affected;
    result.position = m_state->position;
    return result;
}

// A step without a timeout gets twice the P99 of what its intent took before (O4).
Status OrchestratorCore::add_default_timeouts(domain::TaskDefinition& definition) const {
    constexpr std::size_t durations_needed = 5;
    constexpr std::int64_t least_ms = 1000;
    for (domain::StepDefinition& step : definition.steps) {
        if (step.timeout_ms || definition.timeout_ms) continue;
        const auto known = m_state->intents.find(step.intent);
        const auto p99_ms = known == m_state->intents.end() ? std::nullopt : domain::duration_percentile_ms(known->second, 99, durations_needed);
        if (!p99_ms) {
            return Error{ErrorKind::BadInput, "step " + step.name.text + " has no timeout, and intent " + step.intent.text + " has not succeeded " +
                                                  std::to_string(durations_needed) + " times here yet, so none can be derived; give it a timeout"};
        }
        step.timeout_ms = std::max(least_ms, 2 * *p99_ms);
    }
    return success();
}

Result<PreparedSubmission> OrchestratorCore::prepare_submission(const domain::TaskDefinition& definition, const std::string& sha256) const {
    PreparedSubmission prepared;
    const auto known = m_state->task_by_id.find(definition.task_id);
    if (known != m_state->task_by_id.end()) {
        const domain::Task& task = m_state->tasks[known->second.value];
        if (task.definition_sha256 != sha256) {
            return Error{ErrorKind::Refused, "task " + task.id.text + " exists with another definition; a task's definition never changes, "
                                                                      "choose another task_id"};
        }
        prepared.known = result_for(known->second, 0);
        return prepared;
    }
    for (const TaskId& id : definition.depends_on) {
        if (!m_state->find_task(id)) return Error{ErrorKind::BadInput, "depends_on names task " + id.text + ", which does not exist"};
    }
    domain::TaskDefinition timed = definition;
    if (auto added = add_default_timeouts(timed); !added) return added.error();
    auto step_nodes = resolve_steps(*m_state, timed);
    if (!step_nodes) return step_nodes.error();
    const auto step_ranks = resolve_ranks(*m_state, timed, *step_nodes);
    prepared.plan = domain::make_plan(std::move(timed), *step_nodes, step_ranks);
    return prepared;
}

Output OrchestratorCore::submit(Now now, std::uint64_t request, const Caller& caller, std::shared_ptr<const domain::Plan> plan,
                                domain::ArtifactRef reference, const std::string& sha256) {
    Output output;
    domain::Event event;
    event.header.type = EventType::TaskSubmitted;
    event.header.task = TaskIndex{static_cast<std::uint32_t>(m_state->tasks.size())};
    event.header.run = RunIndex{static_cast<std::uint32_t>(m_state->runs.size())};
    const TaskIndex index = event.header.task;
    event.payload = domain::TaskSubmitted{std::move(reference), std::move(plan), sha256, caller.name, false, {}};
    emit(now, output, std::move(event));
    domain::CommandResult result = result_for(index, m_state->tasks[index.value].plan->run_count);
    result.created = true;
    arm_deadline(now, index);
    output.effects.push_back(Answer{request, result});
    finish(now, output);
    return output;
}

namespace {

Status check_imported(const domain::ImportTask& command, std::uint32_t run_count) {
    for (const domain::Event& event : command.events) {
        const EventType type = event.header.type;
        const bool of_run = type >= EventType::Dispatched && type <= EventType::RunReleased;
        if (!of_run || event.header.run.value >= run_count) {
            return Error{ErrorKind::BadInput, "the imported history holds an event that is none of its runs'"};
        }
    }
    return success();
}

}  // namespace

Output OrchestratorCore::import(Now now, std::uint64_t request, const Caller& caller, const domain::ImportTask& command,
                                std::shared_ptr<const domain::Plan> plan, domain::ArtifactRef reference, const std::string& sha256) {
    Output output;
    if (m_state->find_task(plan->definition.task_id)) {
        output.effects.push_back(Answer{request, Error{ErrorKind::Refused, "task " + plan->definition.task_id.text + " exists already; "
                                                                           "import under another id with --task-id"}});
        return output;
    }
    if (auto checked = check_imported(command, plan->run_count); !checked) {
        output.effects.push_back(Answer{request, checked.error()});
        return output;
    }
    domain::Event submitted;
    submitted.header.type = EventType::TaskSubmitted;
    submitted.header.task = TaskIndex{static_cast<std::uint32_t>(m_state->tasks.size())};
    submitted.header.run = RunIndex{static_cast<std::uint32_t>(m_state->runs.size())};
    const TaskIndex index = submitted.header.task;
    const RunIndex first = submitted.header.run;
    if (!command.events.empty()) submitted.header.origin_time = command.events.front().header.origin_time;
    submitted.header.recorded_time = submitted.header.origin_time;
    submitted.payload = domain::TaskSubmitted{std::move(reference), std::move(plan), sha256, caller.name, true, command.note};
    emit(now, output, std::move(submitted));
    std::uint32_t refused = 0;
    for (const domain::Event& imported : command.events) {
        domain::Event event = imported;
        event.header.run = RunIndex{first.value + imported.header.run.value};
        event.header.task = index;
        // A history keeps the times it came with, so that it is shown and replayed as it was.
        event.header.recorded_time = event.header.origin_time;
        if (domain::check_run_event(*m_state, event)) emit(now, output, std::move(event));
        else ++refused;
    }
    domain::CommandResult result = result_for(index, static_cast<std::uint32_t>(command.events.size()) - refused);
    result.created = true;
    output.effects.push_back(Answer{request, result});
    finish(now, output);
    return output;
}

Result<PreparedAmendment> OrchestratorCore::prepare_amendment(const domain::AmendTask& command) const {
    auto index = command.dry_run ? find_task(*m_state, command.definition.task_id)
                                 : find_changeable(*m_state, command.definition.task_id, command.why, "amend");
    if (!index) return index.error();
    domain::TaskDefinition definition = command.definition;
    if (auto timed = add_default_timeouts(definition); !timed) return timed.error();
    auto amendment = decide_amendment(*m_state, m_state->tasks[index->value], definition);
    if (!amendment) return amendment.error();
    PreparedAmendment prepared{result_for(*index, static_cast<std::uint32_t>(amendment->rows.size())), std::move(amendment->plan)};
    prepared.preview.rows = std::move(amendment->rows);
    return prepared;
}

Output OrchestratorCore::amend(Now now, std::uint64_t request, const Caller& caller, const domain::AmendTask& command,
                               std::shared_ptr<const domain::Plan> plan, domain::ArtifactRef reference, const std::string& sha256) {
    Output output;
    // Decided again: the state may have moved while the plan was being stored.
    auto prepared = prepare_amendment(command);
    if (!prepared || !prepared->plan || prepared->plan->run_count != plan->run_count) {
        const Error late{ErrorKind::Refused, "the task changed meanwhile; look at the preview again (amend --dry-run)"};
        output.effects.push_back(Answer{request, prepared ? late : prepared.error()});
        return output;
    }
    const TaskIndex index = m_state->task_by_id.at(command.definition.task_id);
    renumber(now, output, index, domain::TaskAmended{std::move(reference), std::move(plan), sha256, action_of("amend", caller, command.why)});
    domain::CommandResult result = result_for(index, prepared->preview.affected);
    result.rows = std::move(prepared->preview.rows);
    output.effects.push_back(Answer{request, result});
    finish(now, output);
    return output;
}

// The task's runs get new numbers; timers and orders that are under way follow.
void OrchestratorCore::renumber(Now now, Output& output, TaskIndex index, domain::TaskAmended amended) {
    const domain::Task before = m_state->tasks[index.value];
    std::map<RunIndex, MonotonicTime> retry_at;
    std::set<RunIndex> due;
    std::map<RunIndex, std::int64_t> stopped;
    domain::Event event;
    event.header.type = EventType::TaskAmended;
    event.header.task = index;
    event.header.run = RunIndex{static_cast<std::uint32_t>(m_state->runs.size())};
    const std::uint32_t first = event.header.run.value;
    for (std::uint32_t k = 0; k < before.plan->run_count; ++k) {
        const RunIndex old{before.first_run.value + k};
        const auto moved = amended.plan->find_run(before.plan->definition.steps[before.plan->step_of_run(k)].name, before.plan->node_of_run(k));
        if (moved) {
            const RunIndex now_at{first + *moved};
            if (const auto at = m_retry_at.find(old); at != m_retry_at.end()) retry_at.emplace(now_at, at->second);
            if (const auto at = m_stopped_retries.find(old); at != m_stopped_retries.end()) stopped.emplace(now_at, at->second);
            if (m_retry_due.count(old) != 0) due.insert(now_at);
        }
        forget_run(old);
    }
    event.payload = std::move(amended);
    emit(now, output, std::move(event));
    m_slices.revoke(index);
    m_retry_due.merge(due);
    m_stopped_retries.merge(stopped);
    for (const auto& [run, at] : retry_at) arm_retry(now, run, std::max<std::int64_t>(0, at.ms - now.monotonic.ms));
    const domain::Task& task = m_state->tasks[index.value];
    for (std::uint32_t k = 0; k < task.plan->run_count; ++k) {
        const RunIndex run{task.first_run.value + k};
        const domain::Run& known = m_state->runs[run.value];
        if (known.status == RunStatus::Running) arm_execution_timer(now, run);
        else if (domain::is_live(known) && !known.accepted && is_attached(known.node)) send(now, output, run, known.dispatched_attempt);
        else if (domain::is_compensating(known) && !domain::is_live(known)) retry_undoing(now, run);
        m_changes.runs.push_back(run);
    }
    arm_deadline(now, index);
}

void OrchestratorCore::cancel_live_runs(Output& output, TaskIndex index, const std::string& reason) {
    const domain::Task& task = m_state->tasks[index.value];
    for (std::uint32_t k = 0; k < task.plan->run_count; ++k) {
        const RunIndex run{task.first_run.value + k};
        const domain::Run& known = m_state->runs[run.value];
        if (domain::is_live(known) && !domain::is_compensating(known)) output.effects.push_back(SendCancel{known.node, run, std::max(known.attempt, known.dispatched_attempt), reason});
    }
}

Output OrchestratorCore::command(Now now, std::uint64_t request, const Caller& caller, const domain::Command& command) {
    Output output;
    Result<Decision> decision = Error{ErrorKind::BadInput, "nothing was asked"};
    if (const auto* cancel = std::get_if<domain::CancelTask>(&command)) decision = decide_cancel(*m_state, *cancel, caller);
    else if (const auto* rerun = std::get_if<domain::RerunTask>(&command)) decision = decide_rerun(*m_state, *rerun, caller);
    else if (const auto* skip = std::get_if<domain::SkipRuns>(&command)) decision = decide_skip(*m_state, *skip, caller);
    else if (const auto* move = std::get_if<domain::OverrideRuns>(&command)) decision = decide_override(*m_state, *move, caller);
    else if (const auto* revoke = std::get_if<domain::RevokeNode>(&command)) {
        auto event = decide_revoke(*m_state, *revoke, caller);
        if (!event) {
            output.effects.push_back(Answer{request, event.error()});
            return output;
        }
        const NodeIndex node = event->header.node;
        if (m_state->nodes[node.value].status == domain::NodeStatus::Revoked) {
            domain::CommandResult nothing;
            nothing.position = m_state->position;
            output.effects.push_back(Answer{request, nothing});
            return output;
        }
        emit(now, output, std::move(event).value());
        if (is_attached(node)) m_attached[node.value].attached = false;
        lose_runs(now, output, node, "node " + revoke->node.text + " was revoked");
        output.effects.push_back(RefuseNode{revoke->node, "the node was revoked"});
        domain::CommandResult result;
        result.position = m_state->position;
        result.affected = 1;
        output.effects.push_back(Answer{request, result});
        finish(now, output);
        return output;
    }
    else {
        auto steered = steer(now, output, caller, command);
        output.effects.push_back(Answer{request, std::move(steered)});
        finish(now, output);
        return output;
    }
    if (!decision) {
        output.effects.push_back(Answer{request, decision.error()});
        return output;
    }
    for (domain::Event& draft : decision->drafts) emit(now, output, std::move(draft));
    if (!decision->drafts.empty()) m_slices.revoke(decision->task);
    if (std::holds_alternative<domain::RerunTask>(command)) arm_deadline(now, decision->task);
    if (std::holds_alternative<domain::CancelTask>(command)) cancel_live_runs(output, decision->task, "cancelled by " + caller.name.text);
    output.effects.push_back(Answer{request, result_for(decision->task, static_cast<std::uint32_t>(decision->drafts.size()))});
    finish(now, output);
    return output;
}

}  // namespace apollo::core
