// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/sim/network.h"

#include <algorithm>
#include <utility>

namespace apollo::sim {

namespace {

std::size_t index(Side side) { return static_cast<std::size_t>(side); }

}  // namespace

Network::Network(Timeline& timeline, Trace& trace, std::uint64_t seed, std::uint32_t agents)
    : m_timeline(timeline), m_trace(trace), m_random(stream(seed, 10, 0)), m_lines(agents) {}

ConnectionId Network::open(std::uint32_t agent) {
    const ConnectionId id = m_next++;
    m_connections[id].agent = agent;
    return id;
}

std::int64_t Network::draw_delay(const Line& line) {
    if (line.slow > 0) return between(m_random, 50, 4000);
    return line.flaky > 0 ? between(m_random, 1, 200) : between(m_random, 1, 10);
}

void Network::send(ConnectionId id, Side from, std::string bytes, bool robust) {
    const auto found = m_connections.find(id);
    if (found == m_connections.end() || !found->second.open[index(from)]) return;
    m_trace.bytes(as_bytes(bytes));
    const Side to = other(from);
    const Line& line = m_lines[found->second.agent];
    if (robust || line.flaky == 0) return pass(id, to, {std::move(bytes), false}, true);
    const std::uint64_t dice = m_random.below(100);
    if (dice < 3) return doom(id);
    if (dice < 15) pass(id, to, {bytes, false}, false);
    if (dice >= 97) doom(id);
    pass(id, to, {std::move(bytes), false}, dice < 97);
}

void Network::pass(ConnectionId id, Side to, Frame frame, bool in_order) {
    Connection& connection = m_connections.at(id);
    std::int64_t at_ms = m_timeline.now_ms() + draw_delay(m_lines[connection.agent]);
    if (in_order) {
        std::int64_t& last_ms = connection.last_at_ms[index(to)];
        at_ms = last_ms = std::max(last_ms, at_ms);
    }
    m_timeline.after(at_ms - m_timeline.now_ms(), [this, id, to, frame = std::move(frame)] { arrive(id, to, frame); });
}

void Network::arrive(ConnectionId id, Side to, const Frame& frame) {
    const auto found = m_connections.find(id);
    if (found == m_connections.end() || !found->second.open[index(to)]) return;
    if (m_lines[found->second.agent].holds[index(to)] > 0) {
        found->second.held[index(to)].push_back(frame);
        return;
    }
    if (frame.is_close) return end(id, to);
    ears[index(to)].on_frame(found->second.agent, id, frame.bytes);
}

void Network::end(ConnectionId id, Side side) {
    const auto found = m_connections.find(id);
    if (found == m_connections.end() || !found->second.open[index(side)]) return;
    const std::uint32_t agent = found->second.agent;
    found->second.open[index(side)] = false;
    m_trace.line("connection " + std::to_string(id) + " of n" + std::to_string(agent + 1) + " ends at the " +
                 (side == Side::Agent ? "agent" : "center"));
    forget_if_closed(id);
    ears[index(side)].on_closed(agent, id);
}

void Network::close(ConnectionId id, Side by, bool silently) {
    const auto found = m_connections.find(id);
    if (found == m_connections.end() || !found->second.open[index(by)]) return;
    found->second.open[index(by)] = false;
    if (!silently && found->second.open[index(other(by))]) pass(id, other(by), {{}, true}, true);
    forget_if_closed(id);
}

void Network::forget_if_closed(ConnectionId id) {
    const auto found = m_connections.find(id);
    if (found != m_connections.end() && !found->second.open[0] && !found->second.open[1]) m_connections.erase(found);
}

void Network::doom(ConnectionId id) {
    Connection& connection = m_connections.at(id);
    if (connection.doomed) return;
    connection.doomed = true;
    m_timeline.after(between(m_random, 100, 8000), [this, id] {
        end(id, Side::Agent);
        end(id, Side::Center);
    });
}

ConnectionId Network::newest_of(std::uint32_t agent) const {
    ConnectionId newest = 0;
    for (const auto& [id, connection] : m_connections) {
        if (connection.agent == agent) newest = id;
    }
    return newest;
}

void Network::cut(std::uint32_t agent) {
    const ConnectionId id = newest_of(agent);
    end(id, Side::Agent);
    end(id, Side::Center);
}

void Network::break_one_side(std::uint32_t agent, Side told) { end(newest_of(agent), told); }

void Network::hold(std::uint32_t agent, Side to, int change) {
    Line& line = m_lines[agent];
    line.holds[index(to)] += change;
    if (line.holds[index(to)] > 0) return;
    // TCP sends again what was held back, in order.
    std::vector<std::pair<ConnectionId, Frame>> freed;
    for (auto& [id, connection] : m_connections) {
        if (connection.agent != agent) continue;
        for (Frame& frame : connection.held[index(to)]) freed.emplace_back(id, std::move(frame));
        connection.held[index(to)].clear();
    }
    for (auto& [id, frame] : freed) arrive(id, to, frame);
}

void Network::flaky(std::uint32_t agent, int change) { m_lines[agent].flaky += change; }
void Network::slow(std::uint32_t agent, int change) { m_lines[agent].slow += change; }

}  // namespace apollo::sim
