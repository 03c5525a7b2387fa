// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <QCoreApplication>

#include "app/viewmodels/offers.h"
#include "app/viewmodels/state_style.h"
#include "app/viewmodels/text.h"

namespace apollo::viewmodels {

namespace {

struct TaskOfferWords {
    Q_DECLARE_TR_FUNCTIONS(Actions)
};

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
    if (task.status == domain::TaskStatus::Compensating) return not_offered(TaskOfferWords::tr("It is being undone already."));
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
            if (domain::is_live(run)) return not_offered(TaskOfferWords::tr("Some of it still runs; cancel the task or wait for it first."));
            any = any || run.status == domain::RunStatus::Succeeded;
        }
    }
    return any ? Offer{true, {}} : not_offered(TaskOfferWords::tr("Nothing of it has succeeded; there is nothing to undo."));
}

Offer offer_amend(const domain::Task& task) {
    if (task.cancel_requested || task.compensation_requested)
        return not_offered(TaskOfferWords::tr("It was cancelled or undone; rerun it first."));
    return {true, {}};
}

QString nobody_needs_it() {
    return TaskOfferWords::tr("Nobody needs it: it waits for a failure that did not come. It holds nothing up.");
}

QString cause_of(const Navigator& navigator, const domain::Task& task, std::uint32_t step) {
    const domain::PlanStep& planned = task.plan->steps[step];
    for (std::uint32_t k = 0; k < planned.nodes.size(); ++k) {
        const RunIndex run{task.first_run.value + planned.first_run + k};
        const Look look = navigator.cursor().look(run.value);
        if (look.blocked() || !(look.quarantined() || look.status() == domain::RunStatus::Cancelled || look.status() == domain::RunStatus::Failed ||
                                look.status() == domain::RunStatus::Timeout))
            continue;
        const QString state = look.quarantined() ? flag_name("quarantined") : status_name(look);
        return TaskOfferWords::tr("step %1 on node %2 is %3; choose it and rerun it with all that depends on it")
            .arg(to_qstring(task.plan->definition.steps[step].name.text), to_qstring(navigator.live().state().node_of(run).text), state);
    }
    return {};
}

// Why the blocked runs of a task cannot start and what to do about the first cause; empty if nothing is blocked.
QString way_out_of_block(const Navigator& navigator, const domain::Task& task) {
    const domain::State& state = navigator.live().state();
    for (const TaskId& id : task.plan->definition.depends_on) {
        const domain::Task* other = state.find_task(id);
        if (other && domain::is_ended(other->status) && other->status != domain::TaskStatus::Succeeded)
            return TaskOfferWords::tr("task %1, which it waits for, is %2; rerun that one").arg(to_qstring(id.text), status_name(other->status));
    }
    for (std::uint32_t step = 0; step < task.plan->steps.size(); ++step) {
        const domain::PlanStep& planned = task.plan->steps[step];
        for (std::uint32_t k = 0; k < planned.nodes.size(); ++k) {
            const RunIndex run{task.first_run.value + planned.first_run + k};
            if (!navigator.cursor().look(run.value).blocked()) continue;
            const NodeIndex node = state.runs[run.value].node;
            if (node != no_node && state.nodes[node.value].status == domain::NodeStatus::Revoked)
                return TaskOfferWords::tr("node %1 was revoked; enrol it again, or skip the step there").arg(to_qstring(state.node_of(run).text));
            for (const std::uint32_t upstream : planned.depends_on) {
                if (const QString cause = cause_of(navigator, task, upstream); !cause.isEmpty()) return cause;
            }
        }
    }
    return TaskOfferWords::tr("rerun, skip or override what they depend on");
}

// As the orchestrator judges it: what waits for its retry may be decided about until the next attempt is on its way.
bool may_override(const domain::Run& run, domain::RunStatus to) {
    if (run.status == domain::RunStatus::Retrying && domain::is_live(run)) return false;
    const domain::RunStatus from = run.quarantined ? domain::RunStatus::Failed : run.status;
    return domain::transition(from, domain::EventType::ManualOverride, to).has_value();
}

QString on_its_way() { return TaskOfferWords::tr("Its next attempt is on its way; wait for its end, or cancel the task."); }

// Of the run's node; empty if it may get work.
QString node_refusal(const domain::State& state, const domain::Run& run) {
    if (run.node == no_node || state.nodes[run.node.value].status != domain::NodeStatus::Revoked) return {};
    return TaskOfferWords::tr("Node %1 was revoked; enrol it again, or skip the step there.").arg(to_qstring(state.nodes[run.node.value].facts.node.text));
}

Offer offer_rerun(const Navigator& navigator, const domain::Task& task, RunIndex run, Look look) {
    if (task.status == domain::TaskStatus::Compensating) return not_offered(TaskOfferWords::tr("It is being undone already."));
    const domain::State& state = navigator.live().state();
    const domain::Run& known = state.runs[run.value];
    if (may_override(known, domain::RunStatus::Pending)) {
        const QString refusal = node_refusal(state, known);
        return refusal.isEmpty() ? Offer{true, {}} : not_offered(refusal);
    }
    if (look.blocked()) return not_offered(TaskOfferWords::tr("It cannot start: %1.").arg(way_out_of_block(navigator, task)));
    if (look.unneeded()) return not_offered(nobody_needs_it());
    if (known.status == domain::RunStatus::Retrying) return not_offered(on_its_way());
    return not_offered(TaskOfferWords::tr("It has not ended; only what has ended can run again."));
}

bool has_failed(const domain::Run& run) {
    return run.status == domain::RunStatus::Failed || run.status == domain::RunStatus::Timeout || run.status == domain::RunStatus::Retrying || run.quarantined;
}

// Of a task of which something failed.
Offer offer_failed_runs(const domain::State& state, const domain::Task& task) {
    QString refusal = on_its_way();
    for (std::uint32_t k = 0; k < task.plan->run_count; ++k) {
        const domain::Run& run = state.runs[task.first_run.value + k];
        if (!has_failed(run) || !may_override(run, domain::RunStatus::Pending)) continue;
        refusal = node_refusal(state, run);
        if (refusal.isEmpty()) return {true, {}};
    }
    return not_offered(refusal);
}

Offer offer_rerun_failed(const Navigator& navigator, const domain::Task& task, const TaskLook& look) {
    if (task.status == domain::TaskStatus::Compensating) return not_offered(TaskOfferWords::tr("It is being undone already."));
    const bool retries = look.counts[static_cast<std::size_t>(domain::RunStatus::Retrying)] > 0;
    if (failed_runs(look) > 0 || look.quarantined > 0 || retries) return offer_failed_runs(navigator.live().state(), task);
    if (look.blocked == 0) return not_offered(TaskOfferWords::tr("Nothing of this task has failed."));
    return not_offered(TaskOfferWords::tr("No run has failed, but %1 cannot start: %2.").arg(QString::number(look.blocked), way_out_of_block(navigator, task)));
}

}  // namespace

// Without looking at each run again and again: undoing a whole task is refused at once while one is on a node.
Offer offer_on_task(Verb verb, const Navigator& navigator, TaskIndex index) {
    const domain::Task& task = navigator.live().state().tasks[index.value];
    const TaskLook look = navigator.cursor().task(index.value);
    if (verb == Verb::Explain) return {true, {}};
    if (task.historical) return not_offered(TaskOfferWords::tr("An imported history cannot be changed."));
    switch (verb) {
        case Verb::RerunFailed:
            return offer_rerun_failed(navigator, task, look);
        case Verb::Pause:
            if (task.paused) return not_offered(TaskOfferWords::tr("It is paused already."));
            return domain::is_ended(look.status) ? not_offered(TaskOfferWords::tr("The task has ended.")) : Offer{true, {}};
        case Verb::Resume:
            return task.paused ? Offer{true, {}} : not_offered(TaskOfferWords::tr("It is not paused."));
        case Verb::UndoTask:
            if (is_live(look)) return not_offered(TaskOfferWords::tr("Some of it still runs; cancel the task or wait for it first."));
            return offer_undo(navigator, task, std::nullopt);
        case Verb::Cancel:
            if (task.cancel_requested) return not_offered(TaskOfferWords::tr("It is being cancelled already."));
            return domain::is_ended(look.status) ? not_offered(TaskOfferWords::tr("The task has ended.")) : Offer{true, {}};
        case Verb::Amend:
            return offer_amend(task);
        default:
            return {true, {}};
    }
}

Offer offer_on_run(Verb verb, const Navigator& navigator, RunIndex run) {
    const domain::Task& task = *navigator.task();
    if (task.historical) return not_offered(TaskOfferWords::tr("An imported history cannot be changed."));
    if (verb == Verb::UndoStep) return offer_undo(navigator, task, task.plan->step_of_run(run.value - task.first_run.value));
    const Look look = navigator.cursor().look(run.value);
    const domain::Run& known = navigator.live().state().runs[run.value];
    if (verb == Verb::Skip) {
        if (look.status() == domain::RunStatus::Skipped) return not_offered(TaskOfferWords::tr("It is skipped already."));
        if (look.unneeded()) return not_offered(nobody_needs_it());
        if (may_override(known, domain::RunStatus::Skipped)) return {true, {}};
        return not_offered(known.status == domain::RunStatus::Retrying ? on_its_way() : TaskOfferWords::tr("It runs; cancel it or wait for its end first."));
    }
    if (verb == Verb::Override) {
        if (!override_choices(navigator).empty()) return {true, {}};
        return not_offered(known.status == domain::RunStatus::Retrying ? on_its_way() : TaskOfferWords::tr("It has not ended; there is nothing to override."));
    }
    return offer_rerun(navigator, task, run, look);
}

std::vector<domain::RunStatus> override_choices(const Navigator& navigator) {
    std::vector<domain::RunStatus> choices;
    if (!navigator.selected_run()) return choices;
    const domain::RunStatus from = navigator.cursor().look(navigator.selected_run()->value).status();
    const domain::Run& known = navigator.live().state().runs[navigator.selected_run()->value];
    using enum domain::RunStatus;
    for (const domain::RunStatus to : {Succeeded, Failed, Skipped, Pending}) {
        const bool decidable = domain::is_settled(from) || from == Retrying || known.quarantined;
        if (to != from && decidable && may_override(known, to)) choices.push_back(to);
    }
    return choices;
}

}  // namespace apollo::viewmodels
