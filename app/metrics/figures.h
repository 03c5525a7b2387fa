// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Everything the metrics page shows, as one plain value that may be handed from thread to thread. Keys of the maps come from
// fixed lists, never from what people or nodes write, so the page cannot grow.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace apollo::metrics {

struct Distribution {
    explicit Distribution(std::vector<double> upper_bounds) : bounds(std::move(upper_bounds)), counts(bounds.size() + 1) {}
    void add(double value);

    std::vector<double> bounds;          // ascending, inclusive
    std::vector<std::uint64_t> counts;   // not cumulative; the last one: beyond every bound
    double sum = 0;
};

using Counts = std::map<std::string, std::uint64_t>;

struct Figures {
    // ---- counted since the process started ----
    Counts events;          // by type
    Counts attempts_ended;  // by result: SUCCEEDED, FAILED, TIMEOUT, CANCELLED
    Counts compensations;   // by phase: started, done, failed
    std::uint64_t retries = 0;
    Distribution step_seconds{{0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3600, 14400, 86400}};
    Distribution loop_seconds{{0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5}};

    // ---- at this moment ----
    Counts queues;          // retries, dispatched, compensation, dead_letters, quarantined
    Counts agents;          // by state
    Counts alerts;          // open ones by class of their key
    std::uint64_t open_breakers = 0;
    std::uint64_t log_position = 0;  // the newest durable one
    std::uint64_t sql_lag_events = 0;
    double recovery_seconds = 0;     // of the last start
    std::optional<double> backup_age_seconds;  // nothing: no backup is kept
    std::string version;
};

}  // namespace apollo::metrics
