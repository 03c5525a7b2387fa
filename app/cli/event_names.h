// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Whether the task, step and node exist of which somebody wants to see events.
#pragma once

#include "app/cli/event_rows.h"
#include "common/domain/state.h"

namespace apollo::cli {

// NotFound names the first that does not, and the command that lists what there is.
Status names_exist(const domain::State& state, const WantedEvents& wanted);

}  // namespace apollo::cli
