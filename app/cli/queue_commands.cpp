// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Dead letters, alerts and breakers.
#include <algorithm>

#include "app/cli/asking.h"
#include "app/cli/commands.h"

namespace apollo::cli {

namespace {

Json node_name(const domain::State& state, NodeIndex node) {
    return node.value < state.nodes.size() ? Json(state.nodes[node.value].facts.node.text) : Json(nullptr);
}

std::string text_of(const Json& value) { return value.is_null() ? "—" : value.is_string() ? value.get<std::string>() : value.dump(); }

Json letter_document(const domain::State& state, const domain::DeadLetter& letter) {
    const domain::RunEnded& ended = letter.content.ended;
    return {{"position", letter.position.value},
            {"recorded_time", time_json(letter.recorded_at)},
            {"node", node_name(state, letter.node)},
            {"type", to_text(letter.content.type)},
            {"task_id", letter.content.task.text},
            {"step", letter.content.step.text},
            {"attempt", letter.attempt.value},
            {"reason", letter.content.reason},
            {"exit_code", ended.exit_code ? Json(*ended.exit_code) : Json(nullptr)},
            {"message", ended.message.empty() ? Json(nullptr) : Json(ended.message)}};
}

int dlq_list(Context& context) {
    auto state = fetch_state(context, std::nullopt);
    if (!state) return fail(state.error());
    Json list = Json::array();
    for (const domain::DeadLetter& letter : (*state)->dead_letters) list.push_back(letter_document(**state, letter));
    if (context.json()) return print_json({{"dead_letters", list}}), exit_done;
    if (list.empty()) return print("no dead letters"), exit_done;
    std::vector<std::vector<std::string>> rows{{"POSITION", "NODE", "REPORT", "TASK", "STEP", "REASON"}};
    for (const Json& one : list) {
        rows.push_back({text_of(one["position"]), text_of(one["node"]), text_of(one["type"]), text_of(one["task_id"]), text_of(one["step"]), text_of(one["reason"])});
    }
    print_table(rows);
    return exit_done;
}

int dlq_show(Context& context) {
    auto position = required_position(context);
    if (!position) return fail(position.error());
    auto state = fetch_state(context, std::nullopt);
    if (!state) return fail(state.error());
    for (const domain::DeadLetter& letter : (*state)->dead_letters) {
        if (letter.position != *position) continue;
        const Json document = letter_document(**state, letter);
        if (context.json()) return print_json(document), exit_done;
        for (const auto& [key, value] : document.items()) print(key + ": " + text_of(value));
        return exit_done;
    }
    return fail(Error{ErrorKind::NotFound, "there is no dead letter " + std::to_string(position->value) + "; see: apollo-cli dlq list"});
}

int settle(Context& context, const domain::Command& command, const std::string& done) {
    auto result = ask(context, command);
    if (!result) return fail(result.error());
    if (context.json()) print_json({{"changed", result->affected}, {"position", result->position.value}});
    else print(done);
    return exit_done;
}

int dlq_requeue(Context& context) {
    auto position = required_position(context);
    if (!position) return fail(position.error());
    return settle(context, domain::RequeueDeadLetter{*position, why_of(context)}, "the report was applied again");
}

int dlq_drop(Context& context) {
    auto position = required_position(context);
    if (!position) return fail(position.error());
    return settle(context, domain::DropDeadLetter{*position, why_of(context)}, "dropped; it stays in the log");
}

int alert_list(Context& context) {
    auto state = fetch_state(context, std::nullopt);
    if (!state) return fail(state.error());
    Json list = Json::array();
    for (const domain::Alert& alert : (*state)->alerts) {
        const bool of_task = alert.task.value < (*state)->tasks.size();
        list.push_back({{"position", alert.position.value},
                        {"key", alert.key.empty() ? Json(nullptr) : Json(alert.key)},
                        {"message", alert.message},
                        {"task_id", of_task ? Json((*state)->tasks[alert.task.value].id.text) : Json(nullptr)},
                        {"node", node_name(**state, alert.node)},
                        {"raised_at", time_json(alert.raised_at)},
                        {"acknowledged", alert.acknowledged},
                        {"acknowledged_by", alert.acknowledged ? Json(alert.acknowledged_by.text) : Json(nullptr)}});
    }
    if (context.json()) return print_json({{"alerts", list}}), exit_done;
    if (list.empty()) return print("no open alerts"), exit_done;
    std::vector<std::vector<std::string>> rows{{"POSITION", "RAISED", "SEEN BY", "ALERT"}};
    for (std::size_t k = 0; k < list.size(); ++k) {
        rows.push_back({text_of(list[k]["position"]), time_text((*state)->alerts[k].raised_at), text_of(list[k]["acknowledged_by"]), text_of(list[k]["message"])});
    }
    print_table(rows);
    return exit_done;
}

int alert_ack(Context& context) {
    auto position = required_position(context);
    if (!position) return fail(position.error());
    return settle(context, domain::AcknowledgeAlert{*position, why_of(context)}, "acknowledged; it goes when its cause is over");
}

Json breaker_document(const std::string& name, const domain::Breaker& breaker) {
    return {{"breaker", name}, {"open", breaker.open}, {"failures", breaker.failures}, {"opened_at", breaker.open ? time_json(breaker.opened_at) : Json(nullptr)}};
}

int breaker_list(Context& context) {
    auto state = fetch_state(context, std::nullopt);
    if (!state) return fail(state.error());
    Json list = Json::array();
    for (const auto& [intent, history] : (*state)->intents) {
        if (history.breaker.failures > 0 || history.breaker.open) list.push_back(breaker_document("intent:" + intent.text, history.breaker));
    }
    for (const domain::Node& node : (*state)->nodes) {
        if (node.breaker.failures > 0 || node.breaker.open) list.push_back(breaker_document("node:" + node.facts.node.text, node.breaker));
    }
    if (context.json()) return print_json({{"breakers", list}}), exit_done;
    if (list.empty()) return print("every breaker is closed and nothing failed lately"), exit_done;
    std::vector<std::vector<std::string>> rows{{"BREAKER", "STATE", "FAILURES IN A ROW"}};
    for (const Json& one : list) rows.push_back({text_of(one["breaker"]), one["open"].get<bool>() ? "open" : "closed", text_of(one["failures"])});
    print_table(rows);
    return exit_done;
}

int breaker_close(Context& context) {
    auto name = context.required("breaker");
    if (!name) return fail(name.error());
    return settle(context, domain::CloseBreaker{*name, why_of(context)}, "breaker " + *name + " is closed");
}

}  // namespace

std::vector<Verb> queue_verbs() {
    const OptionSpec letter{"position", "P", "its number, as dlq list shows it"};
    const OptionSpec alert{"position", "P", "its number, as alert list shows it"};
    return {
        {"dlq", "list", "reports that could not be applied, and why", {}, dlq_list},
        {"dlq", "show", "all of one dead letter", {letter}, dlq_show},
        {"dlq", "requeue", "try to apply one again", with_why({letter}), dlq_requeue},
        {"dlq", "drop", "give one up", with_why({letter}), dlq_drop},
        {"alert", "list", "open alerts", {}, alert_list},
        {"alert", "ack", "say that you have seen an alert", with_why({alert}), alert_ack},
        {"breaker", "list", "breakers of intents and nodes that have failures in a row", {}, breaker_list},
        {"breaker", "close", "close a breaker by hand", with_why({{"breaker", "NAME", "intent:NAME or node:NAME"}}), breaker_close},
    };
}

}  // namespace apollo::cli
