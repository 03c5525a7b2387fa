// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/cli/forecast_text.h"

#include <algorithm>

namespace apollo::cli {

namespace {

constexpr std::size_t path_rows_shown = 30;

std::string duration_text(std::int64_t ms) {
    const std::int64_t seconds = ms / 1000;
    if (seconds < 60) return std::to_string(seconds) + "." + std::to_string(ms % 1000 / 100) + " s";
    if (seconds < 3600) return std::to_string(seconds / 60) + " min " + std::to_string(seconds % 60) + " s";
    return std::to_string(seconds / 3600) + " h " + std::to_string(seconds % 3600 / 60) + " min";
}

std::string duration_text(std::optional<std::int64_t> ms) { return ms ? duration_text(*ms) : "—"; }
std::string percent_text(std::optional<std::uint32_t> percent) { return percent ? std::to_string(*percent) + " %" : "—"; }

template <typename T>
Json number(const std::optional<T>& value) {
    return value ? Json(*value) : Json();
}
Json time_of(const std::optional<WallTime>& time) { return time ? time_json(*time) : Json(); }

const std::string& name_of(const domain::Task& task, std::uint32_t step) { return task.plan->definition.steps[step].name.text; }

std::string steps_text(const domain::Task& task, const std::vector<std::uint32_t>& steps) {
    constexpr std::size_t named = 5;
    std::string text;
    for (std::size_t k = 0; k < std::min(named, steps.size()); ++k) text += (k == 0 ? "" : ", ") + name_of(task, steps[k]);
    return text + (steps.size() > named ? " and " + std::to_string(steps.size() - named) + " more" : "");
}

std::optional<std::uint32_t> risk_of(const domain::WorkHistory& history) { return domain::risk_percent(history.attempts, history.failed_attempts); }

bool holds_up(domain::Assumption::Kind kind) {
    using Kind = domain::Assumption::Kind;
    return kind == Kind::TaskPaused || kind == Kind::DispatchPaused || kind == Kind::OtherTask || kind == Kind::SilentNode;
}

std::string fact_of(const domain::Assumption& assumption) {
    using Kind = domain::Assumption::Kind;
    const std::string runs = counted(assumption.count, "run") + (assumption.count == 1 ? " is " : " are ");
    switch (assumption.kind) {
        case Kind::TaskPaused: return "the task is paused";
        case Kind::DispatchPaused: return "the whole orchestrator is paused";
        case Kind::BeingUndone: return "the task is being undone; how long that takes is not foretold";
        case Kind::OtherTask: return "it waits for task " + assumption.subject;
        case Kind::BlockedRuns: return runs + "blocked and left out; a person decides";
        case Kind::QuarantinedRuns: return runs + "quarantined and left out; a person decides";
        case Kind::SilentNode: return "node " + assumption.subject + " takes nothing new at the moment";
    }
    return {};
}

std::string sentence_of(const domain::Assumption& assumption) {
    return fact_of(assumption) + (holds_up(assumption.kind) ? "; the critical path counts as if that were over" : "");
}

std::string obstacles_text(const domain::Forecast& forecast) {
    std::string text;
    for (const domain::Assumption& one : forecast.assumptions) {
        if (holds_up(one.kind)) text += (text.empty() ? "" : ", ") + fact_of(one);
    }
    return text;
}

void print_steps(const domain::Task& task, const domain::Forecast& forecast) {
    std::vector<std::vector<std::string>> rows{{"OPEN STEP", "RUNS", "KNOWN", "USUALLY", "P90", "P99", "ATTEMPTS FAILED", "RISK"}};
    for (const domain::StepForecast& step : forecast.steps) {
        const domain::WorkHistory& history = *step.history;
        rows.push_back({name_of(task, step.step), std::to_string(step.open_runs), std::to_string(history.durations_ms.size()),
                        duration_text(history.percentile_ms(50)), duration_text(history.percentile_ms(90)), duration_text(history.p99_ms()),
                        std::to_string(history.failed_attempts) + " of " + std::to_string(history.attempts), percent_text(risk_of(history))});
    }
    print("");
    print_table(rows);
}

void print_nodes(const domain::State& state, const domain::Forecast& forecast) {
    std::vector<std::vector<std::string>> rows{{"NODE", "ATTEMPTS FAILED", "RISK"}};
    for (NodeIndex node : forecast.nodes) {
        const domain::NodeRecord& record = forecast.records.nodes[node.value];
        rows.push_back({state.nodes[node.value].facts.node.text, std::to_string(record.failed_attempts) + " of " + std::to_string(record.attempts),
                        percent_text(domain::risk_percent(record.attempts, record.failed_attempts))});
    }
    print("");
    print_table(rows);
}

void print_path(const domain::State& state, const domain::Forecast& forecast) {
    std::vector<std::vector<std::string>> rows{{"CRITICAL PATH", "NODE", "STATE", "STILL TAKES IF NOTHING FAILS"}};
    for (const domain::PathPart& part : forecast.critical_path) {
        if (rows.size() > path_rows_shown) break;
        rows.push_back({state.step_of(part.run).name.text, state.node_of(part.run).text, to_text(state.runs[part.run.value].status), duration_text(part.remaining_ms)});
    }
    print("");
    print_table(rows);
    if (forecast.critical_path.size() > path_rows_shown) print("… and " + std::to_string(forecast.critical_path.size() - path_rows_shown) + " more; all with --json");
}

std::string lateness_text(const domain::State& state, const domain::OverdueRun& one) {
    return state.step_of(one.run).name.text + " on " + state.node_of(one.run).text + " is overdue by " + duration_text(one.overdue_ms()) + ": it has never run for so long (" +
           duration_text(one.longest_ms) + " at most)";
}

std::string overdue_text(const domain::State& state, const domain::Forecast& forecast) {
    const std::string late = lateness_text(state, forecast.overdue[0]);
    if (forecast.usual_end <= forecast.as_of) return late;
    return late + "; when it has ended, about " + duration_text(forecast.usual_end.ms - forecast.as_of.ms) + " more are expected";
}

// Nobody knows when: something that is to run does not begin, or has never run before.
std::string no_end_text(const domain::State& state, const domain::Task& task, const domain::Forecast& forecast) {
    const std::string late = forecast.overdue.empty() ? "" : "; " + lateness_text(state, forecast.overdue[0]);
    if (forecast.is_held) return "its end cannot be foretold: " + obstacles_text(forecast) + late;
    return "its end cannot be foretold: nothing is known of how long " + steps_text(task, forecast.without_history) + (forecast.without_history.size() == 1 ? " takes" : " take") + late;
}

std::string risk_text(const domain::Forecast& forecast) {
    if (!forecast.risk_of_failure_percent) return "not known, too little of it ever ended before";
    return (forecast.risk_is_least ? "at least " : "") + percent_text(forecast.risk_of_failure_percent) + (forecast.risk_is_least ? "; of some steps nothing is known" : "");
}

}  // namespace

std::string expectation_text(const domain::State& state, const domain::Task& task, const domain::Forecast& forecast) {
    if (forecast.has_ended) return "has ended" + (task.ended_at.known() ? " at " + time_text(task.ended_at) : std::string());
    if (!forecast.end_p50) return no_end_text(state, task, forecast);
    if (!forecast.overdue.empty()) return overdue_text(state, forecast);
    const auto in = [&](WallTime end) { return time_text(end) + " (in " + duration_text(end.ms - forecast.as_of.ms) + ")"; };
    const std::string subject = task.blocked_count == 0 ? "" : "not counting what is blocked: ";
    return subject + "expected to end at " + in(*forecast.end_p50) + ", nine times in ten by " + in(*forecast.end_p90);
}

Json forecast_document(const domain::State& state, const domain::Task& task, const domain::Forecast& forecast) {
    const auto place = [&](RunIndex run) { return Json{{"step", state.step_of(run).name.text}, {"node", state.node_of(run).text}}; };
    Json path = Json::array(), steps = Json::array(), slow = Json::array(), nodes = Json::array(), unknown = Json::array(), notes = Json::array();
    for (const domain::PathPart& part : forecast.critical_path) {
        Json row = place(part.run);
        row["state"] = to_text(state.runs[part.run.value].status);
        row["remaining_ms"] = part.remaining_ms;
        path.push_back(row);
    }
    for (const domain::StepForecast& step : forecast.steps) {
        const domain::WorkHistory& history = *step.history;
        steps.push_back({{"step", name_of(task, step.step)}, {"open_runs", step.open_runs}, {"known_runs", history.durations_ms.size()},
                         {"p50_ms", number(history.percentile_ms(50))}, {"p90_ms", number(history.percentile_ms(90))}, {"p99_ms", number(history.p99_ms())},
                         {"attempts", history.attempts}, {"failed_attempts", history.failed_attempts}, {"risk_percent", number(risk_of(history))}});
    }
    for (const domain::SlowRun& one : forecast.slow) {
        Json row = place(one.run);
        row["running_ms"] = one.running_ms;
        row["p99_ms"] = one.p99_ms;
        slow.push_back(row);
    }
    Json overdue = Json::array();
    for (const domain::OverdueRun& one : forecast.overdue) {
        Json row = place(one.run);
        row["running_ms"] = one.running_ms;
        row["longest_ms"] = one.longest_ms;
        overdue.push_back(row);
    }
    for (NodeIndex node : forecast.nodes) {
        const domain::NodeRecord& record = forecast.records.nodes[node.value];
        nodes.push_back({{"node", state.nodes[node.value].facts.node.text}, {"attempts", record.attempts}, {"failed_attempts", record.failed_attempts},
                         {"risk_percent", number(domain::risk_percent(record.attempts, record.failed_attempts))}});
    }
    for (const domain::Assumption& assumption : forecast.assumptions) notes.push_back(sentence_of(assumption));
    for (std::uint32_t step : forecast.without_history) unknown.push_back(name_of(task, step));
    return {{"task_id", task.id.text}, {"state", to_text(task.status)}, {"position", state.position.value}, {"as_of", time_json(forecast.as_of)},
            {"expected_end_p50", time_of(forecast.end_p50)}, {"expected_end_p90", time_of(forecast.end_p90)},
            {"risk_of_failure_percent", number(forecast.risk_of_failure_percent)}, {"risk_is_least", forecast.risk_is_least}, {"critical_path", path},
            {"held", forecast.is_held}, {"usual_end", time_of(forecast.end_p50 ? std::optional(forecast.usual_end) : std::nullopt)}, {"overdue", overdue}, {"steps", steps}, {"slow", slow}, {"nodes", nodes},
            {"without_history", unknown}, {"notes", notes}};
}

void print_forecast(const domain::State& state, const domain::Task& task, const domain::Forecast& forecast) {
    print(task.id.text + "  " + to_text(task.status) + "  " + expectation_text(state, task, forecast));
    if (forecast.has_ended) return;
    print("risk that the task fails: " + risk_text(forecast));
    for (const domain::SlowRun& one : forecast.slow) {
        print("slow: " + state.step_of(one.run).name.text + " on " + state.node_of(one.run).text + " has run for " + duration_text(one.running_ms) + ", longer than 99 % of those before (" +
              duration_text(one.p99_ms) + ")");
    }
    for (const domain::Assumption& assumption : forecast.assumptions) print("note: " + sentence_of(assumption));
    if (!forecast.critical_path.empty()) print_path(state, forecast);
    if (!forecast.steps.empty()) print_steps(task, forecast);
    if (!forecast.nodes.empty()) print_nodes(state, forecast);
}

}  // namespace apollo::cli
