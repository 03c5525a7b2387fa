// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Door: an ordered, reliable, message-preserving connection to one peer. TLS in production, a queue inside one process,
// a faulty network in the simulator; who uses it cannot tell.
#pragma once

#include <functional>
#include <string>

#include "common/base/bytes.h"

namespace apollo {

// Who is at the other end, as proven by its certificate.
struct PeerIdentity {
    enum class Role { None, Agent, Operator };  // None: no certificate (only enrolment is allowed)
    Role role = Role::None;
    std::string name;     // node id or operator name
    std::string serial;   // of the certificate, lower-case hex; for revocation
    std::string address;  // for messages to people only
};

// Lives on the thread that made it; all calls and callbacks are on that thread.
class Channel {
public:
    virtual ~Channel() = default;

    // One frame of at most 4 MiB. False: the peer is too slow (more than the send limit is waiting) or the channel is
    // closed; nothing was queued and the caller tries again after on_drained.
    virtual bool send(ByteView frame) = 0;
    // Closes after what is queued was sent; `reason` goes to the log only. on_closed follows.
    virtual void close(const std::string& reason) = 0;
    virtual const PeerIdentity& peer() const = 0;

    // Callbacks may be empty. After on_closed no other is called.
    std::function<void(ByteView frame)> on_frame;
    std::function<void()> on_drained;
    std::function<void(const std::string& reason)> on_closed;
};

}  // namespace apollo
