// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/codec/value_codec.h"

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

}  // namespace apollo::codec
