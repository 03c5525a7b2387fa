// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// `event list --follow`: events as they happen, line by line, over restarts of the orchestrator.
#pragma once

#include "app/cli/context.h"
#include "app/cli/event_rows.h"

namespace apollo::cli {

// Prints until it is ended, or the orchestrator is away for too long or has another log; the exit code then.
int follow_events(Context& context, const api::Session& session, const WantedEvents& wanted);

}  // namespace apollo::cli
