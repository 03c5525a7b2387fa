// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/core/breaker_gates.h"

namespace apollo::core {

void BreakerGates::open(const std::string& name, MonotonicTime now) {
    Gate& gate = m_gates[name];
    gate.trial_at = now.plus_ms(m_reset_ms);
    gate.trial.reset();
}

std::vector<RunIndex> BreakerGates::close(const std::string& name) {
    const auto at = m_gates.find(name);
    if (at == m_gates.end()) return {};
    std::vector<RunIndex> held(at->second.held.begin(), at->second.held.end());
    m_gates.erase(at);
    return held;
}

std::optional<std::string> BreakerGates::shut(const std::vector<std::string>& names, MonotonicTime now) const {
    for (const std::string& name : names) {
        const auto at = m_gates.find(name);
        if (at != m_gates.end() && now < at->second.trial_at) return name;
    }
    return std::nullopt;
}

void BreakerGates::hold(const std::string& name, RunIndex run) { m_gates[name].held.insert(run); }

void BreakerGates::pass(const std::vector<std::string>& names, RunIndex run, MonotonicTime now) {
    for (const std::string& name : names) {
        const auto at = m_gates.find(name);
        if (at == m_gates.end()) continue;
        at->second.trial = run;
        at->second.trial_at = now.plus_ms(m_reset_ms);
        at->second.held.erase(run);
    }
}

void BreakerGates::end_trial(const std::string& name, RunIndex run, MonotonicTime now) {
    const auto at = m_gates.find(name);
    if (at == m_gates.end() || at->second.trial != run) return;
    at->second.trial.reset();
    at->second.trial_at = now.plus_ms(m_reset_ms);
}

std::vector<RunIndex> BreakerGates::release_due(MonotonicTime now) {
    std::vector<RunIndex> released;
    for (auto& [name, gate] : m_gates) {
        if (now < gate.trial_at) continue;
        gate.trial.reset();
        released.insert(released.end(), gate.held.begin(), gate.held.end());
        gate.held.clear();
    }
    return released;
}

std::optional<MonotonicTime> BreakerGates::next() const {
    std::optional<MonotonicTime> soonest;
    for (const auto& [name, gate] : m_gates) {
        if (!gate.held.empty() && (!soonest || gate.trial_at < *soonest)) soonest = gate.trial_at;
    }
    return soonest;
}

}  // namespace apollo::core
