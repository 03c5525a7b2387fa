// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The agent's values as protobuf and back: for its log, and for the wire (which uses the same messages).
#pragma once

#include <optional>
#include <string>

#include "agent/core/messages.h"
#include "apollo.pb.h"
#include "common/base/bytes.h"

namespace apollo::agent {

void encode_key(const RunKey& key, wire::RunKey& out);
void encode_order(const DispatchOrder& order, wire::Dispatch& out);
void encode_event(const NodeEventRecord& event, wire::NodeEvent& out);

// BadInput unless task, step and node are valid names (they become parts of paths) and the attempt is at least 1.
Result<RunKey> decode_key(const wire::RunKey& key);
Result<DispatchOrder> decode_order(const wire::Dispatch& order);
void encode_slice(const Slice& slice, wire::Slice& out);
Result<Slice> decode_slice(const wire::Slice& slice);

std::string encode_record(const AgentRecord& record);
// Damaged if the bytes are no record this build knows.
Result<AgentRecord> decode_record(ByteView body);

}  // namespace apollo::agent
