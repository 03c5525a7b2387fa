// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/operator_actions.h"

#include <QCoreApplication>
#include <QStringList>
#include <map>

#include "app/viewmodels/command_lines.h"
#include "app/viewmodels/offers.h"
#include "app/viewmodels/text.h"

namespace apollo::viewmodels {

namespace {

struct ActionWords {
    Q_DECLARE_TR_FUNCTIONS(Actions)
};

bool is_about_tasks(Verb verb) {
    const Scope scope = scope_of(verb);
    return scope == Scope::Run || scope == Scope::StepOnward || scope == Scope::Task;
}

// Amending, explaining and undoing are about one task each.
bool takes_several_tasks(Verb verb) {
    return verb == Verb::Cancel || verb == Verb::RerunFailed || verb == Verb::Pause || verb == Verb::Resume;
}

struct Refusals {
    std::size_t count = 0;
    QString first;
    void add(const Offer& offer) {
        if (count++ == 0) first = offer.why_not;
    }
};

template <typename Item, typename Ask>
std::vector<Item> allowed(const std::vector<Item>& items, Ask ask, Refusals* refusals) {
    std::vector<Item> allowed;
    for (const Item& item : items) {
        const Offer made = ask(item);
        if (made.enabled)
            allowed.push_back(item);
        else if (refusals)
            refusals->add(made);
    }
    return allowed;
}

std::vector<TaskIndex> tasks_for(Verb verb, const Navigator& navigator, Refusals* refusals = nullptr) {
    std::vector<TaskIndex> tasks;
    if (takes_several_tasks(verb)) tasks = navigator.chosen().tasks;
    if (tasks.empty() && navigator.task()) tasks = {navigator.task_index()};
    return allowed(tasks, [&](TaskIndex task) { return offer_on_task(verb, navigator, task); }, refusals);
}

std::vector<RunIndex> runs_for(Verb verb, const Navigator& navigator, Refusals* refusals = nullptr) {
    std::vector<RunIndex> runs;
    if (!navigator.task()) return runs;
    return allowed(navigator.marked_runs(), [&](RunIndex run) { return offer_on_run(verb, navigator, run); }, refusals);
}

bool is_one_run_verb(Verb verb) {
    return verb == Verb::RerunFrom || verb == Verb::UndoStep || verb == Verb::Override;
}

std::vector<domain::RunFilter> filters_of(Verb verb, const Navigator& navigator, const std::vector<RunIndex>& runs) {
    const domain::Task& task = *navigator.task();
    const domain::Plan& plan = *task.plan;
    std::map<std::uint32_t, std::vector<std::uint32_t>> by_step;
    for (const RunIndex run : runs) {
        const std::uint32_t local = run.value - task.first_run.value;
        by_step[plan.step_of_run(local)].push_back(local);
    }
    std::vector<domain::RunFilter> filters;
    for (const auto& [step, locals] : by_step) {
        const StepName& name = plan.definition.steps[step].name;
        // "and all that depends on it" is about the step as a whole; so is a step of which every run is marked.
        const bool whole = scope_of(verb) == Scope::StepOnward || (runs.size() > 1 && locals.size() == plan.steps[step].nodes.size());
        if (whole) {
            filters.push_back({name, std::nullopt});
            continue;
        }
        for (const std::uint32_t local : locals) filters.push_back({name, plan.node_of_run(local)});
    }
    return filters;
}

domain::Command run_command(Verb verb, const TaskId& task, const domain::RunFilter& filter, const domain::Justification& why,
                            std::optional<domain::RunStatus> to) {
    if (verb == Verb::Skip) return domain::SkipRuns{task, filter, why};
    if (verb == Verb::Override) return domain::OverrideRuns{task, filter, to.value_or(domain::RunStatus::Succeeded), why};
    if (verb == Verb::UndoStep) return domain::CompensateTask{task, filter, why};
    return domain::RerunTask{task, filter, verb == Verb::RerunFrom, false, why};
}

domain::Command task_command(Verb verb, const Navigator& navigator, const TaskId& task, const domain::Justification& why) {
    if (verb == Verb::RerunFailed) return domain::RerunTask{task, {}, false, true, why};
    if (verb == Verb::Pause) return domain::PauseTask{task, why};
    if (verb == Verb::Resume) return domain::ResumeTask{task, why};
    if (verb == Verb::UndoTask) return domain::CompensateTask{task, {}, why};
    if (verb == Verb::Cancel) return domain::CancelTask{task, why};
    if (verb == Verb::Amend) {
        domain::AmendTask amend;
        amend.definition.task_id = task;
        amend.why = why;
        return amend;
    }
    domain::ExplainTask explain{task, {}};
    if (navigator.selected_run()) explain.filter = filters_of(Verb::Explain, navigator, {*navigator.selected_run()})[0];
    return explain;
}

domain::Command site_command(Verb verb, const Navigator& navigator, const domain::Justification& why) {
    const Chosen& chosen = navigator.chosen();
    const NodeId node = chosen.node.value_or(NodeId());
    const Position alert = chosen.alert.value_or(Position{}), letter = chosen.letter.value_or(Position{});
    switch (verb) {
        case Verb::PauseAll:
            return domain::PauseDispatch{why};
        case Verb::ResumeAll:
            return domain::ResumeDispatch{why};
        case Verb::Drain:
            return domain::DrainNode{node, false, why};
        case Verb::Undrain:
            return domain::DrainNode{node, true, why};
        case Verb::Revoke:
            return domain::RevokeNode{node, why};
        case Verb::Reconcile:
            return domain::ReconcileNodes{node};
        case Verb::Acknowledge:
            return domain::AcknowledgeAlert{alert, why};
        case Verb::Requeue:
            return domain::RequeueDeadLetter{letter, why};
        case Verb::Drop:
            return domain::DropDeadLetter{letter, why};
        case Verb::CloseRunBreaker:
        case Verb::CloseNodeBreaker:
        case Verb::CloseAlertBreaker:
            return domain::CloseBreaker{breaker_for(verb, navigator).value_or(std::string()), why};
        default:
            return domain::ReconcileNodes{};
    }
}

Offer offer_on_tasks(Verb verb, const Navigator& navigator) {
    Refusals refusals;
    if (scope_of(verb) == Scope::Task)
        return tasks_for(verb, navigator, &refusals).empty() ? not_offered(refusals.first) : Offer{true, {}};
    if (!navigator.selected_run()) return not_offered(ActionWords::tr("Choose a run first."));
    if (is_one_run_verb(verb) && navigator.chosen().runs.size() > 1) return not_offered(ActionWords::tr("Choose one run only."));
    return runs_for(verb, navigator, &refusals).empty() ? not_offered(refusals.first) : Offer{true, {}};
}

bool has_target(Verb verb, const Navigator& navigator) {
    switch (scope_of(verb)) {
        case Scope::Task:
            return navigator.task() != nullptr || (takes_several_tasks(verb) && !navigator.chosen().tasks.empty());
        case Scope::Run:
        case Scope::StepOnward:
            return navigator.task() && navigator.selected_run();
        case Scope::Node:
            return navigator.chosen().node.has_value() && (verb != Verb::CloseNodeBreaker || breaker_for(verb, navigator));
        case Scope::Alert:
            return navigator.chosen().alert.has_value() && (verb != Verb::CloseAlertBreaker || breaker_for(verb, navigator));
        case Scope::Letter:
            return navigator.chosen().letter.has_value();
        case Scope::Site:
            break;
    }
    return verb != Verb::CloseRunBreaker || breaker_for(verb, navigator);
}

}  // namespace

Offer offer(Verb verb, const Navigator& navigator, bool writable) {
    if (is_about_tasks(verb) && !navigator.task() && !(takes_several_tasks(verb) && !navigator.chosen().tasks.empty()))
        return not_offered(ActionWords::tr("No task is open."));
    if (navigator.is_replay()) return not_offered(ActionWords::tr("Commands are off in replay; go back to live first."));
    if (!writable) return not_offered(ActionWords::tr("This source is a record on disk; it cannot be commanded."));
    if (navigator.live().connection() != LiveModel::Connection::Live) return not_offered(ActionWords::tr("Not connected now."));
    return is_about_tasks(verb) ? offer_on_tasks(verb, navigator) : offer_on_site(verb, navigator);
}

std::vector<domain::Command> make_commands(Verb verb, const Navigator& navigator, const std::string& reason,
                                           std::optional<domain::RunStatus> to) {
    const domain::Justification why{{}, reason};
    if (!is_about_tasks(verb)) return {site_command(verb, navigator, why)};
    std::vector<domain::Command> commands;
    if (scope_of(verb) == Scope::Task) {
        std::vector<TaskIndex> tasks = tasks_for(verb, navigator);
        if (tasks.empty()) tasks = {navigator.task_index()};
        for (const TaskIndex task : tasks)
            commands.push_back(task_command(verb, navigator, navigator.live().state().tasks[task.value].id, why));
        return commands;
    }
    std::vector<RunIndex> runs = runs_for(verb, navigator);
    if (runs.empty()) runs = navigator.marked_runs();
    for (const domain::RunFilter& filter : filters_of(verb, navigator, runs))
        commands.push_back(run_command(verb, navigator.task()->id, filter, why, to));
    return commands;
}

QString target_text(Verb verb, const Navigator& navigator) {
    const Chosen& chosen = navigator.chosen();
    if (const auto breaker = breaker_for(verb, navigator); breaker && verb >= Verb::CloseRunBreaker)
        return to_qstring(*breaker);
    switch (scope_of(verb)) {
        case Scope::Node:
            return ActionWords::tr("node %1").arg(to_qstring(chosen.node.value_or(NodeId()).text));
        case Scope::Alert:
            return ActionWords::tr("alert %1").arg(chosen.alert.value_or(Position{}).value);
        case Scope::Letter:
            return ActionWords::tr("dead letter %1").arg(chosen.letter.value_or(Position{}).value);
        case Scope::Site:
            return ActionWords::tr("all tasks of this orchestrator");
        case Scope::Task: {
            const auto tasks = tasks_for(verb, navigator);
            if (tasks.size() > 1) return ActionWords::tr("%1 tasks").arg(tasks.size());
            const TaskIndex task = tasks.empty() ? navigator.task_index() : tasks[0];
            return ActionWords::tr("task %1").arg(to_qstring(navigator.live().state().tasks[task.value].id.text));
        }
        default:
            break;
    }
    const domain::Task& task = *navigator.task();
    const QString name = to_qstring(task.id.text);
    const auto runs = runs_for(verb, navigator);
    if (runs.size() > 1) return ActionWords::tr("%1 runs of task %2").arg(QString::number(runs.size()), name);
    const std::uint32_t local = (runs.empty() ? *navigator.selected_run() : runs[0]).value - task.first_run.value;
    const QString step = to_qstring(task.plan->definition.steps[task.plan->step_of_run(local)].name.text);
    if (scope_of(verb) == Scope::StepOnward) return ActionWords::tr("step %1 of task %2").arg(step, name);
    return ActionWords::tr("step %1 of task %2 on node %3").arg(step, name, to_qstring(task.plan->node_of_run(local).text));
}

QString left_out_text(Verb verb, const Navigator& navigator) {
    Refusals refusals;
    if (!is_about_tasks(verb)) return {};
    if (scope_of(verb) == Scope::Task)
        tasks_for(verb, navigator, &refusals);
    else
        runs_for(verb, navigator, &refusals);
    if (refusals.count == 0) return {};
    return ActionWords::tr("Left out: %1. %2").arg(QString::number(refusals.count), refusals.first);
}

QString command_line(Verb verb, const Navigator& navigator, const std::string& reason,
                     std::optional<domain::RunStatus> to) {
    if (!has_target(verb, navigator)) return {};
    constexpr std::size_t most_lines = 500;  // nobody reads more, and they are made again with each change
    if (scope_of(verb) == Scope::Run && navigator.chosen().runs.size() > most_lines)
        return ActionWords::tr("%1 runs: one command for each").arg(navigator.chosen().runs.size());
    QStringList lines;
    for (const domain::Command& command : make_commands(verb, navigator, reason, to))
        lines << command_line(command, needs_reason(verb));
    return lines.join(QLatin1Char('\n'));
}

}  // namespace apollo::viewmodels
