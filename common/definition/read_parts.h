// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The parts that tasks and steps have in common.
#pragma once

#include <optional>

#include "common/definition/reading.h"
#include "common/domain/definition.h"

namespace apollo::definition {

std::optional<domain::Selector> read_selector(const Node& node, Report& report);
std::optional<domain::RetryPolicy> read_retry_policy(const Node& node, Report& report);
std::optional<domain::CompensationDefinition> read_compensation(const Node& node, Report& report);
ResourceLimits read_limits(const Node& node, Report& report);
// From the keys max_parallel_nodes, tolerance and ranks of a step.
domain::RollOutDefinition read_roll_out(const MapReader& reader);
std::optional<domain::Priority> read_priority(const Node& node, Report& report);

// Checks that somebody declares how `intent` bears being run twice (R1). `own` is what the step declares.
void check_idempotency(const std::string& intent, const std::optional<domain::Idempotency>& own, bool has_compensation,
                       const Node& owner, Report& report);

}  // namespace apollo::definition
