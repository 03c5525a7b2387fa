// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <QCoreApplication>

#include "app/viewmodels/offers.h"

namespace apollo::viewmodels {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Actions)
};

Offer no(const QString& why) {
    return {false, why};
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
Offer offer_undo(const Navigator& navigator, const domain::Task& task, std::optional<std::uint32_t> from) {
    if (task.status == domain::TaskStatus::Compensating) return no(Words::tr("It is being undone already."));
    std::vector<std::uint32_t> steps;
    if (from) {
        steps = steps_from(*task.plan, *from);
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

Offer offer_amend(const domain::Task& task) {
    if (task.cancel_requested || task.compensation_requested)
        return no(Words::tr("It was cancelled or undone; rerun it first."));
    return {true, {}};
}

bool may_become(domain::RunStatus from, domain::RunStatus to) {
    return domain::transition(from, domain::EventType::ManualOverride, to).has_value();
}

}  // namespace

// Without looking at each run again and again: undoing a whole task is refused at once while one is on a node.
Offer offer_on_task(Verb verb, const Navigator& navigator, TaskIndex index) {
    const domain::Task& task = navigator.live().state().tasks[index.value];
    const TaskLook look = navigator.cursor().task(index.value);
    if (verb == Verb::Explain) return {true, {}};
    if (task.historical) return no(Words::tr("An imported history cannot be changed."));
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
            return offer_undo(navigator, task, std::nullopt);
        case Verb::Cancel:
            if (task.cancel_requested) return no(Words::tr("It is being cancelled already."));
            return domain::is_ended(look.status) ? no(Words::tr("The task has ended.")) : Offer{true, {}};
        case Verb::Amend:
            return offer_amend(task);
        default:
            return {true, {}};
    }
}

Offer offer_on_run(Verb verb, const Navigator& navigator, RunIndex run) {
    const domain::Task& task = *navigator.task();
    if (task.historical) return no(Words::tr("An imported history cannot be changed."));
    if (verb == Verb::UndoStep) return offer_undo(navigator, task, task.plan->step_of_run(run.value - task.first_run.value));
    const Look look = navigator.cursor().look(run.value);
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

}  // namespace apollo::viewmodels
