// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/definition/write.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace apollo::definition {

namespace {

using json = nlohmann::ordered_json;

constexpr std::size_t longest_flow = 100;  // characters of a list or map that stays on one line

json seconds(std::int64_t ms) {
    if (ms % 1000 == 0) return ms / 1000;
    return static_cast<double>(ms) / 1000;
}

// Values come from the parser, so they are JSON.
json embedded(const std::string& text) {
    json value = json::parse(text, nullptr, false);
    return value.is_discarded() ? json(text) : value;
}

template <typename Ids>
json texts(const Ids& ids) {
    json list = json::array();
    for (const auto& id : ids) list.push_back(id.text);
    return list;
}

json value_of(const domain::Selector& selector) {
    if (selector.kind == domain::Selector::Kind::Label)
        return {{"type", "label"}, {"key", selector.key}, {"value", selector.value}};
    if (selector.kind == domain::Selector::Kind::Group) return {{"type", "group"}, {"group", selector.group}};
    return {{"type", "nodes"}, {"nodes", texts(selector.nodes)}};
}

json value_of(const domain::RetryPolicy& policy) {
    return {{"max_retries", policy.max_retries},
            {"initial_interval", seconds(policy.initial_interval_ms)},
            {"max_interval", seconds(policy.max_interval_ms)},
            {"backoff", domain::to_text(policy.backoff)}};
}

json value_of(const domain::CompensationDefinition& compensation) {
    json value{{"intent", compensation.intent.text}};
    if (compensation.params_json != "{}") value["params"] = embedded(compensation.params_json);
    if (compensation.timeout_ms) value["timeout"] = seconds(*compensation.timeout_ms);
    return value;
}

json value_of(const ResourceLimits& limits) {
    json value = json::object();
    const auto put = [&](const char* key, std::int64_t number) {
        if (number != 0) value[key] = number;
    };
    put("cpu_seconds", limits.cpu_seconds);
    put("memory_bytes", limits.memory_bytes);
    put("file_size_bytes", limits.file_size_bytes);
    put("open_files", limits.open_files);
    return value;
}

void add_roll_out(json& value, const domain::RollOutDefinition& roll_out) {
    if (roll_out.max_parallel_nodes > 0) value["max_parallel_nodes"] = roll_out.max_parallel_nodes;
    if (const auto& tolerance = roll_out.tolerance) value["tolerance"] = std::to_string(tolerance->value) + (tolerance->percent ? "%" : "");
    for (const domain::Selector& rank : roll_out.ranks) value["ranks"].push_back(value_of(rank));
}

// What a task of one intent and a step say in the same words.
void add_work(json& value, const domain::StepDefinition& step) {
    add_roll_out(value, step.roll_out);
    if (step.idempotency) value["idempotency"] = domain::to_text(*step.idempotency);
    if (step.params_json != "{}") value["params"] = embedded(step.params_json);
    if (step.compensate) value["compensate"] = value_of(*step.compensate);
}

template <typename Settings>
void add_settings(json& value, const Settings& settings) {
    if (settings.target_selector) value["target_selector"] = value_of(*settings.target_selector);
    if (settings.timeout_ms) value["timeout"] = seconds(*settings.timeout_ms);
    if (settings.retry_policy) value["retry_policy"] = value_of(*settings.retry_policy);
}

json value_of(const domain::StepDefinition& step) {
    json value{{"name", step.name.text}, {"intent", step.intent.text}};
    if (!step.depends_on.empty()) value["depends_on"] = texts(step.depends_on);
    if (step.trigger != domain::Trigger::AllSucceeded) value["trigger"] = domain::to_text(step.trigger);
    if (step.per_node) value["per_node"] = true;
    add_settings(value, step);
    if (step.priority) value["priority"] = domain::to_text(*step.priority);
    if (json limits = value_of(step.limits); !limits.empty()) value["limits"] = std::move(limits);
    add_work(value, step);
    return value;
}

json value_of(const domain::TaskDefinition& task) {
    json value = json::object();
    if (!task.task_id.empty()) value["task_id"] = task.task_id.text;
    if (!task.intent.empty()) value["intent"] = task.intent.text;
    add_settings(value, task);
    if (task.priority != domain::Priority::Medium) value["priority"] = domain::to_text(task.priority);
    if (task.deadline_ms) value["deadline"] = seconds(*task.deadline_ms);
    if (task.on_failure != domain::OnFailure::Stop) value["on_failure"] = domain::to_text(task.on_failure);
    if (!task.depends_on.empty()) value["depends_on"] = texts(task.depends_on);
    if (!task.callback_url.empty()) value["callback_url"] = task.callback_url;
    for (const auto& [key, text] : task.metadata) value["metadata"][key] = embedded(text);
    if (task.single_intent) {
        add_work(value, task.steps.front());
        return value;
    }
    for (const domain::StepDefinition& step : task.steps) value["steps"].push_back(value_of(step));
    return value;
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

// Plain only where no reader could take it for anything else.
bool is_plain(const std::string& text) {
    if (text.empty() || !is_letter(text[0]) || text == "true" || text == "false" || text == "null") return false;
    const std::string lower = [&] {
        std::string copy = text;
        std::transform(copy.begin(), copy.end(), copy.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
        return copy;
    }();
    if (lower == "true" || lower == "false" || lower == "null") return false;
    return std::all_of(text.begin(), text.end(), [](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '.'; });
}

bool fits_block(const std::string& text) {
    const bool printable = std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t'; });
    const std::size_t line = text.find('\n');
    return printable && line != std::string::npos && line + 1 < text.size() && text.front() != ' ' && text.front() != '\n' && text.front() != '\t' &&
           !text.ends_with("\n\n") && text.find("\xC2\x85") == std::string::npos && text.find("\xE2\x80\xA8") == std::string::npos;
}

std::string scalar(const json& value) {
    if (value.is_string() && is_plain(value.get<std::string>())) return value.get<std::string>();
    return value.dump();
}

std::string flow(const json& value) {
    if (!value.is_structured()) return scalar(value);
    std::string text;
    for (const auto& [key, item] : value.items()) {
        text += (text.empty() ? "" : ", ") + (value.is_object() ? scalar(key) + ": " : std::string()) + flow(item);
    }
    return value.is_object() ? "{" + text + "}" : "[" + text + "]";
}

bool has_lines(const json& value) {
    if (value.is_string()) return value.get_ref<const std::string&>().find('\n') != std::string::npos;
    return value.is_structured() && std::any_of(value.begin(), value.end(), has_lines);
}

class Writer {
public:
    std::string take(const json& task) {
        map(task, 0, true);
        return std::move(m_text);
    }

private:
    void map(const json& value, int indent, bool indent_first) {
        bool first = true;
        for (const auto& [key, item] : value.items()) {
            if (!first || indent_first) m_text.append(static_cast<std::size_t>(indent), ' ');
            first = false;
            m_text += scalar(key) + ":";
            rest(item, indent, key == "steps");
        }
    }

    void list(const json& value, int indent) {
        for (const json& item : value) {
            m_text.append(static_cast<std::size_t>(indent), ' ');
            m_text += "-";
            if (item.is_object() && !item.empty()) {
                m_text += " ";
                map(item, indent + 2, false);
            } else {
                rest(item, indent, false);
            }
        }
    }

    // After "key:" or "-": on the same line if it is short, else below.
    void rest(const json& value, int indent, bool always_below) {
        if (value.is_string() && fits_block(value.get_ref<const std::string&>())) return block(value.get_ref<const std::string&>(), indent);
        const std::string line = flow(value);
        const bool below = value.is_structured() && !value.empty() && (always_below || line.size() > longest_flow || has_lines(value));
        if (!below) {
            m_text += " " + line + "\n";
            return;
        }
        m_text += "\n";
        value.is_object() ? map(value, indent + 2, true) : list(value, indent + 2);
    }

    void block(const std::string& text, int indent) {
        const bool ends = text.back() == '\n';
        m_text += ends ? " |\n" : " |-\n";
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            if (end > at) m_text.append(static_cast<std::size_t>(indent) + 2, ' ');
            m_text.append(text, at, end - at);
            m_text += '\n';
            at = end + 1;
        }
    }

    std::string m_text;
};

}  // namespace

std::string task_text(const domain::TaskDefinition& definition) { return Writer().take(value_of(definition)); }

}  // namespace apollo::definition
