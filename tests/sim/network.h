// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Connections between agents and the center, as TCP gives them: frames in order, or the end of the connection. What a
// partition holds back passes after it if the connection still lives then. A flaky network is harsher than TCP: it loses,
// doubles and overtakes single frames, but a connection that lost or overtook something ends soon after.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "tests/sim/scenario.h"
#include "tests/sim/timeline.h"
#include "tests/sim/trace.h"

namespace apollo::sim {

enum class Side : std::uint8_t { Agent = 0, Center = 1 };
inline Side other(Side side) { return side == Side::Agent ? Side::Center : Side::Agent; }

using ConnectionId = std::uint64_t;  // from 1
inline constexpr std::int64_t heartbeat_interval_ms = 10000;
inline constexpr int silent_heartbeats = 3;

class Network {
public:
    Network(Timeline& timeline, Trace& trace, std::uint64_t seed, std::uint32_t agents);

    // An agent dials; its first frame may follow at once.
    ConnectionId open(std::uint32_t agent);
    // `robust`: neither lost nor doubled nor overtaken by itself (greetings and heartbeats).
    void send(ConnectionId connection, Side from, std::string frame, bool robust);
    // This side is done with it; the other one is told later, unless `silently` (its machine has no power).
    void close(ConnectionId connection, Side by, bool silently = false);

    // ---- faults ----
    void cut(std::uint32_t agent);
    void break_one_side(std::uint32_t agent, Side told);
    void hold(std::uint32_t agent, Side to, int change);  // +1: nothing arrives there; -1: one cause less
    void flaky(std::uint32_t agent, int change);
    void slow(std::uint32_t agent, int change);

    struct Ear {
        std::function<void(std::uint32_t agent, ConnectionId connection, const std::string& frame)> on_frame;
        std::function<void(std::uint32_t agent, ConnectionId connection)> on_closed;
    };
    std::array<Ear, 2> ears;  // by Side

private:
    struct Frame {
        std::string bytes;
        bool is_close = false;
    };
    struct Connection {
        std::uint32_t agent = 0;
        std::array<bool, 2> open{true, true};           // by Side
        std::array<std::int64_t, 2> last_at_ms{0, 0};   // towards that side
        std::array<std::vector<Frame>, 2> held;
        bool doomed = false;
    };
    struct Line {
        std::array<int, 2> holds{0, 0};  // by the side that nothing arrives at
        int flaky = 0;
        int slow = 0;
    };

    std::int64_t draw_delay(const Line& line);
    void pass(ConnectionId id, Side to, Frame frame, bool in_order);
    void arrive(ConnectionId id, Side to, const Frame& frame);
    void doom(ConnectionId id);
    void end(ConnectionId id, Side side);
    void forget_if_closed(ConnectionId id);
    ConnectionId newest_of(std::uint32_t agent) const;

    Timeline& m_timeline;
    Trace& m_trace;
    SeededRandom m_random;
    std::vector<Line> m_lines;  // by agent
    std::map<ConnectionId, Connection> m_connections;
    ConnectionId m_next = 1;
};

}  // namespace apollo::sim
