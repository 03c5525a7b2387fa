// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// All events in order, from the running orchestrator or, when none runs on the folder, from its files.
#pragma once

#include "app/cli/context.h"
#include "common/domain/state.h"

namespace apollo::cli {

// `visit` sees each event before it is applied to the state; false ends the walk. Returns the state then.
using Visit = std::function<bool(const domain::Event& event, const domain::State& state)>;
Result<std::shared_ptr<domain::State>> walk_events(Context& context, const Visit& visit);

}  // namespace apollo::cli
