// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Events as bytes: the body of a log record and of an EventBatch entry. A fixed 64-byte header (EVENTS.md) that alone is
// enough to fold transitions, then a protobuf EventTail.
#pragma once

#include <functional>
#include <string>

#include "apollo.pb.h"
#include "common/base/bytes.h"
#include "common/base/result.h"
#include "common/domain/event.h"

namespace apollo::codec {

inline constexpr std::size_t event_header_size = 64;

void encode_payload(const domain::Payload& payload, wire::EventTail& tail);
// A payload of a kind this build does not know comes back as monostate.
domain::Payload decode_payload(const wire::EventTail& tail);

// With `with_plan` a TASK_SUBMITTED event carries its plan (on the wire); without, only the reference (in the log).
std::string encode_event(const domain::Event& event, bool with_plan = false);
// Damaged if the bytes are no event. The plan is null unless it travelled with the event.
Result<domain::Event> decode_event(ByteView body);
// Only the header; false if the body is too short or of an unknown layout. For folds that need no texts.
bool decode_header(ByteView body, domain::EventHeader& header);
// What the log calls owner: the run, or no_run's number for events of no run. For damage attribution.
std::uint32_t owner_of_body(ByteView body);

// Where plans come from when an event holds only the reference (the artifact store).
using PlanSource = std::function<Result<std::shared_ptr<const domain::Plan>>(const domain::ArtifactRef&)>;
// Fills the plan of a TASK_SUBMITTED event that lacks it. Other events: nothing to do.
Status resolve_plan(domain::Event& event, const PlanSource& source);

}  // namespace apollo::codec
