// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/operator_actions.h"

#include <QCoreApplication>
#include <array>

#include "app/viewmodels/text.h"

namespace apollo::viewmodels {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Actions)
};

Offer no(const QString& why) {
    return {false, why};
}

bool is_about_run(Verb verb) {
    return verb == Verb::Rerun || verb == Verb::RerunFrom || verb == Verb::Skip || verb == Verb::Override || verb == Verb::UndoStep;
}

std::uint32_t failed_runs(const TaskLook& look) {
    const auto count = [&](domain::RunStatus status) { return look.counts[static_cast<std::size_t>(status)]; };
    return count(domain::RunStatus::Failed) + count(domain::RunStatus::Timeout);
}

bool is_live(const TaskLook& look) {
    return look.counts[static_cast<std::size_t>(domain::RunStatus::Dispatched)] > 0 ||
           look.counts[static_cast<std::size_t>(domain::RunStatus::Running)] > 0;
}

// The step and all that depends on it.
std::vector<std::uint32_t> steps_from(const domain::Plan& plan, std::uint32_t step) {
    std::vector<bool> seen(plan.steps.size(), false);
    std::vector<std::uint32_t> steps{step};
    seen[step] = true;
    for (std::size_t k = 0; k < steps.size(); ++k) {
        for (const std::uint32_t next : plan.steps[steps[k]].dependents) {
            if (!seen[next]) steps.push_back(next);
            seen[next] = true;
        }
    }
    return steps;
}

// Undoing waits for nothing: it is refused while something of it is on a node.
Offer offer_undo(Verb verb, const Navigator& navigator) {
    const domain::Task& task = *navigator.task();
    if (task.status == domain::TaskStatus::Compensating) return no(Words::tr("It is being undone already."));
    std::vector<std::uint32_t> steps;
    if (verb == Verb::UndoStep) {
        if (!navigator.selected_step()) return no(Words::tr("Choose a run first."));
        steps = steps_from(*task.plan, *navigator.selected_step());
    } else {
        for (std::uint32_t step = 0; step < task.plan->steps.size(); ++step) steps.push_back(step);
    }
    bool any = false;
    for (const std::uint32_t step : steps) {
        const domain::PlanStep& planned = task.plan->steps[step];
        for (std::uint32_t k = 0; k < planned.nodes.size(); ++k) {
            const domain::Run& run = navigator.live().state().runs[task.first_run.value + planned.first_run + k];
            if (domain::is_live(run)) return no(Words::tr("Some of it still runs; cancel the task or wait for it first."));
            any = any || run.status == domain::RunStatus::Succeeded;
        }
    }
    return any ? Offer{true, {}} : no(Words::tr("Nothing of it has succeeded; there is nothing to undo."));
}

// Without looking at each run again and again: undoing a whole task is refused at once while one is on a node.
Offer offer_on_task(Verb verb, const Navigator& navigator) {
    const domain::Task& task = *navigator.task();
    const TaskLook look = navigator.cursor().task(navigator.task_index().value);
    switch (verb) {
        case Verb::RerunFailed:
            return failed_runs(look) == 0 ? no(Words::tr("Nothing of this task has failed.")) : Offer{true, {}};
        case Verb::Pause:
            if (task.paused) return no(Words::tr("It is paused already."));
            return domain::is_ended(look.status) ? no(Words::tr("The task has ended.")) : Offer{true, {}};
        case Verb::Resume:
            return task.paused ? Offer{true, {}} : no(Words::tr("It is not paused."));
        case Verb::UndoTask:
            if (is_live(look)) return no(Words::tr("Some of it still runs; cancel the task or wait for it first."));
            return offer_undo(verb, navigator);
        case Verb::Cancel:
            if (task.cancel_requested) return no(Words::tr("It is being cancelled already."));
            return domain::is_ended(look.status) ? no(Words::tr("The task has ended.")) : Offer{true, {}};
        default:
            return {true, {}};
    }
}

Offer offer_on_all(Verb verb, const Navigator& navigator) {
    const bool paused = navigator.live().state().dispatch_paused;
    if (verb == Verb::PauseAll && paused) return no(Words::tr("Everything is paused already."));
    if (verb == Verb::ResumeAll && !paused) return no(Words::tr("Not everything is paused."));
    return {true, {}};
}

bool may_become(domain::RunStatus from, domain::RunStatus to) {
    return domain::transition(from, domain::EventType::ManualOverride, to).has_value();
}

Offer offer_on_run(Verb verb, const Navigator& navigator) {
    if (!navigator.selected_run()) return no(Words::tr("Choose a run first."));
    const Look look = navigator.cursor().look(navigator.selected_run()->value);
    if (verb == Verb::Skip) {
        if (look.status() == domain::RunStatus::Skipped) return no(Words::tr("It is skipped already."));
        if (!may_become(look.status(), domain::RunStatus::Skipped))
            return no(Words::tr("It runs; cancel it or wait for its end first."));
        return {true, {}};
    }
    if (verb == Verb::Override) {
        if (override_choices(navigator).empty())
            return no(Words::tr("It has not ended; there is nothing to override."));
        return {true, {}};
    }
    if (!look.quarantined() && !domain::is_settled(look.status())) {
        return no(Words::tr("It has not ended; only what has ended can run again."));
    }
    return {true, {}};
}

QString quoted(const std::string& text) {
    const QString word = to_qstring(text);
    static const QString harmless =
        QStringLiteral("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-/:=@%+,");
    bool plain = !word.isEmpty();
    for (const QChar character : word) plain = plain && harmless.contains(character);
    if (plain) return word;
    QString inside = word;
    inside.replace(QLatin1Char('\''), QStringLiteral("'\\''"));
    return QLatin1Char('\'') + inside + QLatin1Char('\'');
}

struct Target {
    TaskId task;
    domain::RunFilter filter;
};

Target target_of(Verb verb, const Navigator& navigator) {
    Target target;
    const domain::Task* task = is_about_task(verb) ? navigator.task() : nullptr;
    if (!task) return target;
    target.task = task->id;
    if (!is_about_run(verb) || !navigator.selected_run()) return target;
    const std::uint32_t local = navigator.selected_run()->value - task->first_run.value;
    target.filter.step = task->plan->definition.steps[task->plan->step_of_run(local)].name;
    // "and all that depends on it" is about the step as a whole.
    if (verb != Verb::RerunFrom && verb != Verb::UndoStep) target.filter.node = task->plan->node_of_run(local);
    return target;
}

const char* cli_verb(Verb verb) {
    switch (verb) {
        case Verb::Rerun:
        case Verb::RerunFrom:
        case Verb::RerunFailed:
            return "rerun";
        case Verb::Skip:
            return "skip";
        case Verb::Override:
            return "override";
        case Verb::Cancel:
            return "cancel";
        case Verb::UndoStep:
        case Verb::UndoTask:
            return "compensate";
        case Verb::Pause:
        case Verb::PauseAll:
            return "pause";
        case Verb::Resume:
        case Verb::ResumeAll:
            return "resume";
    }
    return "";
}

}  // namespace

Offer offer(Verb verb, const Navigator& navigator, bool writable) {
    const domain::Task* task = navigator.task();
    if (!task && is_about_task(verb)) return no(Words::tr("No task is open."));
    if (navigator.is_replay()) return no(Words::tr("Commands are off in replay; go back to live first."));
    if (!writable) return no(Words::tr("This source is a record on disk; it cannot be commanded."));
    if (navigator.live().connection() != LiveModel::Connection::Live) return no(Words::tr("Not connected now."));
    if (!is_about_task(verb)) return offer_on_all(verb, navigator);
    if (task->historical) return no(Words::tr("An imported history cannot be changed."));
    if (verb == Verb::UndoStep) return offer_undo(verb, navigator);
    return is_about_run(verb) ? offer_on_run(verb, navigator) : offer_on_task(verb, navigator);
}

std::vector<domain::RunStatus> override_choices(const Navigator& navigator) {
    std::vector<domain::RunStatus> choices;
    if (!navigator.selected_run()) return choices;
    const domain::RunStatus from = navigator.cursor().look(navigator.selected_run()->value).status();
    using enum domain::RunStatus;
    for (const domain::RunStatus to : {Succeeded, Failed, Skipped, Pending}) {
        if (to != from && may_become(from, to) && domain::is_settled(from)) choices.push_back(to);
    }
    return choices;
}

bool needs_reason(Verb verb) {
    return is_about_run(verb) || verb == Verb::RerunFailed || verb == Verb::UndoTask;
}

bool is_about_task(Verb verb) {
    return verb != Verb::PauseAll && verb != Verb::ResumeAll;
}

QString verb_name(Verb verb) {
    switch (verb) {
        case Verb::Rerun:
            return Words::tr("&Rerun this run…");
        case Verb::RerunFrom:
            return Words::tr("Rerun this step and all &after it…");
        case Verb::RerunFailed:
            return Words::tr("Rerun all that &failed…");
        case Verb::Skip:
            return Words::tr("&Skip this run…");
        case Verb::Override:
            return Words::tr("&Override its state…");
        case Verb::Cancel:
            return Words::tr("&Cancel the task…");
        case Verb::Pause:
            return Words::tr("&Pause the task…");
        case Verb::Resume:
            return Words::tr("Res&ume the task…");
        case Verb::UndoStep:
            return Words::tr("Un&do this step and all after it…");
        case Verb::UndoTask:
            return Words::tr("U&ndo the whole task…");
        case Verb::PauseAll:
            return Words::tr("Pause &everything…");
        case Verb::ResumeAll:
            return Words::tr("&Let everything go on…");
    }
    return {};
}

QString target_text(Verb verb, const Navigator& navigator) {
    if (!is_about_task(verb)) return Words::tr("all tasks of this orchestrator");
    const Target target = target_of(verb, navigator);
    const QString task = to_qstring(target.task.text);
    if (!target.filter.step) return Words::tr("task %1").arg(task);
    const QString step = to_qstring(target.filter.step->text);
    if (!target.filter.node) return Words::tr("step %1 of task %2").arg(step, task);
    return Words::tr("step %1 of task %2 on node %3").arg(step, task, to_qstring(target.filter.node->text));
}

domain::Command make_command(Verb verb, const Navigator& navigator, const std::string& reason,
                             std::optional<domain::RunStatus> to) {
    Target target = target_of(verb, navigator);
    const domain::Justification why{{}, reason};
    switch (verb) {
        case Verb::Rerun:
            return domain::RerunTask{target.task, target.filter, false, false, why};
        case Verb::RerunFrom:
            return domain::RerunTask{target.task, target.filter, true, false, why};
        case Verb::RerunFailed:
            return domain::RerunTask{target.task, target.filter, false, true, why};
        case Verb::Skip:
            return domain::SkipRuns{target.task, target.filter, why};
        case Verb::Override:
            return domain::OverrideRuns{target.task, target.filter, to.value_or(domain::RunStatus::Succeeded), why};
        case Verb::Pause:
            return domain::PauseTask{target.task, why};
        case Verb::Resume:
            return domain::ResumeTask{target.task, why};
        case Verb::UndoStep:
        case Verb::UndoTask:
            return domain::CompensateTask{target.task, target.filter, why};
        case Verb::PauseAll:
            return domain::PauseDispatch{why};
        case Verb::ResumeAll:
            return domain::ResumeDispatch{why};
        case Verb::Cancel:
            break;
    }
    return domain::CancelTask{target.task, why};
}

QString command_line(Verb verb, const Navigator& navigator, const std::string& reason,
                     std::optional<domain::RunStatus> to) {
    const Target target = target_of(verb, navigator);
    QString line = is_about_task(verb) ? QStringLiteral("apollo-cli task ") : QStringLiteral("apollo-cli orchestrator ");
    line += QLatin1String(cli_verb(verb));
    if (is_about_task(verb)) line += QStringLiteral(" --task-id ") + quoted(target.task.text);
    if (target.filter.step) line += QStringLiteral(" --step ") + quoted(target.filter.step->text);
    if (target.filter.node) line += QStringLiteral(" --node ") + quoted(target.filter.node->text);
    if (verb == Verb::RerunFrom) line += QStringLiteral(" --from");
    if (verb == Verb::RerunFailed) line += QStringLiteral(" --failed");
    if (verb == Verb::Override) {
        line += QStringLiteral(" --to ") + QLatin1String(domain::to_text(to.value_or(domain::RunStatus::Succeeded)));
    }
    if (!reason.empty())
        line += QStringLiteral(" --reason ") + quoted(reason);
    else if (needs_reason(verb))
        line += QStringLiteral(" --reason TEXT");
    return line;
}

}  // namespace apollo::viewmodels
