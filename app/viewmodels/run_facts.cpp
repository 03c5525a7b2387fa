// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/run_facts.h"

namespace apollo::viewmodels {

RunFacts run_facts(const EventHistory& history, RunIndex run, Ordinal events) {
    RunFacts facts;
    Version version;
    for (const Ordinal ordinal : history.of_run(run)) {
        if (ordinal >= events) break;
        const domain::EventHeader& header = history.header(ordinal);
        if (header.fact_only || header.version <= version) continue;
        version = header.version;
        facts.updated_at = header.recorded_time;
        if (header.type == domain::EventType::ManualOverride) facts.retries = 0;
        if (header.type != domain::EventType::RetryScheduled) continue;
        const domain::Payload payload = history.payload(ordinal);
        if (const auto* retry = std::get_if<domain::RetryScheduled>(&payload)) {
            facts.retries = retry->retry;
            facts.retry_recorded_at = header.recorded_time;
            facts.retry_delay_ms = retry->delay_ms;
        }
    }
    return facts;
}

TaskFacts task_facts(const EventHistory& history, TaskIndex task, Ordinal events) {
    TaskFacts facts;
    for (const Ordinal ordinal : history.steering_of_task(task)) {
        if (ordinal >= events) break;
        switch (history.header(ordinal).type) {
            case domain::EventType::TaskPaused:
                facts.paused = true;
                break;
            case domain::EventType::TaskResumed:
                facts.paused = false;
                break;
            case domain::EventType::TaskCancelRequested:
                facts.cancel_requested = true;
                break;
            case domain::EventType::ManualOverride: {
                // A rerun takes back an earlier cancel of the whole task.
                const domain::Payload payload = history.payload(ordinal);
                const auto* action = std::get_if<domain::OperatorAction>(&payload);
                if (action && action->to == domain::RunStatus::Pending) facts.cancel_requested = false;
                break;
            }
            default:
                break;
        }
    }
    return facts;
}

}  // namespace apollo::viewmodels
