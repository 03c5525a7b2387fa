// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/orchestrator/event_feed.h"

#include <algorithm>

namespace apollo::orchestrator {

namespace {

constexpr int batch_events = 2000;
constexpr std::size_t batch_bytes = 1u << 20;
constexpr std::uint64_t unconfirmed_limit = 20000;  // positions
// A plan that does not fit comfortably in a frame is fetched by its reference instead.
constexpr std::size_t inline_plan_limit_bytes = 1u << 20;

}  // namespace

EventFeed::EventFeed(std::unique_ptr<eventlog::LogReader> reader, Position after, codec::PlanSource plans)
    : m_reader(std::move(reader)), m_plans(std::move(plans)), m_sent(after), m_confirmed(after) {}

Result<std::unique_ptr<EventFeed>> EventFeed::open(Disk& disk, const std::string& folder, Position after, codec::PlanSource plans) {
    auto reader = eventlog::LogReader::open(disk, folder, after);
    if (!reader) return reader.error();
    return std::unique_ptr<EventFeed>(new EventFeed(std::move(reader).value(), after, std::move(plans)));
}

std::string EventFeed::body_for_wire(ByteView body) const {
    domain::EventHeader header;
    std::string plain(as_text(body));
    if (!codec::decode_header(body, header) || !domain::brings_plan(header.type)) return plain;
    auto event = codec::decode_event(body);
    if (!event || !codec::resolve_plan(*event, m_plans)) return plain;
    std::string with_plan = codec::encode_event(*event, true);
    return with_plan.size() <= inline_plan_limit_bytes ? with_plan : plain;
}

bool EventFeed::next_batch(Position durable, wire::EventBatch& batch) {
    if (m_sent.value > m_confirmed.value + unconfirmed_limit) return false;
    std::size_t bytes = 0;
    eventlog::Record record;
    while (batch.bodies_size() < batch_events && bytes < batch_bytes && m_reader->next(record, durable)) {
        batch.add_bodies(body_for_wire(record.body));
        bytes += static_cast<std::size_t>(batch.bodies(batch.bodies_size() - 1).size());
        m_sent = record.position;
    }
    const bool caught_up = batch.bodies_size() < batch_events && bytes < batch_bytes;
    if (caught_up && !m_caught_up_sent) {
        m_caught_up_sent = true;
        batch.set_caught_up_position(durable.value);
        return true;
    }
    return batch.bodies_size() > 0;
}

}  // namespace apollo::orchestrator
