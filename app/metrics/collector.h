// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Counts what happens. An event is looked at when it is appended, while the state still knows its attempt, and added when it is
// durable. Lives on the thread that owns the state; what leaves it is a copy (Figures).
#pragma once

#include <optional>
#include <unordered_map>

#include "app/metrics/figures.h"
#include "common/domain/state.h"

namespace apollo::metrics {

// What one event adds.
struct Sample {
    domain::EventType type = domain::EventType::TaskSubmitted;
    bool fact_only = false;
    std::optional<double> step_seconds;  // of the attempt that it ended
};

class Collector {
public:
    Collector();

    // In order of the log; `state` has the event applied.
    Sample look_at(const domain::Event& event, const domain::State& state);
    void add(const Sample& sample);
    void add_loop(double seconds) { m_figures.loop_seconds.add(seconds); }

    // The counters, and the gauges that the state holds; the rest of the gauges is the caller's.
    Figures figures(const domain::State& state) const;

private:
    struct Started {
        Attempt attempt;
        WallTime at;
    };
    std::optional<WallTime> start_of(const domain::EventHeader& end, const domain::State& state) const;

    Figures m_figures;
    std::unordered_map<RunIndex, Started> m_started;  // of attempts that run
};

// The class of an alert's key ("node:n1": "node"); "other" for one that is not known here, "event" for none.
std::string alert_class(const std::string& key);

}  // namespace apollo::metrics
