// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Holds the promises while a run goes on. Told by the hosts what becomes durable, what leaves, what arrives, what takes
// effect; believes nothing else. SIMULATOR.md lists the promises.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "agent/core/messages.h"
#include "common/domain/state.h"
#include "tests/sim/model.h"

namespace apollo::sim {

// `kind` stays the same when a run is cut down, `text` says it in full.
struct Violation {
    std::string kind;
    std::string text;
};

// An event of the log with its encoded bytes' digest.
struct LoggedEvent {
    domain::Event event;
    std::string digest;
};

// What recovery says of the log, and what may be so.
struct DamageSeen {
    bool any = false;       // something cannot be read; it was never acknowledged unless …
    bool may_lose = false;  // … bits of it rotted
};

class Checker {
public:
    explicit Checker(std::uint32_t agents) : m_agents(agents) {}

    // ---- the orchestrator ----
    void log_became_durable(const LoggedEvent& logged);
    // A start: all that can be read of the log, what recovery made of it, what a replay of all of it gives.
    void center_recovered(const std::vector<LoggedEvent>& log, DamageSeen damage, const std::string& recovered_hash, const std::string& replayed_hash);
    void snapshot_written(Position holds, Position durable);
    void dispatch_leaves(RunIndex run, Attempt attempt);
    void answer_leaves(Position position);
    void confirmation_leaves(NodeIndex node, Incarnation incarnation, Sequence acked);

    // ---- agents ----
    void agent_record_became_durable(std::uint32_t agent, const agent::AgentRecord& record);
    // A start: all that can be read of its log. `is_excused`: it was wiped or its log rotted, so something may be missing.
    void agent_recovered(std::uint32_t agent, const std::vector<agent::AgentRecord>& log, bool is_excused);
    // What it did by itself and told nobody, nobody can know any more.
    void agent_wiped(std::uint32_t agent);
    void events_leave(std::uint32_t agent, Sequence last);
    void epoch_seen(std::uint32_t agent, Epoch epoch);
    void order_arrives(std::uint32_t agent, const agent::RunKey& key, Epoch epoch);
    // From then on it may go on with these steps by itself.
    void slice_arrives(std::uint32_t agent, const agent::Slice& slice);
    void takes_effect(std::uint32_t agent, const agent::RunKey& key, RunIndex run, std::uint32_t running, std::uint32_t capacity);

    // ---- the end ----
    // Whether nothing is left to happen by itself; `reason` names one run that still owes something.
    bool has_converged(const domain::State& state, std::string& reason) const;
    void at_the_end(const domain::State& state, const std::string& replayed_hash);
    void agent_at_the_end(std::uint32_t agent, std::uint32_t slots_taken, std::uint32_t queued, std::uint32_t running);

    void fail(const std::string& kind, const std::string& text);
    const std::vector<Violation>& violations() const { return m_violations; }
    const std::map<std::string, int>& effects() const { return m_effects; }
    const Model& model() const { return m_model; }

private:
    struct Agent {
        std::set<agent::RunKey> claimed;
        std::set<agent::RunKey> granted;  // by slices, retries among them
        std::set<agent::RunKey> fresh;  // ordered by an orchestrator that was the newest one known to it
        std::uint64_t durable_sequence = 0;
        std::uint32_t incarnation = 0;
        std::uint32_t epoch = 0;
    };
    void take(const LoggedEvent& logged);
    bool waits_for_a_person(const domain::State& state, const domain::Task& task, std::uint32_t run_in_task, int depth) const;

    Model m_model;
    std::vector<std::string> m_digests;  // by position - 1
    std::uint64_t m_announced = 0;       // durable, and known to be to the orchestrator
    bool m_damaged = false;
    std::vector<Agent> m_agents;
    std::map<std::string, int> m_effects;
    std::vector<Violation> m_violations;
};

// "task/step/node/attempt"
std::string effect_name(const agent::RunKey& key);

}  // namespace apollo::sim
