// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The contract's JSON documents from domain values. One builder each, whatever the values came from (a running orchestrator,
// a replay, files), so that equal states give equal bytes.
#pragma once

#include "app/cli/context.h"
#include "common/domain/state.h"

namespace apollo::cli {

Json status_document(const domain::State& state, const domain::Task& task);
Json task_list_document(const domain::State& state, const std::vector<const domain::Task*>& tasks);
// `state` names runs and nodes; the event may be of any kind.
Json event_document(const domain::State& state, const domain::Event& event);
Json artifact_document(const domain::ArtifactRef& artifact);
// "step on node" of a run, as {"task_id", "step", "node"}.
Json run_document(const domain::State& state, RunIndex run);

}  // namespace apollo::cli
