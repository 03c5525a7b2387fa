// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/cli/documents.h"

#include <algorithm>

namespace apollo::cli {

namespace {

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

// The step's summary if it gave one, else its short output as text.
Json output_json(const domain::RunDetails& details) {
    if (!details.output_json.empty()) {
        Json value = Json::parse(details.output_json, nullptr, false);
        if (!value.is_discarded()) return value;
    }
    return text_or_null(details.output_text);
}

Json run_entry(const domain::State& state, const domain::Task& task, std::uint32_t k) {
    const RunIndex index{task.first_run.value + k};
    const domain::Run& run = state.runs[index.value];
    const domain::RunDetails& details = state.details[index.value];
    Json entry;
    entry["step"] = task.plan->definition.steps[task.plan->step_of_run(k)].name.text;
    entry["node"] = task.plan->node_of_run(k).text;
    entry["state"] = to_text(run.status);
    entry["attempt"] = run.attempt.value;
    entry["version"] = run.version.value;
    entry["retries"] = run.retries;
    entry["updated_at"] = time_json(details.updated_at.known() ? details.updated_at : task.submitted_at);
    entry["started_at"] = time_json(details.started_at);
    entry["ended_at"] = time_json(details.ended_at);
    entry["exit_code"] = details.exit_code ? Json(*details.exit_code) : Json(nullptr);
    entry["message"] = text_or_null(details.message);
    entry["output"] = output_json(details);
    entry["artifact"] = details.artifact ? artifact_document(*details.artifact) : Json(nullptr);
    entry["flags"] = Json::array();
    for (const char* flag : domain::flags_of(state, index)) entry["flags"].push_back(flag);
    return entry;
}

}  // namespace

Json artifact_document(const domain::ArtifactRef& artifact) {
    return {{"sha256", artifact.id.text}, {"size", artifact.size_bytes}, {"media_type", artifact.media_type}};
}

Json status_document(const domain::State& state, const domain::Task& task) {
    Json document;
    document["task_id"] = task.id.text;
    document["state"] = to_text(task.status);
    document["position"] = state.position.value;
    document["runs"] = Json::array();
    for (std::uint32_t k = 0; k < task.plan->run_count; ++k) document["runs"].push_back(run_entry(state, task, k));
    return document;
}

Json task_list_document(const domain::State&, const std::vector<const domain::Task*>& tasks) {
    Json list = Json::array();
    for (const domain::Task* task : tasks) {
        const domain::TaskDefinition& definition = task->plan->definition;
        list.push_back({{"task_id", task->id.text},
                        {"state", to_text(task->status)},
                        {"intent", text_or_null(definition.intent.text)},
                        {"priority", to_text(definition.priority)},
                        {"submitted_at", time_json(task->submitted_at)},
                        {"ended_at", time_json(task->ended_at)}});
    }
    return {{"tasks", list}};
}

Json run_document(const domain::State& state, RunIndex run) {
    if (run.value >= state.runs.size() || state.runs[run.value].task == no_task) return nullptr;
    return {{"task_id", state.task_of(run).id.text}, {"step", state.step_of(run).name.text}, {"node", state.node_of(run).text}};
}

namespace {

struct PayloadJson {
    Json operator()(const std::monostate&) const { return nullptr; }
    Json operator()(const domain::TaskSubmitted& value) const {
        return {{"definition", artifact_document(value.definition)}, {"definition_sha256", value.definition_sha256},
                {"submitted_by", value.submitted_by.text}, {"historical", value.historical}, {"note", text_or_null(value.note)}};
    }
    Json operator()(const domain::RunEnded& value) const {
        domain::RunDetails details;
        details.output_json = value.output_json;
        details.output_text = value.output_text;
        return {{"exit_code", value.exit_code ? Json(*value.exit_code) : Json(nullptr)},
                {"signal", value.signal_number != 0 ? Json(value.signal_number) : Json(nullptr)},
                {"failure_class", value.failure_class == domain::FailureClass::None ? Json(nullptr) : Json(to_text(value.failure_class))},
                {"message", text_or_null(value.message)},
                {"output", output_json(details)},
                {"to", value.to ? Json(to_text(*value.to)) : Json(nullptr)}};
    }
    Json operator()(const domain::RetryScheduled& value) const { return {{"delay_ms", value.delay_ms}, {"retry", value.retry}}; }
    Json operator()(const domain::OperatorAction& value) const {
        Json action{{"verb", value.verb}, {"operator", value.operator_name.text}, {"on_behalf_of", text_or_null(value.on_behalf_of)},
                {"reason", text_or_null(value.reason)}, {"to", value.to ? Json(to_text(*value.to)) : Json(nullptr)},
                {"about", value.about.value != 0 ? Json(value.about.value) : Json(nullptr)}, {"target", text_or_null(value.target)}};
        if (value.role) action["role"] = to_text(*value.role);
        return action;
    }
    Json operator()(const domain::TaskAmended& value) const {
        Json amended = (*this)(value.action);
        amended["definition"] = artifact_document(value.definition);
        amended["definition_sha256"] = value.definition_sha256;
        return amended;
    }
    Json operator()(const domain::DeadLettered& value) const {
        return {{"reason", text_or_null(value.reason)}, {"type", to_text(value.type)}, {"task_id", text_or_null(value.task.text)},
                {"step", text_or_null(value.step.text)}, {"ended", (*this)(value.ended)}};
    }
    Json operator()(const domain::NodeFacts& value) const {
        return {{"labels", value.labels}, {"groups", value.groups}, {"version", text_or_null(value.agent_version)},
                {"capacity", value.capacity}, {"address", text_or_null(value.address)}};
    }
    Json operator()(const domain::Note& value) const {
        Json note{{"message", text_or_null(value.message)}};
        if (!value.key.empty()) note["key"] = value.key;
        return note;
    }
};

Json artifact_of(const domain::Payload& payload) {
    if (const auto* ended = std::get_if<domain::RunEnded>(&payload); ended && ended->artifact) return artifact_document(*ended->artifact);
    return nullptr;
}

Json node_of_event(const domain::State& state, const domain::Event& event) {
    const domain::EventHeader& header = event.header;
    if (domain::is_of_run(header) && header.run.value < state.runs.size() && state.runs[header.run.value].task != no_task) {
        return state.node_of(header.run).text;
    }
    if (const auto* facts = std::get_if<domain::NodeFacts>(&event.payload)) return facts->node.text;
    if (header.node.value < state.nodes.size()) return state.nodes[header.node.value].facts.node.text;
    return nullptr;
}

}  // namespace

Json event_document(const domain::State& state, const domain::Event& event) {
    const domain::EventHeader& header = event.header;
    const bool of_run = domain::is_of_run(header) && header.run.value < state.runs.size() &&
                        state.runs[header.run.value].task != no_task;
    Json document;
    document["position"] = header.position.value;
    document["type"] = to_text(header.type);
    document["task_id"] = nullptr;
    if (const auto plan = domain::plan_of(event)) {
        document["task_id"] = plan->definition.task_id.text;
    } else if (header.task.value < state.tasks.size()) {
        document["task_id"] = state.tasks[header.task.value].id.text;
    }
    document["step"] = of_run ? Json(state.step_of(header.run).name.text) : Json(nullptr);
    document["node"] = node_of_event(state, event);
    document["attempt"] = header.attempt.value != 0 ? Json(header.attempt.value) : Json(nullptr);
    document["version"] = header.version.value != 0 ? Json(header.version.value) : Json(nullptr);
    document["epoch"] = header.epoch.value;
    document["origin"] = nullptr;
    if (header.sequence.value != 0 && header.node.value < state.nodes.size()) {
        document["origin"] = {{"node", state.nodes[header.node.value].facts.node.text}, {"incarnation", header.incarnation.value},
                              {"seq", header.sequence.value}};
    }
    document["origin_time"] = time_json(header.origin_time);
    document["recorded_time"] = time_json(header.recorded_time);
    document["payload"] = std::visit(PayloadJson{}, event.payload);
    document["artifact"] = artifact_of(event.payload);
    if (header.fact_only) document["fact_only"] = true;
    return document;
}

}  // namespace apollo::cli
