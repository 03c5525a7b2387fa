// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What open breakers hold back. Which breakers are open is state; when the next trial may go is not, it begins anew with
// each start. One trial at a time per breaker; a trial that never ends is forgotten after the reset time.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "common/base/ids.h"
#include "common/base/time.h"

namespace apollo::core {

class BreakerGates {
public:
    explicit BreakerGates(std::int64_t reset_ms) : m_reset_ms(reset_ms) {}

    // The breaker is open from now on; a trial may go after the reset time.
    void open(const std::string& name, MonotonicTime now);
    // Gives back what it held.
    std::vector<RunIndex> close(const std::string& name);
    // The first of these breakers that does not let anything through now; nullopt: all do.
    std::optional<std::string> shut(const std::vector<std::string>& names, MonotonicTime now) const;
    void hold(const std::string& name, RunIndex run);
    // A run goes through: for breakers among `names` that are open it is the trial.
    void pass(const std::vector<std::string>& names, RunIndex run, MonotonicTime now);
    // The run's attempt ended without closing the breaker.
    void end_trial(const std::string& name, RunIndex run, MonotonicTime now);
    // What the breakers hold that may let one through now.
    std::vector<RunIndex> release_due(MonotonicTime now);
    // When release_due may have something.
    std::optional<MonotonicTime> next() const;
    bool none_open() const { return m_gates.empty(); }
    bool is_open(const std::string& name) const { return m_gates.count(name) != 0; }

private:
    struct Gate {
        MonotonicTime trial_at;  // not before; with a trial under way: when that one is forgotten
        std::optional<RunIndex> trial;
        std::set<RunIndex> held;
    };
    std::int64_t m_reset_ms;
    std::map<std::string, Gate> m_gates;
};

}  // namespace apollo::core
