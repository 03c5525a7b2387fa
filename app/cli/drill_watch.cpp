// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/cli/drill_watch.h"

#include <algorithm>

#include "app/cli/drill_interrupt.h"
#include "common/base/clock.h"
#include "common/domain/reducer.h"

namespace apollo::cli {

namespace {

constexpr int look_again_ms = 10;

}  // namespace

DrillWatch::DrillWatch(DrillReport& report, std::int64_t limit_ms) : m_report(report), m_limit_ms(limit_ms) { m_clock.start(); }

Status DrillWatch::follow(api::Session session) {
    m_session = std::move(session);
    auto state = await<std::shared_ptr<const domain::State>>([&](auto done) { m_session.history->fetch_state(std::nullopt, std::move(done)); });
    if (!state) return state.error();
    m_state = **state;
    api::EventSource::Observer observer;
    observer.on_events = [this](const std::vector<domain::Event>& events) {
        for (const domain::Event& event : events) {
            domain::apply(m_state, event);
            m_events.push_back({event.header, elapsed_ms()});
        }
    };
    observer.on_caught_up = [](Position) {};
    observer.on_interrupted = [](const Error&, bool) {};
    m_subscription = m_session.events->subscribe(m_state.position, std::move(observer));
    return success();
}

std::optional<std::int64_t> DrillWatch::seen_at(domain::EventType type, const NodeId& node, std::int64_t since_ms) const {
    const auto index = m_state.node_by_id.find(node);
    if (index == m_state.node_by_id.end()) return std::nullopt;
    for (const Seen& one : m_events) {
        if (one.at_ms >= since_ms && one.header.type == type && one.header.node == index->second) return one.at_ms;
    }
    return std::nullopt;
}

std::size_t DrillWatch::repairs_since(std::int64_t since_ms, const std::vector<std::string>& nodes) const {
    return static_cast<std::size_t>(std::count_if(m_events.begin(), m_events.end(), [&](const Seen& one) {
        if (one.at_ms < since_ms || one.header.type != domain::EventType::Reconciled || !domain::is_of_run(one.header)) return false;
        return std::find(nodes.begin(), nodes.end(), m_state.node_of(one.header.run).text) != nodes.end();
    }));
}

const domain::Run* DrillWatch::find_run(const std::string& task, const std::string& step, const std::string& node) const {
    const auto index = m_state.find_run(TaskId{task}, StepName{step}, NodeId{node});
    return index ? &m_state.runs[index->value] : nullptr;
}

bool DrillWatch::is_ended_well(const std::string& task) const {
    const domain::Task* known = m_state.find_task(TaskId{task});
    return known && known->status == domain::TaskStatus::Succeeded;
}

void DrillWatch::note(const std::string& node, const std::string& what) { note_at(elapsed_ms(), node, what); }

void DrillWatch::note_at(std::int64_t at_ms, const std::string& node, const std::string& what) {
    m_report.moments.push_back({at_ms, WallTime{SystemClock().now().wall.ms + at_ms - elapsed_ms()}, node, what});
}

Status DrillWatch::wait_for(const std::string& what, const std::function<bool()>& condition) {
    while (!condition()) {
        if (drill_interrupted()) return Error{ErrorKind::Refused, "the drill was interrupted while it waited: " + what};
        if (elapsed_ms() > m_limit_ms) {
            return Error{ErrorKind::Timeout, "after " + std::to_string(elapsed_ms() / 1000) + " s the drill still waits: " + what};
        }
        QEventLoop loop;
        QTimer::singleShot(look_again_ms, &loop, &QEventLoop::quit);
        loop.exec();
    }
    return success();
}

Result<domain::CommandResult> DrillWatch::ask(const domain::Command& command) {
    return await<domain::CommandResult>([&](auto done) { m_session.commands->send(command, std::move(done)); });
}

bool DrillWatch::is_here(const NodeId& node) {
    auto measured = await<std::vector<api::NodeMeasurement>>([&](auto done) { m_session.history->measure_nodes(std::move(done)); });
    if (!measured) return false;
    for (const api::NodeMeasurement& one : *measured) {
        if (one.node == node) return one.connected;
    }
    return false;
}

}  // namespace apollo::cli
