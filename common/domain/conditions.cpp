// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/domain/conditions.h"

#include <algorithm>

namespace apollo::domain {

namespace {

constexpr std::string_view intent_prefix = "intent:";
constexpr std::string_view node_prefix = "node:";

Breaker* breaker_named(State& state, const std::string& name) {
    if (name.starts_with(intent_prefix)) return &state.intents[IntentName{name.substr(intent_prefix.size())}].breaker;
    if (!name.starts_with(node_prefix)) return nullptr;
    const auto node = state.node_by_id.find(NodeId{name.substr(node_prefix.size())});
    return node == state.node_by_id.end() ? nullptr : &state.nodes[node->second.value].breaker;
}

Position about(const Event& event) {
    if (const auto* action = std::get_if<OperatorAction>(&event.payload)) return action->about;
    if (const auto* note = std::get_if<Note>(&event.payload)) return note->first;
    return {};
}

void apply_breaker(State& state, const Event& event) {
    const auto* note = std::get_if<Note>(&event.payload);
    const auto* action = std::get_if<OperatorAction>(&event.payload);
    Breaker* breaker = breaker_named(state, note ? note->key : action ? action->target : std::string());
    if (!breaker) {
        ++state.refused_changes;
        return;
    }
    breaker->open = event.header.type == EventType::BreakerOpened;
    if (breaker->open) {
        breaker->opened_position = event.header.position;
        breaker->opened_at = event.header.recorded_time;
    } else {
        breaker->failures = 0;
    }
}

void apply_operator(State& state, const Event& event) {
    const auto* action = std::get_if<OperatorAction>(&event.payload);
    const bool added = event.header.type == EventType::OperatorAdded;
    const OperatorName name{action ? action->target : std::string()};
    auto at = std::find_if(state.operators.begin(), state.operators.end(), [&](const Operator& one) { return one.name == name; });
    if (name.empty() || (at == state.operators.end() && !added)) {
        ++state.refused_changes;
        return;
    }
    if (at == state.operators.end()) at = state.operators.insert(at, Operator{name, OperatorRole::Viewer, {}, {}, false});
    at->revoked = !added;
    if (!added) return;
    at->role = action->role.value_or(OperatorRole::Viewer);
    at->certificate_serial = action->certificate_serial;
    at->added_at = event.header.recorded_time;
}

void raise_alert(State& state, const Event& event) {
    const auto* note = std::get_if<Note>(&event.payload);
    if (!note) return;
    if (note->first.value != 0) state.known_damage.push_back({note->first, note->last});
    const EventHeader& header = event.header;
    state.alerts.push_back({header.position, note->key, note->message, header.task, header.node, header.recorded_time, false, {}});
}

void acknowledge_alert(State& state, const Event& event) {
    const auto* action = std::get_if<OperatorAction>(&event.payload);
    for (Alert& alert : state.alerts) {
        if (alert.position != about(event)) continue;
        alert.acknowledged = true;
        if (action) alert.acknowledged_by = action->operator_name;
    }
}

void add_dead_letter(State& state, const Event& event) {
    DeadLetter letter{event.header.position, event.header.recorded_time, event.header.node, event.header.attempt, {}};
    if (const auto* content = std::get_if<DeadLettered>(&event.payload)) letter.content = *content;
    else if (const auto* note = std::get_if<Note>(&event.payload)) letter.content.reason = note->message;
    state.dead_letters.push_back(std::move(letter));
}

void note_breaker(Breaker& breaker, EventType type) {
    if (type == EventType::Succeeded) breaker.failures = 0;
    else ++breaker.failures;
}

}  // namespace

void apply_condition(State& state, const Event& event) {
    const bool by_person = std::holds_alternative<OperatorAction>(event.payload);
    switch (event.header.type) {
        case EventType::DispatchPaused:
        case EventType::DispatchResumed:
            (by_person ? state.dispatch_paused : state.dispatch_throttled) = event.header.type == EventType::DispatchPaused;
            if (by_person) state.dispatch_paused_at = state.dispatch_paused ? event.header.recorded_time : WallTime{};
            break;
        case EventType::BreakerOpened:
        case EventType::BreakerClosed: apply_breaker(state, event); break;
        case EventType::DeadLettered: add_dead_letter(state, event); break;
        case EventType::DeadLetterRequeued:
        case EventType::DeadLetterDropped:
            std::erase_if(state.dead_letters, [&](const DeadLetter& letter) { return letter.position == about(event); });
            break;
        case EventType::OperatorAdded:
        case EventType::OperatorRevoked: apply_operator(state, event); break;
        case EventType::AlertRaised: raise_alert(state, event); break;
        case EventType::AlertAcked: acknowledge_alert(state, event); break;
        case EventType::AlertCleared:
            std::erase_if(state.alerts, [&](const Alert& alert) { return alert.position == about(event); });
            break;
        default: break;
    }
}

void note_attempt_end(State& state, const Event& event, const RunDetails& details) {
    const EventHeader& header = event.header;
    const Run& run = state.runs[header.run.value];
    IntentHistory& history = state.intents[state.step_of(header.run).intent];
    note_breaker(history.breaker, header.type);
    if (run.node != no_node) note_breaker(state.nodes[run.node.value].breaker, header.type);
    if (header.type != EventType::Succeeded || !details.started_at.known()) return;
    const std::int64_t duration_ms = std::max<std::int64_t>(0, header.origin_time.ms - details.started_at.ms);
    if (history.durations_ms.size() < IntentHistory::capacity) {
        history.durations_ms.push_back(duration_ms);
    } else {
        history.durations_ms[history.next] = duration_ms;
    }
    history.next = (history.next + 1) % IntentHistory::capacity;
}

const Breaker* find_breaker(const State& state, const std::string& name) {
    if (name.starts_with(intent_prefix)) {
        const auto at = state.intents.find(IntentName{name.substr(intent_prefix.size())});
        return at == state.intents.end() ? nullptr : &at->second.breaker;
    }
    if (!name.starts_with(node_prefix)) return nullptr;
    const Node* node = state.find_node(NodeId{name.substr(node_prefix.size())});
    return node ? &node->breaker : nullptr;
}

std::optional<std::int64_t> duration_percentile_ms(const IntentHistory& history, std::uint32_t percent, std::size_t at_least) {
    if (history.durations_ms.size() < at_least || history.durations_ms.empty()) return std::nullopt;
    std::vector<std::int64_t> sorted = history.durations_ms;
    std::sort(sorted.begin(), sorted.end());
    const std::size_t rank = (sorted.size() * percent + 99) / 100;  // nearest rank
    return sorted[std::clamp<std::size_t>(rank, 1, sorted.size()) - 1];
}

}  // namespace apollo::domain
