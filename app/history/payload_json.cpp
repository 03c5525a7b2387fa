// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/history/payload_json.h"

#include <nlohmann/json.hpp>

namespace apollo::history {

namespace {

using Json = nlohmann::json;

std::string to_string(const Json& document) { return document.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json json_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json artifact_json(const domain::ArtifactRef& artifact) {
    return {{"sha256", artifact.id.text}, {"size", artifact.size_bytes}, {"media_type", artifact.media_type}};
}

// As a JSON value where it is one.
Json value_of(const std::string& text) {
    if (text.empty()) return nullptr;
    Json value = Json::parse(text, nullptr, false);
    return value.is_discarded() ? Json(text) : value;
}

struct ToJson {
    Json operator()(const std::monostate&) const { return nullptr; }
    Json operator()(const domain::TaskSubmitted& value) const {
        return {{"definition", artifact_json(value.definition)}, {"definition_sha256", value.definition_sha256},
                {"submitted_by", value.submitted_by.text}, {"historical", value.historical}, {"note", json_or_null(value.note)}};
    }
    Json operator()(const domain::RunEnded& value) const {
        return {{"exit_code", value.exit_code ? Json(*value.exit_code) : Json(nullptr)}, {"signal", value.signal_number},
                {"failure_class", to_text(value.failure_class)}, {"message", json_or_null(value.message)},
                {"output_json", value_of(value.output_json)}, {"output_text", json_or_null(value.output_text)},
                {"artifact", value.artifact ? artifact_json(*value.artifact) : Json(nullptr)},
                {"to", value.to ? Json(to_text(*value.to)) : Json(nullptr)}};
    }
    Json operator()(const domain::RetryScheduled& value) const { return {{"delay_ms", value.delay_ms}, {"retry", value.retry}}; }
    Json operator()(const domain::OperatorAction& value) const {
        Json action{{"verb", value.verb}, {"operator", value.operator_name.text}, {"on_behalf_of", json_or_null(value.on_behalf_of)},
                {"reason", json_or_null(value.reason)}, {"to", value.to ? Json(to_text(*value.to)) : Json(nullptr)},
                {"about", value.about.value != 0 ? Json(value.about.value) : Json(nullptr)}, {"target", json_or_null(value.target)}};
        if (value.role) action["role"] = to_text(*value.role);
        return action;
    }
    Json operator()(const domain::TaskAmended& value) const {
        Json amended = (*this)(value.action);
        amended["definition"] = artifact_json(value.definition);
        amended["definition_sha256"] = value.definition_sha256;
        return amended;
    }
    Json operator()(const domain::DeadLettered& value) const {
        return {{"reason", json_or_null(value.reason)}, {"type", to_text(value.type)}, {"task_id", json_or_null(value.task.text)},
                {"step", json_or_null(value.step.text)}, {"ended", (*this)(value.ended)}};
    }
    Json operator()(const domain::NodeFacts& value) const {
        return {{"node", value.node.text}, {"labels", value.labels}, {"groups", value.groups}, {"agent_version", json_or_null(value.agent_version)},
                {"capacity", value.capacity}, {"certificate_serial", json_or_null(value.certificate_serial)}, {"address", json_or_null(value.address)}};
    }
    Json operator()(const domain::Note& value) const {
        Json note{{"message", json_or_null(value.message)}, {"detail", value_of(value.detail_json)}};
        if (!value.key.empty()) note["key"] = value.key;
        if (value.first.value != 0) note["positions"] = {value.first.value, value.last.value};
        return note;
    }
};

}  // namespace

std::string payload_json(const domain::Payload& payload) {
    if (std::holds_alternative<std::monostate>(payload)) return {};
    return to_string(std::visit(ToJson{}, payload));
}

std::string labels_json(const domain::NodeFacts& facts) { return to_string(Json(facts.labels)); }
std::string groups_json(const domain::NodeFacts& facts) { return to_string(Json(facts.groups)); }

}  // namespace apollo::history
