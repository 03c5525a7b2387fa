// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/codec/value_codec.h"

#include "common/base/bytes.h"

namespace apollo::codec {

void encode_artifact(const domain::ArtifactRef& value, wire::ArtifactRef& out) {
    out.set_sha256(value.id.text);
    out.set_size_bytes(value.size_bytes);
    out.set_media_type(value.media_type);
}

domain::ArtifactRef decode_artifact(const wire::ArtifactRef& in) {
    return {ArtifactId{in.sha256()}, in.size_bytes(), in.media_type()};
}

void encode_limits(const ResourceLimits& value, wire::ResourceLimits& out) {
    out.set_cpu_seconds(value.cpu_seconds);
    out.set_memory_bytes(value.memory_bytes);
    out.set_file_size_bytes(value.file_size_bytes);
    out.set_open_files(value.open_files);
}

ResourceLimits decode_limits(const wire::ResourceLimits& in) {
    return {in.cpu_seconds(), in.memory_bytes(), in.file_size_bytes(), in.open_files()};
}

void encode_node_facts(const domain::NodeFacts& value, wire::NodeFacts& out) {
    out.set_node(value.node.text);
    for (const auto& [key, text] : value.labels) (*out.mutable_labels())[key] = text;
    for (const std::string& group : value.groups) out.add_groups(group);
    out.set_agent_version(value.agent_version);
    out.set_capacity(value.capacity);
    out.set_certificate_serial(value.certificate_serial);
    out.set_address(value.address);
}

domain::NodeFacts decode_node_facts(const wire::NodeFacts& in) {
    domain::NodeFacts value;
    value.node = NodeId{in.node()};
    value.labels.insert(in.labels().begin(), in.labels().end());
    value.groups.assign(in.groups().begin(), in.groups().end());
    value.agent_version = in.agent_version();
    value.capacity = in.capacity();
    value.certificate_serial = in.certificate_serial();
    value.address = in.address();
    return value;
}

void encode_run_ended(const domain::RunEnded& value, wire::RunEnded& out) {
    if (value.exit_code) out.set_exit_code(*value.exit_code);
    out.set_signal_number(value.signal_number);
    out.set_failure_class(static_cast<std::uint32_t>(value.failure_class));
    out.set_message(to_valid_utf8(value.message));
    out.set_output_json(value.output_json);
    out.set_output_text(value.output_text);
    if (value.artifact) encode_artifact(*value.artifact, *out.mutable_artifact());
    if (value.to) out.set_to(static_cast<std::uint32_t>(*value.to));
}

domain::RunEnded decode_run_ended(const wire::RunEnded& in) {
    domain::RunEnded value;
    if (in.has_exit_code()) value.exit_code = in.exit_code();
    value.signal_number = in.signal_number();
    value.failure_class = decode_enum<domain::FailureClass>(in.failure_class(), 5);
    value.message = in.message();
    value.output_json = in.output_json();
    value.output_text = in.output_text();
    if (in.has_artifact()) value.artifact = decode_artifact(in.artifact());
    if (in.has_to()) value.to = decode_enum<domain::RunStatus>(in.to(), domain::run_status_count);
    return value;
}

void encode_dead_lettered(const domain::DeadLettered& value, wire::DeadLettered& out) {
    out.set_reason(to_valid_utf8(value.reason));
    out.set_type(static_cast<std::uint32_t>(value.type));
    out.set_task_id(to_valid_utf8(value.task.text));
    out.set_step(to_valid_utf8(value.step.text));
    encode_run_ended(value.ended, *out.mutable_ended());
}

domain::DeadLettered decode_dead_lettered(const wire::DeadLettered& in) {
    return {in.reason(), static_cast<domain::EventType>(in.type()), TaskId{in.task_id()}, StepName{in.step()}, decode_run_ended(in.ended())};
}

}  // namespace apollo::codec
