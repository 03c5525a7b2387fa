// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Small values that several messages share.
#pragma once

#include "apollo.pb.h"
#include "common/domain/event.h"

namespace apollo::codec {

void encode_artifact(const domain::ArtifactRef& value, wire::ArtifactRef& out);
domain::ArtifactRef decode_artifact(const wire::ArtifactRef& in);
void encode_limits(const ResourceLimits& value, wire::ResourceLimits& out);
ResourceLimits decode_limits(const wire::ResourceLimits& in);
void encode_run_ended(const domain::RunEnded& value, wire::RunEnded& out);
domain::RunEnded decode_run_ended(const wire::RunEnded& in);
void encode_dead_lettered(const domain::DeadLettered& value, wire::DeadLettered& out);
domain::DeadLettered decode_dead_lettered(const wire::DeadLettered& in);
void encode_node_facts(const domain::NodeFacts& value, wire::NodeFacts& out);
domain::NodeFacts decode_node_facts(const wire::NodeFacts& in);

// A number this build does not know becomes the first value: it came from a newer program and is shown, not acted on.
template <typename E>
E decode_enum(std::uint32_t number, std::size_t count) {
    return number < count ? static_cast<E>(number) : static_cast<E>(0);
}

}  // namespace apollo::codec
