// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/interchange/export_text.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

namespace apollo::interchange {

namespace {

using Json = nlohmann::ordered_json;

const std::string& step_name(const TaskRecord& record, std::uint32_t run) {
    return record.plan->definition.steps[record.plan->step_of_run(run)].name.text;
}

// Replacement characters instead of an exception: output may be any bytes.
std::string dumped(const Json& document, int indent) {
    return document.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string time_text(WallTime time) { return time.known() ? to_rfc3339(time) : std::string(); }

std::int64_t begin_ms(const TaskRecord& record, const std::vector<AttemptSpan>& spans) {
    std::int64_t first_ms = 0;
    for (const domain::Event& event : record.events) {
        if (event.header.type == domain::EventType::TaskSubmitted) first_ms = event.header.recorded_time.ms;
    }
    for (const AttemptSpan& span : spans) first_ms = std::min(first_ms, span.started.ms);
    return first_ms;
}

std::int64_t end_ms(const TaskRecord& record, const std::vector<AttemptSpan>& spans) {
    std::int64_t last_ms = 0;
    for (const AttemptSpan& span : spans) last_ms = std::max({last_ms, span.started.ms, span.ended.ms});
    for (const domain::Event& event : record.events) {
        if (event.header.task != no_task) last_ms = std::max(last_ms, event.header.origin_time.ms);
    }
    return last_ms;
}

// Slices of one thread may not overlap: the first thread of the node that is free takes the attempt.
class Threads {
public:
    std::size_t take(const std::string& node, std::int64_t start_ms, std::int64_t end) {
        auto& busy_until = m_busy_until_ms[node];
        for (std::size_t k = 0; k < busy_until.size(); ++k) {
            if (busy_until[k] > start_ms) continue;
            busy_until[k] = end;
            return k;
        }
        busy_until.push_back(end);
        return busy_until.size() - 1;
    }

private:
    std::map<std::string, std::vector<std::int64_t>> m_busy_until_ms;
};

std::string csv_field(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
}

const char* dot_colour(domain::RunStatus status) {
    switch (status) {
        case domain::RunStatus::Succeeded: return "#82c172";
        case domain::RunStatus::Failed: return "#e06c78";
        case domain::RunStatus::Timeout: return "#c08a5a";
        case domain::RunStatus::Running: return "#7fb0f0";
        case domain::RunStatus::Dispatched: return "#9bdee4";
        case domain::RunStatus::Retrying: return "#f5b83b";
        case domain::RunStatus::Cancelled: return "#9999a3";
        case domain::RunStatus::Compensating:
        case domain::RunStatus::Compensated: return "#ceaffb";
        case domain::RunStatus::Skipped: return "#b5c4ae";
        case domain::RunStatus::Pending: break;
    }
    return "#e6e9ee";
}

int badness(domain::RunStatus status) {
    switch (status) {
        case domain::RunStatus::Failed: return 9;
        case domain::RunStatus::Timeout: return 8;
        case domain::RunStatus::Retrying: return 7;
        case domain::RunStatus::Cancelled: return 6;
        case domain::RunStatus::Running: return 5;
        case domain::RunStatus::Dispatched: return 4;
        case domain::RunStatus::Pending: return 3;
        default: return 0;
    }
}

std::string dot_quoted(const std::string& text) {
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') quoted += '\\';
        quoted += c;
    }
    return quoted + "\"";
}

}  // namespace

std::string to_chrome_trace(const TaskRecord& record) {
    const std::vector<AttemptSpan> spans = attempts_of(record);
    const std::int64_t begin = begin_ms(record, spans), end = end_ms(record, spans);
    Json events = Json::array();
    std::map<std::string, std::size_t> pids;
    for (const NodeId& node : record.plan->nodes) {
        const std::size_t pid = pids.size() + 1;
        pids[node.text] = pid;
        events.push_back({{"name", "process_name"}, {"ph", "M"}, {"pid", pid}, {"tid", 0}, {"args", {{"name", node.text}}}});
    }
    Threads threads;
    for (const AttemptSpan& span : spans) {
        const std::string& node = record.plan->node_of_run(span.run).text;
        const std::int64_t until_ms = span.ended.known() ? span.ended.ms : end;
        const std::size_t thread = threads.take(node, span.started.ms, until_ms);
        Json args{{"attempt", span.number}, {"state", domain::to_text(span.status)}};
        if (span.exit_code) args["exit_code"] = *span.exit_code;
        if (!span.message.empty()) args["message"] = span.message;
        events.push_back({{"name", step_name(record, span.run)}, {"cat", domain::to_text(span.status)}, {"ph", "X"},
                          {"ts", (span.started.ms - begin) * 1000}, {"dur", (until_ms - span.started.ms) * 1000},
                          {"pid", pids[node]}, {"tid", thread + 1}, {"args", std::move(args)}});
    }
    return dumped({{"displayTimeUnit", "ms"}, {"otherData", {{"task_id", record.id.text}}}, {"traceEvents", std::move(events)}}, -1);
}

std::string to_wfformat(const TaskRecord& record) {
    const std::vector<AttemptSpan> spans = attempts_of(record);
    const domain::Plan& plan = *record.plan;
    const auto id_of = [&](std::uint32_t run) {
        const std::string& name = step_name(record, run);
        return plan.steps[plan.step_of_run(run)].nodes.size() == 1 ? name : name + "." + plan.node_of_run(run).text;
    };
    const auto ids_of = [&](const std::vector<std::uint32_t>& steps) {
        Json ids = Json::array();
        for (const std::uint32_t step : steps)
            for (std::uint32_t k = 0; k < plan.steps[step].nodes.size(); ++k) ids.push_back(id_of(plan.steps[step].first_run + k));
        return ids;
    };
    std::vector<const AttemptSpan*> last(plan.run_count, nullptr);
    for (const AttemptSpan& span : spans) last[span.run] = &span;
    Json specified = Json::array(), executed = Json::array(), machines = Json::array();
    const std::int64_t begin = begin_ms(record, spans), end = end_ms(record, spans);
    for (std::uint32_t run = 0; run < plan.run_count; ++run) {
        const domain::PlanStep& step = plan.steps[plan.step_of_run(run)];
        specified.push_back({{"name", id_of(run)}, {"id", id_of(run)}, {"parents", ids_of(step.depends_on)}, {"children", ids_of(step.dependents)}});
        if (!last[run]) continue;
        const std::int64_t until_ms = last[run]->ended.known() ? last[run]->ended.ms : end;
        executed.push_back({{"id", id_of(run)}, {"runtimeInSeconds", static_cast<double>(until_ms - last[run]->started.ms) / 1000},
                            {"executedAt", time_text(last[run]->started)}, {"machines", Json::array({plan.node_of_run(run).text})}});
    }
    for (const NodeId& node : plan.nodes) machines.push_back({{"nodeName", node.text}});
    return dumped({{"name", record.id.text}, {"schemaVersion", "1.5"},
                   {"workflow", {{"specification", {{"tasks", std::move(specified)}}},
                                 {"execution", {{"makespanInSeconds", static_cast<double>(end - begin) / 1000}, {"executedAt", time_text(WallTime{begin})},
                                                {"tasks", std::move(executed)}, {"machines", std::move(machines)}}}}}}, 1);
}

std::string to_dot(const TaskRecord& record) {
    const std::vector<domain::RunStatus> statuses = statuses_of(record);
    std::string text = "digraph " + dot_quoted(record.id.text) + " {\n  node [shape=box style=\"rounded,filled\"];\n";
    const domain::Plan& plan = *record.plan;
    for (std::size_t step = 0; step < plan.steps.size(); ++step) {
        domain::RunStatus worst = domain::RunStatus::Skipped;
        for (std::uint32_t k = 0; k < plan.steps[step].nodes.size(); ++k) {
            const domain::RunStatus status = statuses[plan.steps[step].first_run + k];
            if (k == 0 || badness(status) > badness(worst)) worst = status;
        }
        const std::string& name = plan.definition.steps[step].name.text;
        text += "  " + dot_quoted(name) + " [fillcolor=\"" + dot_colour(worst) + "\" tooltip=\"" + domain::to_text(worst) + "\"];\n";
    }
    for (std::size_t step = 0; step < plan.steps.size(); ++step) {
        for (const std::uint32_t upstream : plan.steps[step].depends_on)
            text += "  " + dot_quoted(plan.definition.steps[upstream].name.text) + " -> " + dot_quoted(plan.definition.steps[step].name.text) + ";\n";
    }
    return text + "}\n";
}

std::string to_csv(const TaskRecord& record) {
    std::string text = "task_id,step,node,attempt,state,started_at,ended_at,duration_ms,exit_code,message\r\n";
    std::vector<bool> began(record.plan->run_count, false);
    const auto line = [&](std::uint32_t run, const std::string& rest) {
        text += csv_field(record.id.text) + "," + csv_field(step_name(record, run)) + "," + csv_field(record.plan->node_of_run(run).text) + "," + rest + "\r\n";
    };
    for (const AttemptSpan& span : attempts_of(record)) {
        began[span.run] = true;
        const std::string took = span.ended.known() ? std::to_string(span.ended.ms - span.started.ms) : "";
        line(span.run, std::to_string(span.number) + "," + domain::to_text(span.status) + "," + time_text(span.started) + "," +
                           time_text(span.ended) + "," + took + "," + (span.exit_code ? std::to_string(*span.exit_code) : "") + "," + csv_field(span.message));
    }
    const std::vector<domain::RunStatus> statuses = statuses_of(record);
    for (std::uint32_t run = 0; run < record.plan->run_count; ++run) {
        if (!began[run]) line(run, std::string(",") + domain::to_text(statuses[run]) + ",,,,,");
    }
    return text;
}

}  // namespace apollo::interchange
