// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Random orders of dispatch, duplicate, cancel, process ends, crashes that lose what was not durable, lost connections and
// lost acks; after each step the promises of the core are checked against an independent record of what really happened.
#include <map>
#include <set>

#include "agent/core/outcome.h"
#include "common/base/random.h"
#include "tests/unit/agent_core/core_fixture.h"

namespace apollo::agent {
namespace {

class World {
public:
    explicit World(std::uint64_t seed) : m_random(seed) { boot(); }

    void step() {
        switch (m_random.below(12)) {
        case 0: case 1: dispatch(); break;
        case 2: cancel(); break;
        case 3: case 4: make_durable(); break;
        case 5: tell_started(); break;
        case 6: case 7: end_process(); break;
        case 8: crash(); break;
        case 9: toggle_connection(); break;
        case 10: ack(); break;
        default: die_with_guard(); break;
        }
        check();
    }

    // Let everything end; then every claimed attempt must have exactly one terminal event.
    void settle() {
        if (!m_connected) toggle_connection();
        for (int i = 0; i < 10000 && (m_core->running() + m_core->queued() > 0 || !m_waiting.empty()); ++i) {
            make_durable();
            end_process();
            check();
        }
        EXPECT_EQ(m_core->running() + m_core->queued(), 0u);
        for (const auto& key : claimed()) EXPECT_EQ(terminal_events()[key], 1) << to_text(key);
    }
    std::size_t starts() const { return m_starts.size(); }

private:
    struct Process {
        bool alive = true;
        bool told_started = false;
        bool kill_asked = false;
        ExitRecord end;
    };
    struct Waiting {
        std::size_t records = 0;  // the log must be durable up to here
        std::vector<Effect> effects;
    };

    Now now() {
        ++m_time_ms;
        return {{m_time_ms}, {m_time_ms}};
    }
    RunKey random_key() {
        return key_of("s" + std::to_string(m_random.below(6)), static_cast<std::uint32_t>(1 + m_random.below(3)));
    }
    void take(Output output) {
        m_log.insert(m_log.end(), output.records.begin(), output.records.end());
        m_waiting.push_back({m_log.size(), std::move(output.effects)});
    }
    void dispatch() {
        if (m_connected) take(m_core->on_dispatch(order_of_key(random_key()), now()));
    }
    DispatchOrder order_of_key(const RunKey& key) {
        DispatchOrder order = order_of(key.step.text, key.attempt.value);
        order.priority = static_cast<domain::Priority>(m_random.below(3));
        return order;
    }
    void cancel() {
        if (m_connected) take(m_core->on_cancel(random_key(), "asked", now()));
    }
    void make_durable() {
        m_durable = m_log.size();
        while (!m_waiting.empty()) {
            const Waiting next = m_waiting.front();
            m_waiting.erase(m_waiting.begin());
            for (const Effect& effect : next.effects) carry_out(effect);
        }
    }
    void carry_out(const Effect& effect) {
        if (const auto* start = std::get_if<StartRun>(&effect)) {
            EXPECT_TRUE(m_starts.insert(start->order.key).second) << "started twice: " << to_text(start->order.key);
            m_processes[start->order.key] = Process{};
        } else if (const auto* kill = std::get_if<KillRun>(&effect)) {
            if (m_processes.contains(kill->key)) m_processes[kill->key].kill_asked = true;
        } else if (const auto* send = std::get_if<SendEvents>(&effect)) {
            for (const auto& event : all_of<NodeEventRecord>(durable_log())) {
                if (event.sequence >= send->first && event.sequence <= send->last) m_center_seen.insert(event.sequence.value);
            }
        }
    }
    std::vector<AgentRecord> durable_log() const {
        return {m_log.begin(), m_log.begin() + static_cast<std::ptrdiff_t>(m_durable)};
    }
    void tell_started() {
        for (auto& [key, process] : m_processes) {
            if (!process.alive || process.told_started) continue;
            process.told_started = true;
            take(m_core->on_started(key, now().wall, now()));
            return;
        }
    }
    void end_with(const RunKey& key, Process& process, ExitRecord::How how) {
        process.alive = false;
        process.end.how = how;
        process.end.exit_code = static_cast<int>(m_random.below(2));
        take(m_core->on_ended(key, {process.end, {}, {}, {}}, now()));
    }
    void end_process() {
        for (auto& [key, process] : m_processes) {
            if (!process.alive || m_random.below(2) == 0) continue;
            end_with(key, process, process.kill_asked ? ExitRecord::How::Cancelled : ExitRecord::How::Exited);
            return;
        }
    }
    void die_with_guard() {
        for (auto& [key, process] : m_processes) {
            if (!process.alive || m_random.below(8) != 0) continue;
            end_with(key, process, ExitRecord::How::Lost);
            return;
        }
    }
    void crash() {
        // Some of what was not durable may have reached the disk all the same.
        m_log.resize(m_durable + m_random.below(m_log.size() - m_durable + 1));
        m_durable = m_log.size();
        m_waiting.clear();
        boot();
    }
    void boot() {
        m_core = std::make_unique<AgentCore>(CoreSettings{2});
        for (const auto& record : m_log) m_core->replay(record);
        if (all_of<IncarnationRecord>(m_log).empty()) take(m_core->start_new_incarnation(Incarnation(7)));
        for (const auto& order : m_core->unfinished()) {
            const auto found = m_processes.find(order.key);
            if (found == m_processes.end()) {
                take(m_core->recover(order.key, Evidence::NeverStarted, now()));
            } else if (found->second.alive) {
                found->second.told_started = false;
                take(m_core->recover(order.key, Evidence::Running, now()));
            } else {
                take(m_core->recover(order.key, Evidence::Ended, now()));
                take(m_core->on_ended(order.key, {found->second.end, {}, {}, {}}, now()));
            }
        }
        take(m_core->finish_recovery(now()));
        m_connected = false;
    }
    void toggle_connection() {
        m_connected = !m_connected;
        if (m_connected) {
            take(m_core->on_connected(contiguous_seen(), Epoch(5)));
        } else {
            take(m_core->on_disconnected(now().monotonic, now()));
        }
    }
    void ack() {
        if (m_connected) m_core->on_acked(Incarnation(7), contiguous_seen());
    }
    Sequence contiguous_seen() const {
        std::uint64_t last = 0;
        while (m_center_seen.contains(last + 1)) ++last;
        return Sequence(last);
    }
    std::set<RunKey> claimed() const {
        std::set<RunKey> keys;
        for (const auto& claim : all_of<ClaimRecord>(m_log)) keys.insert(claim.order.key);
        return keys;
    }
    std::map<RunKey, int> terminal_events() const {
        std::map<RunKey, int> counts;
        for (const auto& event : all_of<NodeEventRecord>(m_log)) counts[event.key] += is_terminal(event.type) ? 1 : 0;
        return counts;
    }
    void check() const {
        std::uint64_t expected = 1;
        for (const auto& event : all_of<NodeEventRecord>(m_log)) ASSERT_EQ(event.sequence.value, expected++);
        for (const auto& [key, count] : terminal_events()) ASSERT_LE(count, 1) << to_text(key);
        std::map<std::string, int> living;
        for (const auto& [key, process] : m_processes) {
            if (!process.alive) continue;
            ASSERT_LE(++living[key.step.text], 1) << "two attempts live: " << to_text(key);
        }
        ASSERT_LE(m_core->running(), 2u);
        for (const std::uint64_t sequence : m_center_seen) ASSERT_LE(sequence, m_durable) << "sent before it was durable";
    }

    SeededRandom m_random;
    std::unique_ptr<AgentCore> m_core;
    std::vector<AgentRecord> m_log;
    std::size_t m_durable = 0;
    std::vector<Waiting> m_waiting;
    std::map<RunKey, Process> m_processes;
    std::set<RunKey> m_starts;
    std::set<std::uint64_t> m_center_seen;
    bool m_connected = false;
    std::int64_t m_time_ms = 1000;
};

TEST(AgentCoreInterleavings, EveryAttemptStartsAtMostOnceAndEndsExactlyOnce) {
    std::size_t starts = 0;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        World world(seed);
        for (int i = 0; i < 200; ++i) world.step();
        world.settle();
        starts += world.starts();
        if (::testing::Test::HasFailure()) return;
    }
    EXPECT_GT(starts, 1000u) << "the interleavings must reach real work";
}

}  // namespace
}  // namespace apollo::agent
