// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What agents send, as the core takes it.
#pragma once

#include "apollo.pb.h"
#include "app/core/core_types.h"
#include "app/core/reconcile.h"

namespace apollo::orchestrator {

core::NodeReport node_report(const wire::NodeEvent& event);
// Attempts in a phase that this build does not know are left out.
core::NodeSnapshot node_snapshot(const wire::AgentSnapshot& snapshot);

}  // namespace apollo::orchestrator
