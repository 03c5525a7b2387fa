// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/cli/event_rows.h"

#include "common/base/bytes.h"

namespace apollo::cli {

namespace {

// What an operator looks for first: who and why, how it ended, how long until the next try.
std::string detail_of(const Json& payload) {
    if (!payload.is_object()) return {};
    std::string detail;
    const auto add = [&](const char* key, const char* label) {
        const auto at = payload.find(key);
        if (at == payload.end() || at->is_null() || at->is_object() || at->is_array()) return;
        const std::string text = at->is_string() ? at->get<std::string>() : at->dump();
        detail += (detail.empty() ? "" : ", ") + std::string(label) + truncate_utf8(text, 120);
    };
    add("verb", "");
    add("to", "to ");
    add("operator", "by ");
    add("on_behalf_of", "for ");
    add("reason", "because: ");
    add("delay_ms", "next try in ms: ");
    add("message", "");
    return detail;
}

std::string cell(const Json& value) { return value.is_null() ? std::string("—") : value.is_string() ? value.get<std::string>() : value.dump(); }

}  // namespace

bool fits(const WantedEvents& wanted, const Json& document) {
    const auto equals = [&](const char* key, const std::string& text) { return text.empty() || document[key] == text; };
    const std::uint64_t position = document["position"].get<std::uint64_t>();
    return equals("task_id", wanted.task) && equals("step", wanted.step) && equals("node", wanted.node) && position >= wanted.from && position <= wanted.to;
}

std::vector<std::string> event_columns() { return {"POSITION", "TIME", "TYPE", "TASK", "STEP", "NODE", "ATTEMPT", "DETAIL"}; }

std::vector<std::string> event_row(const Json& event) {
    return {cell(event["position"]), cell(event["recorded_time"]), cell(event["type"]), cell(event["task_id"]), cell(event["step"]),
            cell(event["node"]), cell(event["attempt"]), detail_of(event["payload"])};
}

}  // namespace apollo::cli
