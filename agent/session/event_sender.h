// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Sends the agent's events in their order, batch by batch, within the center's credits; the output an event refers to is
// uploaded and confirmed before the event leaves.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "agent/core/messages.h"
#include "apollo.pb.h"

namespace apollo::agent {

// One thread. Knows only what it is handed: what may be sent, how to send, and where an attempt's output lies.
class EventSender {
public:
    struct Doors {
        std::function<const std::deque<NodeEventRecord>&()> unacked;    // dense in sequence
        std::function<Incarnation()> incarnation;
        std::function<bool(const wire::Envelope&)> send;                 // false: later
        std::function<std::string(const RunKey&)> output_file;
        std::function<void(const std::string& line)> log;
    };
    explicit EventSender(Doors doors) : m_doors(std::move(doors)) {}

    // A new connection: nothing is on its way, `acked` is known to the center.
    void on_connected(Sequence acked, std::uint32_t credits);
    void on_disconnected();
    // Durable events from `first` to `last` may leave (again).
    void allow(Sequence first, Sequence last);
    void on_acked(Sequence acked);
    void on_stored(const std::string& sha256, const std::string& refused);
    // Sends as much as can be sent now.
    void pump();

private:
    struct Upload {
        domain::ArtifactRef artifact;
        std::string file;
        std::uint64_t offset = 0;
        bool waiting = false;  // all pieces are sent, the confirmation is awaited
    };

    bool send_batch();
    bool add_to_batch(wire::NodeEvents& batch, const NodeEventRecord& event);
    // The output that must be stored before this event may leave.
    std::optional<domain::ArtifactRef> missing_artifact(const NodeEventRecord& event) const;
    void begin_upload(const NodeEventRecord& event, const domain::ArtifactRef& artifact);
    bool send_piece();
    void give_up_artifact(const std::string& sha256, const std::string& reason);

    const Doors m_doors;
    bool m_connected = false;
    Sequence m_next{1};
    Sequence m_allowed;
    Sequence m_acked;
    std::uint32_t m_credits = 1024;
    std::optional<Upload> m_upload;
    std::set<std::string> m_stored;                     // confirmed by the center
    std::map<std::string, std::string> m_given_up;      // sha256 → why its event leaves without it
};

}  // namespace apollo::agent
