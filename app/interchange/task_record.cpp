// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/interchange/task_record.h"

#include <algorithm>

#include "common/domain/reducer.h"

namespace apollo::interchange {

namespace {

using domain::EventType;

bool is_about_nodes(EventType type) {
    return type == EventType::NodeEnrolled || type == EventType::NodeConnected || type == EventType::NodeLost ||
           type == EventType::NodeConservative || type == EventType::NodeDrained || type == EventType::NodeRevoked;
}

std::optional<domain::RunStatus> end_status(EventType type) {
    switch (type) {
        case EventType::Succeeded: return domain::RunStatus::Succeeded;
        case EventType::Failed: return domain::RunStatus::Failed;
        case EventType::TimedOut: return domain::RunStatus::Timeout;
        case EventType::Cancelled: return domain::RunStatus::Cancelled;
        case EventType::Compensated: return domain::RunStatus::Compensated;
        case EventType::CompensationFailed: return domain::RunStatus::Failed;
        default: return std::nullopt;
    }
}

void note_end(AttemptSpan& span, const domain::Event& event, domain::RunStatus status) {
    span.status = status;
    // A clock that was set back must not give a negative time.
    span.ended = std::max(event.header.origin_time, span.started);
    if (const auto* ended = std::get_if<domain::RunEnded>(&event.payload)) {
        span.exit_code = ended->exit_code;
        span.message = ended->message;
    }
}

// What the center had taken for a timeout, or a loss, was otherwise.
void correct(AttemptSpan& span, const domain::Event& event) {
    const auto* truth = std::get_if<domain::RunEnded>(&event.payload);
    if (!truth || !truth->to || span.number != event.header.attempt.value) return;
    note_end(span, event, *truth->to);
    if (*truth->to == domain::RunStatus::Running) span.ended = {};
}

}  // namespace

void RecordCollector::take(const domain::Event& event) {
    const auto* submitted = std::get_if<domain::TaskSubmitted>(&event.payload);
    if (submitted && submitted->plan && submitted->plan->definition.task_id == m_id) {
        m_task = event.header.task;
        m_first_run = event.header.run;
        m_record.id = m_id;
        m_record.plan = submitted->plan;
    }
    const bool own = m_task != no_task && event.header.task == m_task;
    if (!own && !is_about_nodes(event.header.type)) return;
    domain::Event copy = event;
    if (own) {
        copy.header.task = TaskIndex{0};
        if (copy.header.run != no_run) copy.header.run = RunIndex{copy.header.run.value - m_first_run.value};
    }
    m_record.events.push_back(std::move(copy));
}

Result<TaskRecord> RecordCollector::finish() {
    if (!m_record.plan) return Error{ErrorKind::NotFound, "there is no task '" + m_id.text + "'"};
    return std::move(m_record);
}

std::vector<AttemptSpan> attempts_of(const TaskRecord& record) {
    std::vector<AttemptSpan> spans;
    constexpr auto none = static_cast<std::size_t>(-1);
    // Each run's attempt that goes on, and its newest.
    std::vector<std::size_t> open(record.plan->run_count, none), newest = open;
    for (const domain::Event& event : record.events) {
        const domain::EventHeader& header = event.header;
        if (header.task == no_task || header.fact_only || header.run.value >= open.size()) continue;
        std::size_t& at = open[header.run.value];
        if (header.type == EventType::Started) {
            at = newest[header.run.value] = spans.size();
            spans.push_back({header.run.value, header.attempt.value, header.origin_time, {}, domain::RunStatus::Running, {}, {}});
            continue;
        }
        if (const std::size_t last = newest[header.run.value]; header.type == EventType::Reconciled && last != none) {
            correct(spans[last], event);
            at = spans[last].status == domain::RunStatus::Running ? last : none;
            continue;
        }
        const auto status = end_status(header.type);
        if (!status || at == none) continue;
        note_end(spans[at], event, *status);
        at = none;
    }
    std::stable_sort(spans.begin(), spans.end(), [](const AttemptSpan& a, const AttemptSpan& b) { return a.started < b.started; });
    return spans;
}

std::vector<domain::RunStatus> statuses_of(const TaskRecord& record) {
    domain::State state;
    for (const domain::Event& event : record.events) domain::apply(state, event);
    std::vector<domain::RunStatus> statuses(record.plan->run_count, domain::RunStatus::Pending);
    for (std::size_t run = 0; run < std::min(statuses.size(), state.runs.size()); ++run) statuses[run] = state.runs[run].status;
    return statuses;
}

}  // namespace apollo::interchange
