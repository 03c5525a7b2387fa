// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// How each kind of fault is done to the world, and undone.
#include "tests/sim/world.h"

namespace apollo::sim {

void World::strike(const Fault& fault) {
    m_trace.line("fault " + std::to_string(fault.number) + ": " + to_text(fault.kind) + ", n" + std::to_string(fault.agent + 1) + ", " +
                 std::to_string(fault.duration_ms) + " ms");
    switch (fault.kind) {
        case FaultKind::CutConnection:
        case FaultKind::HalfOpen:
        case FaultKind::Partition:
        case FaultKind::PartitionToAgent:
        case FaultKind::PartitionToCenter:
        case FaultKind::FlakyNetwork:
        case FaultKind::SlowNetwork: return strike_network(fault);
        case FaultKind::KillCenter:
        case FaultKind::CrashCenter: return strike_center(fault);
        case FaultKind::KillAgent:
        case FaultKind::CrashAgent:
        case FaultKind::WipeAgent: return strike_agent(fault);
        case FaultKind::SlowCenterDisk:
        case FaultKind::SlowAgentDisk:
        case FaultKind::FullCenterDisk:
        case FaultKind::FullAgentDisk: return strike_disk(fault);
        case FaultKind::RotSnapshot:
        case FaultKind::RotCenterLog: return rot_center(fault);
        case FaultKind::RotAgentLog: return m_agents[fault.agent]->rot(fault.dice);
        case FaultKind::CenterClockJump:
        case FaultKind::AgentClockJump: {
            std::int64_t& offset_ms = fault.kind == FaultKind::CenterClockJump ? m_center->wall_offset_ms : m_agents[fault.agent]->wall_offset_ms;
            // Up to ten hours to either side.
            offset_ms += static_cast<std::int64_t>(fault.dice % 72000000) - 36000000;
            return;
        }
        case FaultKind::OldPrimary: return send_old_order(fault);
    }
}

void World::strike_network(const Fault& fault) {
    const std::uint32_t agent = fault.agent;
    const auto hold = [this, &fault, agent](Side to) {
        m_network.hold(agent, to, 1);
        after(fault.duration_ms, [this, agent, to] { m_network.hold(agent, to, -1); });
    };
    if (fault.kind == FaultKind::CutConnection) return m_network.cut(agent);
    if (fault.kind == FaultKind::HalfOpen) return m_network.break_one_side(agent, fault.dice % 2 == 0 ? Side::Agent : Side::Center);
    if (fault.kind == FaultKind::FlakyNetwork) {
        m_network.flaky(agent, 1);
        return after(fault.duration_ms, [this, agent] { m_network.flaky(agent, -1); });
    }
    if (fault.kind == FaultKind::SlowNetwork) {
        m_network.slow(agent, 1);
        return after(fault.duration_ms, [this, agent] { m_network.slow(agent, -1); });
    }
    if (fault.kind != FaultKind::PartitionToCenter) hold(Side::Agent);
    if (fault.kind != FaultKind::PartitionToAgent) hold(Side::Center);
}

void World::strike_center(const Fault& fault) {
    ++m_center_down;
    if (fault.kind == FaultKind::KillCenter) m_center->kill();
    else m_center->crash(fault.dice % 2 == 0);
    after(fault.duration_ms, [this] {
        --m_center_down;
        start_center();
    });
}

void World::strike_agent(const Fault& fault) {
    ++m_agents_down[fault.agent];
    AgentHost& agent = *m_agents[fault.agent];
    if (fault.kind == FaultKind::KillAgent) agent.kill();
    else agent.crash(fault.dice % 2 == 0);
    if (fault.kind == FaultKind::WipeAgent) agent.wipe();
    after(fault.duration_ms, [this, number = fault.agent] {
        --m_agents_down[number];
        start_agent(number);
    });
}

void World::strike_disk(const Fault& fault) {
    if (fault.kind == FaultKind::SlowCenterDisk || fault.kind == FaultKind::SlowAgentDisk) {
        int& slow = fault.kind == FaultKind::SlowCenterDisk ? m_center->slow_disk : m_agents[fault.agent]->slow_disk;
        ++slow;
        return after(fault.duration_ms, [&slow] { --slow; });
    }
    test_support::FaultDisk& disk = fault.kind == FaultKind::FullCenterDisk ? m_center->disk() : m_agents[fault.agent]->disk();
    disk.bytes_left = fault.dice % 8192;
    after(fault.duration_ms, [&disk] { disk.bytes_left.reset(); });
}

void World::rot_center(const Fault& fault) {
    const std::string folder = fault.kind == FaultKind::RotSnapshot ? m_center->paths().snapshots() : m_center->paths().log();
    std::vector<std::string> files;
    for (const std::string& path : m_center->disk().paths()) {
        if (path.starts_with(folder)) files.push_back(path);
    }
    if (files.empty()) return;
    const std::string& path = files[fault.dice % files.size()];
    const std::size_t size = m_center->disk().bytes_of(path).size();
    if (size > 0) m_center->disk().flip_bit(path, (fault.dice >> 8) % size, static_cast<int>((fault.dice >> 4) % 8));
}

// The next attempt of what was sent last, as an orchestrator would send it that does not know that it was replaced.
void World::send_old_order(const Fault& fault) {
    const std::string& frame = m_center->last_dispatch(fault.agent);
    wire::Envelope envelope;
    if (frame.empty() || !m_center->runs() || !envelope.ParseFromString(frame)) return;
    wire::Dispatch& dispatch = *envelope.mutable_dispatch();
    if (dispatch.epoch() >= m_center->state().epoch.value) dispatch.set_epoch(m_center->state().epoch.value - 1);
    dispatch.mutable_key()->set_attempt(dispatch.key().attempt() + 1);
    m_agents[fault.agent]->on_stray_order(dispatch);
}

}  // namespace apollo::sim
