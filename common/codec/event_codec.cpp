// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/codec/event_codec.h"

#include <cstring>

#include "common/codec/plan_codec.h"

namespace apollo::codec {

namespace {

constexpr std::uint16_t fact_only_flag = 1;

template <typename T>
void put(char* at, T value) {
    for (std::size_t i = 0; i < sizeof(T); ++i) at[i] = static_cast<char>((static_cast<std::uint64_t>(value) >> (8 * i)) & 0xFF);
}

template <typename T>
T get(const std::uint8_t* at) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i) value |= static_cast<std::uint64_t>(at[i]) << (8 * i);
    return static_cast<T>(value);
}

void put_header(const domain::EventHeader& header, char* at) {
    put<std::uint64_t>(at, header.position.value);
    put<std::int64_t>(at + 8, header.recorded_time.ms);
    put<std::int64_t>(at + 16, header.origin_time.ms);
    put<std::uint64_t>(at + 24, header.sequence.value);
    put<std::uint32_t>(at + 32, header.epoch.value);
    put<std::uint32_t>(at + 36, header.task.value);
    put<std::uint32_t>(at + 40, header.run.value);
    put<std::uint32_t>(at + 44, header.node.value);
    put<std::uint32_t>(at + 48, header.incarnation.value);
    put<std::uint32_t>(at + 52, header.attempt.value);
    put<std::uint32_t>(at + 56, header.version.value);
    put<std::uint16_t>(at + 60, static_cast<std::uint16_t>(header.type));
    put<std::uint16_t>(at + 62, header.fact_only ? fact_only_flag : 0);
}

}  // namespace

std::string encode_event(const domain::Event& event, bool with_plan) {
    wire::EventTail tail;
    encode_payload(event.payload, tail);
    if (const auto plan = with_plan ? domain::plan_of(event) : nullptr) {
        const bool amended = std::holds_alternative<domain::TaskAmended>(event.payload);
        encode_plan(*plan, amended ? *tail.mutable_task_amended()->mutable_plan() : *tail.mutable_task_submitted()->mutable_plan());
    }
    std::string body(event_header_size, '\0');
    put_header(event.header, body.data());
    tail.AppendToString(&body);
    return body;
}

bool decode_header(ByteView body, domain::EventHeader& header) {
    if (body.size() < event_header_size) return false;
    const std::uint8_t* at = body.data();
    header.position = Position{get<std::uint64_t>(at)};
    header.recorded_time.ms = get<std::int64_t>(at + 8);
    header.origin_time.ms = get<std::int64_t>(at + 16);
    header.sequence = Sequence{get<std::uint64_t>(at + 24)};
    header.epoch = Epoch{get<std::uint32_t>(at + 32)};
    header.task = TaskIndex{get<std::uint32_t>(at + 36)};
    header.run = RunIndex{get<std::uint32_t>(at + 40)};
    header.node = NodeIndex{get<std::uint32_t>(at + 44)};
    header.incarnation = Incarnation{get<std::uint32_t>(at + 48)};
    header.attempt = Attempt{get<std::uint32_t>(at + 52)};
    header.version = Version{get<std::uint32_t>(at + 56)};
    header.type = static_cast<domain::EventType>(get<std::uint16_t>(at + 60));
    header.fact_only = (get<std::uint16_t>(at + 62) & fact_only_flag) != 0;
    return true;
}

Result<domain::Event> decode_event(ByteView body) {
    domain::Event event;
    if (!decode_header(body, event.header)) {
        return Error{ErrorKind::Damaged, "an event is shorter than its header"};
    }
    wire::EventTail tail;
    const ByteView rest = body.subspan(event_header_size);
    if (!tail.ParseFromArray(rest.data(), static_cast<int>(rest.size()))) {
        return Error{ErrorKind::Damaged,
                     "the payload of event " + std::to_string(event.header.position.value) + " cannot be read"};
    }
    event.payload = decode_payload(tail);
    return event;
}

std::uint32_t owner_of_body(ByteView body) {
    domain::EventHeader header;
    return decode_header(body, header) ? header.run.value : no_run.value;
}

Status resolve_plan(domain::Event& event, const PlanSource& source) {
    const domain::PlanSlot slot = domain::plan_slot(event);
    if (!slot.plan || *slot.plan) return success();
    auto plan = source(*slot.reference);
    if (!plan) return plan.error();
    *slot.plan = std::move(plan).value();
    return success();
}

}  // namespace apollo::codec
