// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/definition/read_parts.h"

#include <algorithm>
#include <charconv>

#include "common/definition/intents.h"
#include "common/definition/keys.h"
#include "common/definition/read_params.h"

namespace apollo::definition {

namespace {

const std::vector<std::string> selector_types{"label", "group", "nodes"};

std::optional<domain::Selector::Kind> selector_kind_from_text(const std::string& text) {
    if (text == "label") return domain::Selector::Kind::Label;
    if (text == "group") return domain::Selector::Kind::Group;
    if (text == "nodes") return domain::Selector::Kind::Nodes;
    return std::nullopt;
}

std::string require_text(const MapReader& reader, const std::string& key, const std::string& what) {
    const Node* node = reader.require(key);
    if (node == nullptr) return {};
    const auto text = read_text(*node, what, reader.report());
    if (text && text->empty()) reader.report().fault(*node, what + " is empty");
    return text.value_or("");
}

std::vector<NodeId> read_nodes(const Node& node, Report& report) {
    std::vector<NodeId> nodes;
    const auto* items = read_list(node, "'nodes'", report);
    if (items == nullptr) return nodes;
    if (items->empty()) report.fault(node, "'nodes' is empty; name at least one node");
    for (const Node* item : *items) {
        if (auto name = read_name(*item, "node", report)) nodes.emplace_back(std::move(*name));
    }
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    return nodes;
}

void refuse_others(const MapReader& reader, const std::string& type, const std::vector<std::string>& allowed) {
    for (const std::string& key : selector_keys()) {
        const Node* node = reader.find(key);
        if (node == nullptr || std::find(allowed.begin(), allowed.end(), key) != allowed.end()) continue;
        reader.report().fault(*node, "'" + key + "' does not belong to a selector of type " + type);
    }
}

}  // namespace

std::optional<domain::Selector> read_selector(const Node& node, Report& report) {
    const MapReader reader(node, "a target_selector", selector_keys(), report);
    const Node* type = reader.require("type");
    if (type == nullptr) return std::nullopt;
    const auto kind = read_choice(*type, "the selector's type", selector_kind_from_text, selector_types, report);
    if (!kind) return std::nullopt;
    domain::Selector selector;
    selector.kind = *kind;
    switch (*kind) {
        case domain::Selector::Kind::Label:
            selector.key = require_text(reader, "key", "the label's key");
            selector.value = require_text(reader, "value", "the label's value");
            refuse_others(reader, "label", {"type", "key", "value"});
            break;
        case domain::Selector::Kind::Group:
            selector.group = require_text(reader, "group", "the group");
            refuse_others(reader, "group", {"type", "group"});
            break;
        case domain::Selector::Kind::Nodes:
            if (const Node* nodes = reader.require("nodes")) selector.nodes = read_nodes(*nodes, report);
            refuse_others(reader, "nodes", {"type", "nodes"});
            break;
    }
    return selector;
}

std::optional<domain::RetryPolicy> read_retry_policy(const Node& node, Report& report) {
    const MapReader reader(node, "a retry_policy", retry_policy_keys(), report);
    if (!node.is_map()) return std::nullopt;
    domain::RetryPolicy policy;
    if (const Node* count = reader.find("max_retries")) {
        policy.max_retries = static_cast<std::uint32_t>(read_integer(*count, "'max_retries'", 0, 1000, report).value_or(3));
    }
    const Node* first = reader.find("initial_interval");
    const Node* longest = reader.find("max_interval");
    bool readable = true;
    if (first != nullptr) {
        const auto ms = read_seconds_as_ms(*first, "'initial_interval'", report);
        readable = ms.has_value();
        policy.initial_interval_ms = ms.value_or(policy.initial_interval_ms);
        policy.max_interval_ms = std::max(policy.max_interval_ms, policy.initial_interval_ms);
    }
    if (longest != nullptr) {
        const auto ms = read_seconds_as_ms(*longest, "'max_interval'", report);
        policy.max_interval_ms = ms.value_or(policy.max_interval_ms);
        if (readable && ms && *ms < policy.initial_interval_ms) {
            report.fault(*longest, "'max_interval' must not be shorter than 'initial_interval' (" +
                                       std::to_string(policy.initial_interval_ms) + " ms)");
        }
    }
    if (const Node* backoff = reader.find("backoff")) {
        const auto value = read_choice(*backoff, "the backoff", domain::backoff_from_text, backoff_words(), report);
        policy.backoff = value.value_or(domain::Backoff::Exponential);
    }
    return policy;
}

std::optional<domain::CompensationDefinition> read_compensation(const Node& node, Report& report) {
    const MapReader reader(node, "a compensate block", compensate_keys(), report);
    const Node* intent = reader.require("intent");
    if (intent == nullptr) return std::nullopt;
    domain::CompensationDefinition compensation;
    compensation.intent = IntentName{read_name(*intent, "intent", report).value_or("")};
    compensation.params_json = read_params(compensation.intent.text, reader.find("params"), node, report);
    if (const Node* timeout = reader.find("timeout")) compensation.timeout_ms = read_seconds_as_ms(*timeout, "'timeout'", report);
    return compensation;
}

ResourceLimits read_limits(const Node& node, Report& report) {
    const MapReader reader(node, "a limits block", limits_keys(), report);
    ResourceLimits limits;
    if (!node.is_map()) return limits;
    const auto read = [&](const char* key, std::int64_t low, std::int64_t high, std::int64_t& value) {
        if (const Node* item = reader.find(key)) value = read_integer(*item, "'" + std::string(key) + "'", low, high, report).value_or(0);
    };
    read("cpu_seconds", 1, 365LL * 24 * 3600, limits.cpu_seconds);
    read("memory_bytes", 1 << 20, std::int64_t{1} << 50, limits.memory_bytes);
    read("file_size_bytes", 1, std::int64_t{1} << 50, limits.file_size_bytes);
    read("open_files", 8, 1 << 20, limits.open_files);
    return limits;
}

namespace {

std::optional<domain::Tolerance> read_tolerance(const Node& node, Report& report) {
    const auto text = read_text(node, "'tolerance'", report);
    if (!text) return std::nullopt;
    const bool percent = text->ends_with('%');
    std::uint32_t value = 0;
    const char* end = text->data() + text->size() - (percent ? 1 : 0);
    const auto [rest, error] = std::from_chars(text->data(), end, value);
    if (error != std::errc() || rest != end || (percent && value > 100) || value > 1000000) {
        report.fault(node, "'tolerance' is a number of nodes (2) or a share of them (\"10%\"), not '" + *text + "'");
        return std::nullopt;
    }
    return domain::Tolerance{value, percent};
}

}  // namespace

domain::RollOutDefinition read_roll_out(const MapReader& reader) {
    domain::RollOutDefinition roll_out;
    Report& report = reader.report();
    if (const Node* most = reader.find("max_parallel_nodes")) {
        const auto value = read_integer(*most, "'max_parallel_nodes'", 1, 1000000, report);
        roll_out.max_parallel_nodes = static_cast<std::uint32_t>(value.value_or(0));
    }
    if (const Node* tolerance = reader.find("tolerance")) roll_out.tolerance = read_tolerance(*tolerance, report);
    const Node* ranks = reader.find("ranks");
    const auto* items = ranks == nullptr ? nullptr : read_list(*ranks, "'ranks'", report);
    if (items == nullptr) return roll_out;
    if (items->empty()) report.fault(*ranks, "'ranks' is empty; list one selector per rank, the first rank first");
    for (const Node* item : *items) {
        if (auto selector = read_selector(*item, report)) roll_out.ranks.push_back(std::move(*selector));
    }
    return roll_out;
}

std::optional<domain::Priority> read_priority(const Node& node, Report& report) {
    return read_choice(node, "the priority", domain::priority_from_text, priority_words(), report);
}

namespace {

// Sites have intents of their own; one that is nearly a built-in one was probably meant to be that.
void warn_of_stranger(const std::string& intent, bool is_declared, const Node& owner, Report& report) {
    std::vector<std::string> names;
    for (const BuiltinIntent& one : builtin_intents()) names.emplace_back(one.name);
    const std::string nearest = nearest_name(intent, names);
    if (is_declared && nearest.empty()) return;
    report.warn(owner, "intent '" + intent + "' is not built in" + (is_declared ? "" : " and no idempotency is declared here; the agents' catalogue must declare it") +
                           (nearest.empty() ? "" : "; did you mean '" + nearest + "'?"));
}

}  // namespace

void check_idempotency(const std::string& intent, const std::optional<domain::Idempotency>& own, bool has_compensation,
                       const Node& owner, Report& report) {
    if (own == domain::Idempotency::Compensate && !has_compensation) {
        report.fault(owner, "idempotency 'compensate' needs a 'compensate' block that says how to undo the step");
    }
    if (intent.empty()) return;
    const BuiltinIntent* builtin = find_builtin(intent);
    if (builtin == nullptr) return warn_of_stranger(intent, own.has_value(), owner, report);
    if (!own && !builtin->idempotency) {
        report.fault(owner, intent + " needs 'idempotency' (unique_key, idempotent_write, checkpoint or compensate): nobody but "
                                     "its author knows what happens when it runs twice");
    }
}

}  // namespace apollo::definition
