// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What people do to tasks, nodes, queues and alerts that exist, beside the actions on single runs.

#include <algorithm>

#include "app/core/orchestrator_core.h"
#include "app/core/selection.h"
#include "common/domain/conditions.h"

namespace apollo::core {

using domain::CommandResult;
using domain::EventType;

namespace {

domain::Event event_of(EventType type, domain::Payload payload) {
    domain::Event event;
    event.header.type = type;
    event.payload = std::move(payload);
    return event;
}

template <typename... Ts>
struct Overloaded : Ts... {
    using Ts::operator()...;
};

}  // namespace

Result<CommandResult> OrchestratorCore::steer(Now now, Output& output, const Caller& caller, const domain::Command& command) {
    using Reply = Result<CommandResult>;
    return std::visit(
        Overloaded{
            [&](const domain::PauseTask& c) -> Reply { return pause_task(now, output, caller, c.task, c.why, false); },
            [&](const domain::ResumeTask& c) -> Reply { return pause_task(now, output, caller, c.task, c.why, true); },
            [&](const domain::PauseDispatch& c) -> Reply { return pause_dispatch(now, output, caller, c.why, false); },
            [&](const domain::ResumeDispatch& c) -> Reply { return pause_dispatch(now, output, caller, c.why, true); },
            [&](const domain::DrainNode& c) -> Reply { return drain(now, output, caller, c); },
            [&](const domain::AcknowledgeAlert& c) -> Reply { return acknowledge(now, output, caller, c); },
            [&](const domain::RequeueDeadLetter& c) -> Reply { return settle_letter(now, output, caller, c.letter, c.why, false); },
            [&](const domain::DropDeadLetter& c) -> Reply { return settle_letter(now, output, caller, c.letter, c.why, true); },
            [&](const domain::CompensateTask& c) -> Reply { return compensate(now, output, caller, c); },
            [&](const domain::CloseBreaker& c) -> Reply { return close_breaker_by_hand(now, output, caller, c); },
            [&](const domain::ReconcileNodes& c) -> Reply { return reconcile_nodes(now, output, c); },
            [&](const domain::AddOperator& c) -> Reply { return add_operator(now, output, caller, c); },
            [&](const domain::RevokeOperator& c) -> Reply { return revoke_operator(now, output, caller, c); },
            [&](const domain::ExplainTask& c) -> Reply { return explain_task(now, c); },
            [](const auto&) -> Reply { return Error{ErrorKind::BadInput, "this command is not for the core"}; },
        },
        command);
}

Result<CommandResult> OrchestratorCore::pause_task(Now now, Output& output, const Caller& caller, const TaskId& id,
                                                   const domain::Justification& why, bool resume) {
    auto index = find_task(*m_state, id);
    if (!index) return index.error();
    const domain::Task& task = m_state->tasks[index->value];
    if (task.historical) return Error{ErrorKind::Refused, "task " + id.text + " was imported; it can be replayed but not changed"};
    if (!resume && domain::is_ended(task.status)) {
        return Error{ErrorKind::Refused, "task " + id.text + " has already ended: " + to_text(task.status)};
    }
    if (task.paused != resume) return result_for(*index, 0);  // it stands so already
    domain::Event event = event_of(resume ? EventType::TaskResumed : EventType::TaskPaused, action_of(resume ? "resume" : "pause", caller, why));
    event.header.task = *index;
    emit(now, output, std::move(event));
    m_slices.revoke(*index);
    if (resume) restart_retries(now);
    else stop_retries(now, *index);
    return result_for(*index, 1);
}

Result<CommandResult> OrchestratorCore::pause_dispatch(Now now, Output& output, const Caller& caller, const domain::Justification& why,
                                                       bool resume) {
    CommandResult result;
    if (m_state->dispatch_paused == resume) {
        emit(now, output, event_of(resume ? EventType::DispatchResumed : EventType::DispatchPaused,
                                   action_of(resume ? "resume" : "pause", caller, why)));
        m_slices.revoke_all();
        if (resume) restart_retries(now);
        else stop_retries(now, std::nullopt);
        result.affected = 1;
    }
    result.position = m_state->position;
    return result;
}

Result<CommandResult> OrchestratorCore::drain(Now now, Output& output, const Caller& caller, const domain::DrainNode& command) {
    const auto at = m_state->node_by_id.find(command.node);
    if (at == m_state->node_by_id.end()) return Error{ErrorKind::NotFound, "there is no node " + command.node.text + "; see: apollo-cli node list"};
    const domain::Node& node = m_state->nodes[at->second.value];
    if (node.status == domain::NodeStatus::Revoked) return Error{ErrorKind::Refused, "node " + command.node.text + " was revoked"};
    CommandResult result;
    if (node.draining == command.undo) {
        domain::Event event = event_of(EventType::NodeDrained, action_of(command.undo ? "undrain" : "drain", caller, command.why));
        event.header.node = at->second;
        emit(now, output, std::move(event));
        m_slices.revoke_all();
        result.affected = 1;
    }
    result.position = m_state->position;
    return result;
}

Result<CommandResult> OrchestratorCore::reconcile_nodes(Now now, Output& output, const domain::ReconcileNodes& command) {
    std::optional<NodeIndex> only;
    if (command.node) {
        const auto at = m_state->node_by_id.find(*command.node);
        if (at == m_state->node_by_id.end()) return Error{ErrorKind::NotFound, "there is no node " + command.node->text + "; see: apollo-cli node list"};
        if (!is_attached(at->second)) return Error{ErrorKind::Refused, "node " + command.node->text + " is not connected; it is compared when it comes back"};
        only = at->second;
    }
    Output asked = reconcile(now, only);
    CommandResult result;
    result.affected = static_cast<std::uint32_t>(asked.effects.size());
    output.effects.insert(output.effects.end(), asked.effects.begin(), asked.effects.end());
    result.position = m_state->position;
    return result;
}

Result<CommandResult> OrchestratorCore::acknowledge(Now now, Output& output, const Caller& caller, const domain::AcknowledgeAlert& command) {
    const auto& alerts = m_state->alerts;
    const auto at = std::find_if(alerts.begin(), alerts.end(), [&](const domain::Alert& alert) { return alert.position == command.alert; });
    if (at == alerts.end()) {
        return Error{ErrorKind::NotFound, "there is no open alert " + std::to_string(command.alert.value) + "; see: apollo-cli alert list"};
    }
    CommandResult result;
    if (!at->acknowledged) {
        const bool once = at->key.empty() || at->key.starts_with(once_prefix);
        domain::OperatorAction action = action_of("acknowledge", caller, command.why);
        action.about = command.alert;
        emit(now, output, event_of(EventType::AlertAcked, action));
        // What happened once is over when somebody has seen it; a condition is over when it no longer holds.
        if (once) emit(now, output, event_of(EventType::AlertCleared, domain::Note{"acknowledged", {}, command.alert, {}, {}}));
        result.affected = 1;
    }
    result.position = m_state->position;
    return result;
}

void OrchestratorCore::add_dead_letter(Now now, Output& output, domain::Event draft, const std::string& reason, const NodeReport& report) {
    domain::DeadLettered letter{reason, report.type, report.task, report.step, {}};
    if (const auto* ended = std::get_if<domain::RunEnded>(&report.payload)) letter.ended = *ended;
    draft.header.type = EventType::DeadLettered;
    draft.header.run = no_run;
    draft.header.task = no_task;
    draft.payload = std::move(letter);
    emit(now, output, std::move(draft));
}

Result<CommandResult> OrchestratorCore::settle_letter(Now now, Output& output, const Caller& caller, Position position,
                                                      const domain::Justification& why, bool drop) {
    const auto& letters = m_state->dead_letters;
    const auto at = std::find_if(letters.begin(), letters.end(), [&](const domain::DeadLetter& letter) { return letter.position == position; });
    if (at == letters.end()) {
        return Error{ErrorKind::NotFound, "there is no dead letter " + std::to_string(position.value) + "; see: apollo-cli dlq list"};
    }
    const domain::DeadLetter letter = *at;
    const std::string step = letter.content.task.text + "/" + letter.content.step.text;
    const auto run = letter.node.value < m_state->nodes.size()
                         ? m_state->find_run(letter.content.task, letter.content.step, m_state->nodes[letter.node.value].facts.node)
                         : std::nullopt;
    if (!drop && !run) return Error{ErrorKind::Refused, "the run " + step + " is still unknown here, so the report cannot be applied; drop it, or restore the task first"};
    domain::OperatorAction action = action_of(drop ? "drop" : "requeue", caller, why);
    action.about = position;
    emit(now, output, event_of(drop ? EventType::DeadLetterDropped : EventType::DeadLetterRequeued, action));
    if (!drop) {
        NodeReport report{{}, letter.content.type, letter.content.task, letter.content.step, letter.attempt, letter.recorded_at, {}};
        if (report.type > EventType::Started) report.payload = letter.content.ended;
        domain::Event draft = draft_run_event(*m_state, *run, report.type, letter.attempt, report.payload);
        draft.header.node = letter.node;
        accept_report(now, output, std::move(draft), report);
    }
    CommandResult result;
    result.affected = 1;
    result.position = m_state->position;
    return result;
}

Result<CommandResult> OrchestratorCore::compensate(Now now, Output& output, const Caller& caller, const domain::CompensateTask& command) {
    auto index = find_changeable(*m_state, command.task, command.why, "compensate");
    if (!index) return index.error();
    const domain::Task& task = m_state->tasks[index->value];
    if (command.filter.node) return Error{ErrorKind::BadInput, "compensate takes a step or the whole task, not a single node"};
    if (command.filter.step && !task.plan->find_step(*command.filter.step)) {
        return Error{ErrorKind::BadInput, "task " + task.id.text + " has no step " + command.filter.step->text};
    }
    if (task.status == domain::TaskStatus::Compensating) return result_for(*index, 0);  // one undoing is enough
    auto runs = command.filter.step ? select_runs_from(*m_state, task, command.filter) : select_runs(*m_state, task, command.filter);
    if (!runs) return runs.error();
    for (RunIndex run : *runs) {
        if (!domain::is_live(m_state->runs[run.value])) continue;
        return Error{ErrorKind::Refused, "step " + m_state->step_of(run).name.text + " on " + m_state->node_of(run).text +
                                             " is still running; cancel the task or wait for it first"};
    }
    domain::OperatorAction action = action_of("compensate", caller, command.why);
    if (command.filter.step) action.target = command.filter.step->text;
    request_compensation(now, output, *index, std::move(action));
    return result_for(*index, task.undo_count);
}

Result<CommandResult> OrchestratorCore::close_breaker_by_hand(Now now, Output& output, const Caller& caller, const domain::CloseBreaker& command) {
    const domain::Breaker* breaker = domain::find_breaker(*m_state, command.breaker);
    if (!breaker || !breaker->open) {
        return Error{ErrorKind::NotFound, "no breaker " + command.breaker + " is open; see: apollo-cli breaker list"};
    }
    domain::OperatorAction action = action_of("close", caller, command.why);
    action.target = command.breaker;
    close_breaker(now, output, command.breaker, std::move(action));
    CommandResult result;
    result.affected = 1;
    result.position = m_state->position;
    return result;
}

}  // namespace apollo::core
