// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What the center does before it dispatches, done on the node for a step that the node starts by itself.
#pragma once

#include <vector>

#include "agent/core/messages.h"

namespace apollo::agent {

// Puts the results into the order's input and replaces `${steps.NAME.output.KEY}` in its params, once, as data. False: a
// value is missing or the order is no JSON; nothing is changed then.
bool fill_order(DispatchOrder& order, const std::vector<StepResult>& results);

}  // namespace apollo::agent
