// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/forecast_view.h"

#include <QCoreApplication>

#include "app/viewmodels/durations.h"
#include "app/viewmodels/text.h"

namespace apollo::viewmodels {

namespace {

QString tr(const char* source) { return QCoreApplication::translate("Forecast", source); }

QString place_of(const domain::State& state, RunIndex run) {
    return tr("%1 on %2").arg(to_qstring(state.step_of(run).name.text), to_qstring(state.node_of(run).text));
}

QString expectation_of(const domain::Task& task, const domain::Forecast& forecast) {
    if (!forecast.end_p50) {
        if (forecast.without_history.empty()) return {};
        const QString first = to_qstring(task.plan->definition.steps[forecast.without_history[0]].name.text);
        const auto others = forecast.without_history.size() - 1;
        return others == 0 ? tr("Its end cannot be foretold: nothing is known of how long %1 takes.").arg(first)
                           : tr("Its end cannot be foretold: nothing is known of how long %1 and %2 more steps take.").arg(first, count_text(others));
    }
    const auto left = [&](WallTime end) { return duration_text(end.ms - forecast.as_of.ms); };
    return tr("Expected to end at %1 (in %2), nine times in ten by %3 (in %4).")
        .arg(time_text(*forecast.end_p50), left(*forecast.end_p50), time_text(*forecast.end_p90), left(*forecast.end_p90));
}

QString sentence_of(const domain::Assumption& assumption) {
    using Kind = domain::Assumption::Kind;
    const QString subject = to_qstring(assumption.subject), count = count_text(assumption.count);
    switch (assumption.kind) {
        case Kind::TaskPaused: return tr("The task is paused; counted as if it went on now.");
        case Kind::DispatchPaused: return tr("The whole orchestrator is paused; counted as if it went on now.");
        case Kind::BeingUndone: return tr("The task is being undone; how long that takes is not foretold.");
        case Kind::OtherTask: return tr("It waits for task %1; counted as if that ended now.").arg(subject);
        case Kind::BlockedRuns: return tr("%1 blocked runs are left out; a person decides about them.").arg(count);
        case Kind::QuarantinedRuns: return tr("%1 quarantined runs are left out; a person decides about them.").arg(count);
        case Kind::SilentNode: return tr("Node %1 takes nothing new at the moment; counted as if it did.").arg(subject);
    }
    return {};
}

}  // namespace

ForecastView forecast_view(const domain::State& state, TaskIndex index, WallTime now) {
    const domain::Task& task = state.tasks[index.value];
    const domain::Forecast forecast = domain::forecast(state, index, now);
    ForecastView view;
    view.has_ended = forecast.has_ended;
    if (view.has_ended) return view;
    view.expectation = expectation_of(task, forecast);
    view.risk = forecast.risk_of_failure_percent ? tr("Risk that the task fails: %1 %").arg(count_text(*forecast.risk_of_failure_percent))
                                                 : tr("Risk that the task fails: not known, none of its steps ever ended before");
    for (const domain::PathPart& part : forecast.critical_path) view.path.push_back({part.run, place_of(state, part.run), duration_text(part.remaining_ms)});
    for (const domain::SlowRun& one : forecast.slow) {
        view.slow.push_back({one.run, place_of(state, one.run), tr("has run for %1, longer than 99 % of those before (%2)").arg(duration_text(one.running_ms), duration_text(one.p99_ms))});
    }
    for (const domain::Assumption& assumption : forecast.assumptions) view.notes.push_back(sentence_of(assumption));
    return view;
}

}  // namespace apollo::viewmodels
