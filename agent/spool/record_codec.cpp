// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/spool/record_codec.h"

#include "common/codec/event_codec.h"
#include "common/codec/value_codec.h"
#include "spool.pb.h"

namespace apollo::agent {

namespace {

template <class... Ts>
struct Overloaded : Ts... {
    using Ts::operator()...;
};
template <class... Ts>
Overloaded(Ts...) -> Overloaded<Ts...>;

// Idempotency on the wire: 0 = not said, else the enumeration's number and one.
constexpr std::size_t idempotency_count = 4;
constexpr std::size_t priority_count = 3;

Error damaged(const std::string& why) { return {ErrorKind::Damaged, "a record of the agent's log cannot be read: " + why}; }

Result<NodeEventRecord> decode_event(const wire::NodeEvent& in) {
    auto key = decode_key(in.key());
    if (!key) return key.error();
    NodeEventRecord event;
    event.sequence = Sequence(in.sequence());
    event.type = static_cast<domain::EventType>(in.type());
    event.key = std::move(*key);
    event.task_index = TaskIndex(in.task_index());
    event.run_index = RunIndex(in.run_index());
    event.origin_time = WallTime{in.origin_time_ms()};
    event.payload = codec::decode_payload(in.tail());
    return event;
}

}  // namespace

void encode_key(const RunKey& key, wire::RunKey& out) {
    out.set_task_id(key.task.text);
    out.set_step(key.step.text);
    out.set_node(key.node.text);
    out.set_attempt(key.attempt.value);
}

void encode_order(const DispatchOrder& order, wire::Dispatch& out) {
    encode_key(order.key, *out.mutable_key());
    out.set_task_index(order.task_index.value);
    out.set_run_index(order.run_index.value);
    out.set_epoch(order.epoch.value);
    out.set_intent(order.intent.text);
    out.set_params_json(order.params_json);
    out.set_input_json(order.input_json);
    out.set_timeout_ms(order.timeout_ms);
    out.set_priority(static_cast<std::uint32_t>(order.priority));
    if (order.limits.any()) codec::encode_limits(order.limits, *out.mutable_limits());
    out.set_content_digest(order.content_digest);
    if (order.idempotency) out.set_idempotency(static_cast<std::uint32_t>(*order.idempotency) + 1);
}

void encode_event(const NodeEventRecord& event, wire::NodeEvent& out) {
    out.set_sequence(event.sequence.value);
    out.set_type(static_cast<std::uint32_t>(event.type));
    encode_key(event.key, *out.mutable_key());
    out.set_task_index(event.task_index.value);
    out.set_run_index(event.run_index.value);
    out.set_origin_time_ms(event.origin_time.ms);
    codec::encode_payload(event.payload, *out.mutable_tail());
}

Result<RunKey> decode_key(const wire::RunKey& key) {
    const auto bad = [](const std::string& what) { return Error{ErrorKind::BadInput, what + " of the run is not valid"}; };
    if (!is_valid_name(key.task_id())) return bad("the task id");
    if (!is_valid_name(key.step())) return bad("the step name");
    if (!is_valid_name(key.node())) return bad("the node id");
    if (key.attempt() == 0) return bad("the attempt");
    return RunKey{TaskId(key.task_id()), StepName(key.step()), NodeId(key.node()), Attempt(key.attempt())};
}

Result<DispatchOrder> decode_order(const wire::Dispatch& in) {
    auto key = decode_key(in.key());
    if (!key) return key.error();
    DispatchOrder order;
    order.key = std::move(*key);
    order.task_index = TaskIndex(in.task_index());
    order.run_index = RunIndex(in.run_index());
    order.epoch = Epoch(in.epoch());
    order.intent = IntentName(in.intent());
    order.params_json = in.params_json();
    order.input_json = in.input_json();
    order.timeout_ms = in.timeout_ms();
    order.priority = codec::decode_enum<domain::Priority>(in.priority(), priority_count);
    order.limits = codec::decode_limits(in.limits());
    order.content_digest = in.content_digest();
    if (in.idempotency() > 0) order.idempotency = codec::decode_enum<domain::Idempotency>(in.idempotency() - 1, idempotency_count);
    return order;
}

std::string encode_record(const AgentRecord& record) {
    wire::SpoolRecord out;
    std::visit(Overloaded{
                   [&](const IncarnationRecord& begin) { out.set_incarnation(begin.incarnation.value); },
                   [&](const ClaimRecord& claim) { encode_order(claim.order, *out.mutable_claim()); },
                   [&](const CancelRecord& cancel) {
                       encode_key(cancel.key, *out.mutable_cancel()->mutable_key());
                       out.mutable_cancel()->set_reason(cancel.reason);
                   },
                   [&](const NodeEventRecord& event) { encode_event(event, *out.mutable_event()); },
                   [&](const SliceRecord& sent) { encode_slice(sent.slice, *out.mutable_slice()); },
                   [&](const LinkRecord& link) {
                       out.mutable_link()->set_up(link.up);
                       out.mutable_link()->set_wall_ms(link.at.wall.ms);
                       out.mutable_link()->set_monotonic_ms(link.at.monotonic.ms);
                   },
               },
               record);
    return out.SerializeAsString();
}

Result<AgentRecord> decode_record(ByteView body) {
    wire::SpoolRecord in;
    if (!in.ParseFromArray(body.data(), static_cast<int>(body.size()))) return damaged("it is no message");
    switch (in.record_case()) {
    case wire::SpoolRecord::kIncarnation: return AgentRecord{IncarnationRecord{Incarnation(in.incarnation())}};
    case wire::SpoolRecord::kClaim: {
        auto order = decode_order(in.claim());
        if (!order) return damaged(order.error().message);
        return AgentRecord{ClaimRecord{std::move(*order)}};
    }
    case wire::SpoolRecord::kCancel: {
        auto key = decode_key(in.cancel().key());
        if (!key) return damaged(key.error().message);
        return AgentRecord{CancelRecord{std::move(*key), in.cancel().reason()}};
    }
    case wire::SpoolRecord::kEvent: {
        auto event = decode_event(in.event());
        if (!event) return damaged(event.error().message);
        return AgentRecord{std::move(*event)};
    }
    case wire::SpoolRecord::kSlice: {
        auto slice = decode_slice(in.slice());
        if (!slice) return damaged(slice.error().message);
        return AgentRecord{SliceRecord{std::move(*slice)}};
    }
    case wire::SpoolRecord::kLink:
        return AgentRecord{LinkRecord{in.link().up(), {{in.link().wall_ms()}, {in.link().monotonic_ms()}}}};
    case wire::SpoolRecord::RECORD_NOT_SET: break;
    }
    return damaged("it is of a kind this version does not know");
}

}  // namespace apollo::agent
