// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/codec/event_codec.h"
#include "common/codec/plan_codec.h"
#include "common/codec/value_codec.h"

namespace apollo::codec {

namespace {

void encode(const domain::OperatorAction& value, wire::OperatorAction& out) {
    out.set_verb(value.verb);
    out.set_operator_name(value.operator_name.text);
    out.set_on_behalf_of(to_valid_utf8(value.on_behalf_of));
    out.set_reason(to_valid_utf8(value.reason));
    if (value.to) out.set_to(static_cast<std::uint32_t>(*value.to));
    out.set_about_position(value.about.value);
    out.set_target(to_valid_utf8(value.target));
    if (value.role) out.set_role_plus_one(static_cast<std::uint32_t>(*value.role) + 1);
    out.set_certificate_serial(value.certificate_serial);
}

struct PayloadEncoder {
    wire::EventTail& tail;

    void operator()(const std::monostate&) const {}

    void operator()(const domain::TaskSubmitted& value) const {
        auto* out = tail.mutable_task_submitted();
        encode_artifact(value.definition, *out->mutable_definition());
        out->set_definition_sha256(value.definition_sha256);
        out->set_submitted_by(value.submitted_by.text);
        out->set_historical(value.historical);
        out->set_note(value.note);
    }

    void operator()(const domain::RunEnded& value) const { encode_run_ended(value, *tail.mutable_run_ended()); }

    void operator()(const domain::RetryScheduled& value) const {
        auto* out = tail.mutable_retry_scheduled();
        out->set_delay_ms(value.delay_ms);
        out->set_retry(value.retry);
    }

    void operator()(const domain::OperatorAction& value) const { encode(value, *tail.mutable_operator_action()); }

    void operator()(const domain::TaskAmended& value) const {
        auto* out = tail.mutable_task_amended();
        encode_artifact(value.definition, *out->mutable_definition());
        out->set_definition_sha256(value.definition_sha256);
        encode(value.action, *out->mutable_action());
    }

    void operator()(const domain::DeadLettered& value) const { encode_dead_lettered(value, *tail.mutable_dead_lettered()); }

    void operator()(const domain::NodeFacts& value) const { encode_node_facts(value, *tail.mutable_node_facts()); }

    void operator()(const domain::Note& value) const {
        auto* out = tail.mutable_note();
        out->set_message(to_valid_utf8(value.message));
        out->set_detail_json(to_valid_utf8(value.detail_json));
        out->set_first_position(value.first.value);
        out->set_last_position(value.last.value);
        out->set_key(to_valid_utf8(value.key));
    }
};

domain::TaskSubmitted decode(const wire::TaskSubmitted& in) {
    domain::TaskSubmitted value;
    value.definition = decode_artifact(in.definition());
    value.definition_sha256 = in.definition_sha256();
    value.submitted_by = OperatorName{in.submitted_by()};
    value.historical = in.historical();
    value.note = in.note();
    if (in.has_plan()) {
        auto plan = decode_plan(in.plan());
        if (plan) value.plan = std::move(plan).value();
    }
    return value;
}

domain::OperatorAction decode(const wire::OperatorAction& in) {
    domain::OperatorAction value;
    value.verb = in.verb();
    value.operator_name = OperatorName{in.operator_name()};
    value.on_behalf_of = in.on_behalf_of();
    value.reason = in.reason();
    if (in.has_to()) value.to = decode_enum<domain::RunStatus>(in.to(), domain::run_status_count);
    value.about = Position{in.about_position()};
    value.target = in.target();
    if (in.role_plus_one() != 0) value.role = decode_enum<domain::OperatorRole>(in.role_plus_one() - 1, domain::operator_role_count);
    value.certificate_serial = in.certificate_serial();
    return value;
}

domain::TaskAmended decode(const wire::TaskAmended& in) {
    domain::TaskAmended value;
    value.definition = decode_artifact(in.definition());
    value.definition_sha256 = in.definition_sha256();
    value.action = decode(in.action());
    if (in.has_plan()) {
        auto plan = decode_plan(in.plan());
        if (plan) value.plan = std::move(plan).value();
    }
    return value;
}

}  // namespace

void encode_payload(const domain::Payload& payload, wire::EventTail& tail) { std::visit(PayloadEncoder{tail}, payload); }

domain::Payload decode_payload(const wire::EventTail& tail) {
    switch (tail.payload_case()) {
        case wire::EventTail::kTaskSubmitted: return decode(tail.task_submitted());
        case wire::EventTail::kRunEnded: return decode_run_ended(tail.run_ended());
        case wire::EventTail::kRetryScheduled:
            return domain::RetryScheduled{tail.retry_scheduled().delay_ms(), tail.retry_scheduled().retry()};
        case wire::EventTail::kOperatorAction: return decode(tail.operator_action());
        case wire::EventTail::kNodeFacts: return decode_node_facts(tail.node_facts());
        case wire::EventTail::kNote: return domain::Note{tail.note().message(), tail.note().detail_json(), Position{tail.note().first_position()},
                                Position{tail.note().last_position()}, tail.note().key()};
        case wire::EventTail::kTaskAmended: return decode(tail.task_amended());
        case wire::EventTail::kDeadLettered: return decode_dead_lettered(tail.dead_lettered());
        case wire::EventTail::PAYLOAD_NOT_SET: break;
    }
    return std::monostate{};
}

}  // namespace apollo::codec
