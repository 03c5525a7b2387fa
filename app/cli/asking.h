// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Small pieces that verbs share: the options of a decision, and the question to the orchestrator.
#pragma once

#include "app/cli/context.h"
#include "common/domain/command.h"
#include "common/domain/state.h"

namespace apollo::cli {

// --operator and --reason: what was given, and these two behind other options.
domain::Justification why_of(const Context& context);
std::vector<OptionSpec> with_why(std::vector<OptionSpec> options);
// --step and --node.
domain::RunFilter filter_of(const Context& context);

Result<domain::CommandResult> ask(Context& context, const domain::Command& command);
// One task with its nodes, or everything.
Result<std::shared_ptr<const domain::State>> fetch_state(Context& context, std::optional<TaskId> task);
// What only the orchestrator knows of its nodes, as whether they are there just now: the log says "connected" until a node
// is lost for good.
Result<std::vector<api::NodeMeasurement>> measure_nodes(Context& context);
// The --position option; BadInput when it is missing or no number.
Result<Position> required_position(const Context& context);

}  // namespace apollo::cli
