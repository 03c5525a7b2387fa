// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/interchange/wfformat.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>
#include <unordered_map>

#include "app/interchange/gzip.h"
#include "app/interchange/names.h"
#include "app/interchange/workflow_json.h"
#include "common/base/bytes.h"

namespace apollo::interchange {

namespace {

constexpr std::size_t command_limit_bytes = 512;
constexpr std::int64_t unknown_start_ms = 946684800000;  // 2000-01-01: a file that says nothing about when
constexpr const char* unknown_machine = "unknown";
constexpr double runtime_limit_s = 1e9;  // thirty years: beyond it is a slip

domain::StepDefinition make_step(const WorkflowTask& task, std::string name) {
    domain::StepDefinition step;
    step.name = StepName{std::move(name)};
    step.intent = IntentName{"imported"};
    step.idempotency = domain::Idempotency::IdempotentWrite;
    nlohmann::json params;
    params["name"] = truncate_utf8(to_valid_utf8(task.name), command_limit_bytes);
    if (!task.command.empty()) params["command"] = truncate_utf8(to_valid_utf8(task.command), command_limit_bytes);
    if (!task.machine.empty()) params["machine"] = truncate_utf8(to_valid_utf8(task.machine), command_limit_bytes);
    step.params_json = params.dump();
    return step;
}

bool names_are_unique(const Workflow& workflow) {
    std::set<std::string> names;
    for (const WorkflowTask& task : workflow.tasks) {
        if (!names.insert(task.name).second) return false;
    }
    return true;
}

struct Span {
    std::int64_t start_ms = 0;
    std::int64_t end_ms = 0;
};

std::int64_t runtime_ms(const WorkflowTask& task, std::uint32_t& unusable) {
    if (task.runtime_s && *task.runtime_s >= 0 && *task.runtime_s <= runtime_limit_s) {
        return static_cast<std::int64_t>(std::llround(*task.runtime_s * 1000));
    }
    ++unusable;
    return 0;
}

struct Layout {
    std::vector<Span> spans;
    std::uint32_t laid_out = 0;     // without a recorded start
    std::uint32_t unusable = 0;     // without a usable runtime
    std::uint32_t early = 0;        // edges whose child starts before its parent ends
};

Layout lay_out(const Workflow& workflow, const std::vector<std::uint32_t>& order, const std::vector<std::vector<std::uint32_t>>& depends_on) {
    Layout layout;
    layout.spans.resize(workflow.tasks.size());
    const std::int64_t base_ms = workflow.executed_at ? workflow.executed_at->ms : unknown_start_ms;
    for (std::uint32_t index : order) {
        const WorkflowTask& task = workflow.tasks[index];
        Span& span = layout.spans[index];
        span.start_ms = base_ms;
        for (std::uint32_t parent : depends_on[index]) span.start_ms = std::max(span.start_ms, layout.spans[parent].end_ms);
        if (task.start) span.start_ms = task.start->ms;
        else ++layout.laid_out;
        span.end_ms = span.start_ms + runtime_ms(task, layout.unusable);
    }
    for (const auto& [parent, child] : workflow.edges) {
        if (layout.spans[child].start_ms < layout.spans[parent].end_ms) ++layout.early;
    }
    return layout;
}

std::vector<domain::Event> make_events(const Layout& layout, const std::vector<std::uint32_t>& order, const domain::Plan& plan) {
    struct Moment {
        std::int64_t at_ms;
        std::uint32_t rank;
        domain::EventType type;
        std::uint32_t step;
    };
    std::vector<Moment> moments;
    for (std::uint32_t rank = 0; rank < order.size(); ++rank) {
        const Span& span = layout.spans[order[rank]];
        moments.push_back({span.start_ms, rank, domain::EventType::Dispatched, order[rank]});
        moments.push_back({span.start_ms, rank, domain::EventType::Started, order[rank]});
        moments.push_back({span.end_ms, rank, domain::EventType::Succeeded, order[rank]});
    }
    // Equal times: what others depend on comes first.
    std::sort(moments.begin(), moments.end(), [](const Moment& a, const Moment& b) {
        return std::tie(a.at_ms, a.rank, a.type) < std::tie(b.at_ms, b.rank, b.type);
    });
    std::vector<domain::Event> events;
    events.reserve(moments.size());
    for (const Moment& moment : moments) {
        domain::Event& event = events.emplace_back();
        event.header.type = moment.type;
        event.header.run = RunIndex{plan.steps[moment.step].first_run};
        event.header.attempt = Attempt{1};
        event.header.origin_time.ms = moment.at_ms;
        if (moment.type == domain::EventType::Succeeded) event.payload = domain::RunEnded{};
    }
    return events;
}

std::string path_text(const Workflow& workflow, const std::vector<std::uint32_t>& cycle) {
    std::string path;
    for (std::uint32_t index : cycle) path += (path.empty() ? "" : " -> ") + workflow.tasks[index].id;
    return path;
}

void explain(const Workflow& workflow, const Layout& layout, ImportedWorkflow& out) {
    const std::size_t count = workflow.tasks.size();
    if (layout.laid_out == count) out.task.note = "start times laid out from dependencies and runtimes; the file records none";
    else if (layout.laid_out > 0) out.task.note = std::to_string(layout.laid_out) + " start times laid out from dependencies and runtimes";
    if (!out.task.note.empty()) out.warnings.push_back(out.task.note);
    if (!workflow.executed_at && layout.laid_out > 0) out.warnings.push_back("the file does not say when it ran; it is shown from 2000-01-01 on");
    if (layout.unusable > 0) out.warnings.push_back(std::to_string(layout.unusable) + " tasks have no usable runtime and are shown with none");
    if (layout.early > 0) out.warnings.push_back(std::to_string(layout.early) + " tasks start before one they depend on has ended; recorded times are kept");
}

void define(const Workflow& workflow, const std::vector<std::vector<std::uint32_t>>& depends_on, ImportedWorkflow& out) {
    domain::TaskDefinition& definition = out.task.definition;
    definition.intent = IntentName{"imported"};
    const bool by_name = names_are_unique(workflow);
    Names step_names, machine_names;
    std::unordered_map<std::string, std::string> machines;
    std::uint32_t without_machine = 0;
    for (const WorkflowTask& task : workflow.tasks) {
        definition.steps.push_back(make_step(task, step_names.take(valid_name(by_name ? task.name : task.id, "step"))));
        if (task.machine.empty()) ++without_machine;
        std::string& machine = machines[task.machine];
        if (machine.empty()) machine = machine_names.take(task.machine.empty() ? unknown_machine : valid_name(task.machine, "machine"));
        out.task.step_nodes.push_back({NodeId{machine}});
    }
    for (std::uint32_t k = 0; k < workflow.tasks.size(); ++k) {
        for (std::uint32_t parent : depends_on[k]) definition.steps[k].depends_on.push_back(definition.steps[parent].name);
    }
    if (without_machine > 0) out.warnings.push_back(std::to_string(without_machine) + " tasks name no machine; they are shown on '" + unknown_machine + "'");
}

}  // namespace

TaskId task_id_of_file(const std::string& file) {
    std::string name = file.substr(file.find_last_of('/') == std::string::npos ? 0 : file.find_last_of('/') + 1);
    for (const char* ending : {".gz", ".json"}) {
        const std::string text = ending;
        if (name.size() > text.size() && name.compare(name.size() - text.size(), text.size(), text) == 0) name.resize(name.size() - text.size());
    }
    return TaskId{valid_name(name, "imported")};
}

Result<ImportedWorkflow> read_wfformat(std::string_view bytes, const TaskId& task_id) {
    std::string unpacked;
    if (is_gzip(bytes)) {
        auto plain = gunzip(bytes, unpacked_limit_bytes);
        if (!plain) return plain.error();
        unpacked = std::move(plain).value();
        bytes = unpacked;
    }
    auto read = read_workflow(bytes);
    if (!read) return read.error();
    const Workflow& workflow = *read;
    std::vector<std::vector<std::uint32_t>> depends_on(workflow.tasks.size());
    for (const auto& [parent, child] : workflow.edges) depends_on[child].push_back(parent);
    const domain::Order order = domain::topological_order(depends_on);
    if (!order.cycle.empty()) return Error{ErrorKind::BadInput, "1:1: the tasks depend on each other in a circle: " + path_text(workflow, order.cycle)};

    ImportedWorkflow out;
    out.steps = static_cast<std::uint32_t>(workflow.tasks.size());
    out.edges = static_cast<std::uint32_t>(workflow.edges.size());
    out.schema = workflow.schema;
    out.warnings = workflow.warnings;
    out.task.definition.task_id = task_id;
    define(workflow, depends_on, out);
    const Layout layout = lay_out(workflow, order.steps, depends_on);
    explain(workflow, layout, out);
    out.task.events = make_events(layout, order.steps, *domain::make_plan(out.task.definition, out.task.step_nodes));
    return out;
}

}  // namespace apollo::interchange
