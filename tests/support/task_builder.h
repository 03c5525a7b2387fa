// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Small tasks for tests.
#pragma once

#include <string>
#include <vector>

#include "common/domain/plan.h"

namespace apollo::testing {

// step("b", {"a"}): runs a command, safe to repeat.
domain::StepDefinition step(const std::string& name, const std::vector<std::string>& depends_on = {});
// timeout 60 s, 3 retries of 1 s up to 8 s, on the given nodes.
domain::TaskDefinition task(const std::string& id, std::vector<domain::StepDefinition> steps, const std::vector<std::string>& nodes);
std::shared_ptr<const domain::Plan> plan(const domain::TaskDefinition& definition);
// `layers` × `width` steps; each depends on three of the layer before.
domain::TaskDefinition layered_task(const std::string& id, std::uint32_t layers, std::uint32_t width, const std::vector<std::string>& nodes);

}  // namespace apollo::testing
