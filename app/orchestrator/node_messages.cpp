// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/orchestrator/node_messages.h"

#include <optional>

#include "common/codec/event_codec.h"

namespace apollo::orchestrator {

namespace {

std::optional<core::NodePhase> phase_of(wire::AttemptReport::Phase phase) {
    switch (phase) {
        case wire::AttemptReport::QUEUED: return core::NodePhase::Queued;
        case wire::AttemptReport::RUNNING: return core::NodePhase::Running;
        case wire::AttemptReport::ENDED: return core::NodePhase::Ended;
        case wire::AttemptReport::FORBIDDEN: return core::NodePhase::Forbidden;
        default: return std::nullopt;
    }
}

}  // namespace

core::NodeReport node_report(const wire::NodeEvent& event) {
    core::NodeReport report;
    report.sequence = Sequence{event.sequence()};
    report.type = static_cast<domain::EventType>(event.type());
    report.task = TaskId{event.key().task_id()};
    report.step = StepName{event.key().step()};
    report.attempt = Attempt{event.key().attempt()};
    report.origin_time.ms = event.origin_time_ms();
    report.payload = codec::decode_payload(event.tail());
    return report;
}

core::NodeSnapshot node_snapshot(const wire::AgentSnapshot& snapshot) {
    core::NodeSnapshot news{snapshot.id(), Incarnation{snapshot.incarnation()}, Sequence{snapshot.last_sequence()}, {}};
    for (const wire::AttemptReport& one : snapshot.attempts()) {
        const auto phase = phase_of(one.phase());
        if (!phase) continue;
        core::AttemptReport& report = news.attempts.emplace_back();
        report.task = TaskId{one.key().task_id()};
        report.step = StepName{one.key().step()};
        report.attempt = Attempt{one.key().attempt()};
        report.phase = *phase;
        if (one.has_end()) report.end = node_report(one.end());
    }
    return news;
}

}  // namespace apollo::orchestrator
