// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/forecast_view.h"

#include <QCoreApplication>
#include <algorithm>

#include "app/viewmodels/durations.h"
#include "app/viewmodels/text.h"

namespace apollo::viewmodels {

namespace {

struct ForecastWords {
    Q_DECLARE_TR_FUNCTIONS(Forecast)
};

QString place_of(const domain::State& state, RunIndex run) {
    return ForecastWords::tr("%1 on %2").arg(to_qstring(state.step_of(run).name.text), to_qstring(state.node_of(run).text));
}

QString expectation_of(const domain::State& state, const domain::Task& task, const domain::Forecast& forecast) {
    if (!forecast.end_p50) {
        if (forecast.without_history.empty()) return {};
        const QString first = to_qstring(task.plan->definition.steps[forecast.without_history[0]].name.text);
        const auto others = forecast.without_history.size() - 1;
        return others == 0 ? ForecastWords::tr("Its end cannot be foretold: nothing is known of how long %1 takes.").arg(first)
                           : ForecastWords::tr("Its end cannot be foretold: nothing is known of how long %1 and %2 more steps take.").arg(first, count_text(others));
    }
    const auto left = [&](WallTime end) { return duration_text(end.ms - forecast.as_of.ms); };
    if (forecast.overdue.empty()) {
        return ForecastWords::tr("Expected to end at %1 (in %2), nine times in ten by %3 (in %4).")
            .arg(time_text(*forecast.end_p50), left(*forecast.end_p50), time_text(*forecast.end_p90), left(*forecast.end_p90));
    }
    const domain::OverdueRun& worst = forecast.overdue[0];
    const QString late = ForecastWords::tr("%1 is overdue by %2: it has never run for so long (%3 at most).")
                             .arg(place_of(state, worst.run), duration_text(worst.overdue_ms()), duration_text(worst.longest_ms));
    if (forecast.usual_end <= forecast.as_of) return late;
    return late + QLatin1Char(' ') + ForecastWords::tr("When it has ended, about %1 more are expected.").arg(left(forecast.usual_end));
}

QString risk_of(const domain::Forecast& forecast) {
    if (!forecast.risk_of_failure_percent) return ForecastWords::tr("Risk that the task fails: not known, too little of it ever ended before.");
    const QString percent = count_text(*forecast.risk_of_failure_percent);
    return forecast.risk_is_least ? ForecastWords::tr("Risk that the task fails: at least %1 %; of some steps nothing is known.").arg(percent)
                                  : ForecastWords::tr("Risk that the task fails: %1 %").arg(percent);
}

// A forecast end may be before that of the path, since a task that fails ends early.
QString path_title_of(const domain::Forecast& forecast) {
    if (forecast.critical_path.empty()) return {};
    if (!forecast.without_history.empty()) return ForecastWords::tr("Critical path; what never ran before counts as nothing");
    return ForecastWords::tr("Critical path: %1 more if nothing fails").arg(duration_text(forecast.usual_end.ms - forecast.as_of.ms));
}

QString left_text(const domain::Forecast& forecast, const domain::PathPart& part) {
    for (const domain::OverdueRun& one : forecast.overdue) {
        if (one.run == part.run) return ForecastWords::tr("overdue by %1").arg(duration_text(one.overdue_ms()));
    }
    return duration_text(part.remaining_ms);
}

QString sentence_of(const domain::Assumption& assumption) {
    using Kind = domain::Assumption::Kind;
    const QString subject = to_qstring(assumption.subject), count = count_text(assumption.count);
    switch (assumption.kind) {
        case Kind::TaskPaused: return ForecastWords::tr("The task is paused; counted as if it went on now.");
        case Kind::DispatchPaused: return ForecastWords::tr("The whole orchestrator is paused; counted as if it went on now.");
        case Kind::BeingUndone: return ForecastWords::tr("The task is being undone; how long that takes is not foretold.");
        case Kind::OtherTask: return ForecastWords::tr("It waits for task %1; counted as if that ended now.").arg(subject);
        case Kind::BlockedRuns: return ForecastWords::tr("%1 blocked runs are left out; a person decides about them.").arg(count);
        case Kind::QuarantinedRuns: return ForecastWords::tr("%1 quarantined runs are left out; a person decides about them.").arg(count);
        case Kind::SilentNode: return ForecastWords::tr("Node %1 takes nothing new at the moment; counted as if it did.").arg(subject);
    }
    return {};
}

// What is overdue worst stands in the first line already.
void add_slow(const domain::State& state, const domain::Forecast& forecast, ForecastView& view) {
    constexpr std::size_t most = 3;
    std::vector<domain::SlowRun> slow = forecast.slow;
    std::stable_sort(slow.begin(), slow.end(), [](const auto& a, const auto& b) { return a.running_ms - a.p99_ms > b.running_ms - b.p99_ms; });
    for (const domain::SlowRun& one : slow) {
        if (!forecast.overdue.empty() && forecast.overdue[0].run == one.run) continue;
        if (view.slow.size() == most) {
            ++view.slow_more;
            continue;
        }
        const QString text = ForecastWords::tr("has run for %1, longer than 99 % of those before (%2)").arg(duration_text(one.running_ms), duration_text(one.p99_ms));
        view.slow.push_back({one.run, place_of(state, one.run), text});
    }
}

}  // namespace

ForecastView forecast_view(const domain::State& state, TaskIndex index, WallTime now) {
    const domain::Task& task = state.tasks[index.value];
    const domain::Forecast forecast = domain::forecast(state, index, now);
    ForecastView view;
    view.has_ended = forecast.has_ended;
    if (view.has_ended) return view;
    view.expectation = expectation_of(state, task, forecast);
    view.risk = risk_of(forecast);
    view.path_title = path_title_of(forecast);
    for (const domain::PathPart& part : forecast.critical_path) view.path.push_back({part.run, place_of(state, part.run), left_text(forecast, part)});
    add_slow(state, forecast, view);
    for (const domain::Assumption& assumption : forecast.assumptions) view.notes.push_back(sentence_of(assumption));
    return view;
}

}  // namespace apollo::viewmodels
