// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/metrics/collector.h"

#include <algorithm>
#include <array>

namespace apollo::metrics {

using domain::EventType;

namespace {

constexpr std::uint16_t event_type_limit = 256;  // above every number in use
constexpr std::array alert_classes{"backup", "breaker", "clock", "compensation-backlog", "dead-letters", "event",   "failure-rate", "node",
                                   "once",    "other", "quarantine",           "recovery",     "trouble", "watermark"};
constexpr std::array node_statuses{domain::NodeStatus::Connected, domain::NodeStatus::Unreachable, domain::NodeStatus::Conservative,
                                   domain::NodeStatus::Draining, domain::NodeStatus::Revoked};

const char* result_of(EventType type) {
    switch (type) {
        case EventType::Succeeded: return "SUCCEEDED";
        case EventType::Failed: return "FAILED";
        case EventType::TimedOut: return "TIMEOUT";
        case EventType::Cancelled: return "CANCELLED";
        default: return nullptr;
    }
}

const char* compensation_phase_of(EventType type) {
    switch (type) {
        case EventType::CompensationStarted: return "started";
        case EventType::Compensated: return "done";
        case EventType::CompensationFailed: return "failed";
        default: return nullptr;
    }
}

bool ends_measured_attempt(EventType type) {
    return type == EventType::Succeeded || type == EventType::Failed || type == EventType::TimedOut;
}

}  // namespace

void Distribution::add(double value) {
    const auto at = std::lower_bound(bounds.begin(), bounds.end(), value);
    ++counts[static_cast<std::size_t>(at - bounds.begin())];
    sum += value;
}

std::string alert_class(const std::string& key) {
    if (key.empty()) return "event";
    const std::string name = key.substr(0, key.find(':'));
    return std::find(alert_classes.begin(), alert_classes.end(), name) == alert_classes.end() ? "other" : name;
}

// Everything that can be counted is there from the start, so that a rate over the first occurrence is right.
Collector::Collector() {
    for (std::uint16_t number = 0; number < event_type_limit; ++number) {
        const auto type = static_cast<EventType>(number);
        if (!domain::is_known(type)) continue;
        m_figures.events[domain::to_text(type)] = 0;
        if (const char* result = result_of(type)) m_figures.attempts_ended[result] = 0;
        if (const char* phase = compensation_phase_of(type)) m_figures.compensations[phase] = 0;
    }
}

std::optional<WallTime> Collector::start_of(const domain::EventHeader& end, const domain::State& state) const {
    const auto seen = m_started.find(end.run);
    if (seen != m_started.end() && seen->second.attempt == end.attempt) return seen->second.at;
    // It started before this process did, or its run has a new number since.
    if (end.run.value >= state.runs.size() || state.runs[end.run.value].attempt != end.attempt) return std::nullopt;
    const WallTime at = state.details[end.run.value].started_at;
    return at.known() ? std::optional(at) : std::nullopt;
}

Sample Collector::look_at(const domain::Event& event, const domain::State& state) {
    const domain::EventHeader& header = event.header;
    Sample sample{header.type, header.fact_only, std::nullopt};
    if (header.type == EventType::TaskAmended) m_started.clear();
    if (header.fact_only || !domain::is_of_run(header)) return sample;
    if (header.type == EventType::Started) m_started[header.run] = {header.attempt, header.origin_time};
    if (ends_measured_attempt(header.type)) {
        // Two clocks may be at work when the orchestrator ended it.
        if (const auto start = start_of(header, state)) {
            sample.step_seconds = static_cast<double>(std::max<std::int64_t>(0, header.origin_time.ms - start->ms)) / 1000.0;
        }
    }
    if (result_of(header.type) || compensation_phase_of(header.type)) m_started.erase(header.run);
    return sample;
}

void Collector::add(const Sample& sample) {
    ++m_figures.events[domain::to_text(sample.type)];
    if (sample.fact_only) return;
    if (const char* result = result_of(sample.type)) ++m_figures.attempts_ended[result];
    if (const char* phase = compensation_phase_of(sample.type)) ++m_figures.compensations[phase];
    if (sample.type == EventType::RetryScheduled) ++m_figures.retries;
    if (sample.step_seconds) m_figures.step_seconds.add(*sample.step_seconds);
}

Figures Collector::figures(const domain::State& state) const {
    Figures figures = m_figures;
    figures.queues = {{"retries", state.waiting_retries},
                      {"dispatched", 0},
                      {"compensation", state.undo_backlog},
                      {"dead_letters", state.dead_letters.size()},
                      {"quarantined", state.quarantined_runs}};
    for (const auto status : node_statuses) figures.agents[domain::to_text(status)] = 0;
    for (const char* name : alert_classes) figures.alerts[name] = 0;
    for (const domain::Node& node : state.nodes) {
        ++figures.agents[domain::to_text(node.status)];
        figures.queues["dispatched"] += node.live_runs;
        figures.open_breakers += node.breaker.open ? 1 : 0;
    }
    for (const auto& [name, history] : state.intents) figures.open_breakers += history.breaker.open ? 1 : 0;
    for (const domain::Alert& alert : state.alerts) ++figures.alerts[alert_class(alert.key)];
    return figures;
}

}  // namespace apollo::metrics
