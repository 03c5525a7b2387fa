// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// One subscriber's way through the log: reads durable events from its own place and sends them in batches, as fast as the
// subscriber confirms. A slow one reads later; nothing queues up for it.
#pragma once

#include <functional>
#include <algorithm>
#include <memory>

#include "apollo.pb.h"
#include "common/codec/event_codec.h"
#include "common/eventlog/log_reader.h"

namespace apollo::orchestrator {

class EventFeed {
public:
    static Result<std::unique_ptr<EventFeed>> open(Disk& disk, const std::string& folder, Position after, codec::PlanSource plans);

    // Fills `batch` with what may be sent now: durable, not beyond the subscriber's credit. False: nothing.
    bool next_batch(Position durable, wire::EventBatch& batch);
    void confirm(Position position) { m_confirmed = std::max(m_confirmed, position); }
    Position position() const { return m_sent; }

private:
    EventFeed(std::unique_ptr<eventlog::LogReader> reader, Position after, codec::PlanSource plans);
    std::string body_for_wire(ByteView body) const;

    std::unique_ptr<eventlog::LogReader> m_reader;
    codec::PlanSource m_plans;
    Position m_sent;
    Position m_confirmed;
    bool m_caught_up_sent = false;
};

}  // namespace apollo::orchestrator
