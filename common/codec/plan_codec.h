// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Definitions and plans as protobuf. A plan's encoded bytes are what the artifact of a submission holds.
#pragma once

#include <memory>
#include <string>

#include "apollo.pb.h"
#include "common/base/result.h"
#include "common/domain/plan.h"

namespace apollo::codec {

void encode_definition(const domain::TaskDefinition& definition, wire::TaskDefinition& out);
domain::TaskDefinition decode_definition(const wire::TaskDefinition& in);

void encode_plan(const domain::Plan& plan, wire::Plan& out);
// Damaged if names repeat, a dependency is unknown or circular, or a step has no node: bytes from a disk or a peer are
// checked like an operator's file.
Result<std::shared_ptr<const domain::Plan>> decode_plan(const wire::Plan& in);

std::string plan_to_bytes(const domain::Plan& plan);
Result<std::shared_ptr<const domain::Plan>> plan_from_bytes(const std::string& bytes);

}  // namespace apollo::codec
