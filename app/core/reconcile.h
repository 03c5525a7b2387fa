// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What a node says of its attempts against what the state says: every kind of difference has one repair (the table is in
// ARCHITECTURE.md, "Reconciliation"). Pure.
//
// The center asks for a snapshot and names the attempts it wonders about; the node answers with those and with all that
// live on it. The answer is compared when every event that the node had by then is in the log; so a difference is never
// merely something that was still on its way.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/core/core_types.h"
#include "common/domain/state.h"

namespace apollo::core {

enum class NodePhase : std::uint8_t { Queued, Running, Ended, Forbidden };

struct AttemptReport {
    TaskId task;
    StepName step;
    Attempt attempt;
    NodePhase phase = NodePhase::Queued;
    std::optional<NodeReport> end;  // Ended: the event that ended it, if the node could find it
};

struct NodeSnapshot {
    std::uint64_t query = 0;
    Incarnation incarnation;
    Sequence last_sequence;
    std::vector<AttemptReport> attempts;
};

enum class Difference : std::uint8_t {
    DispatchUnknown,   // sent, not confirmed, and the node does not know it
    AttemptUnknown,    // confirmed or running, and the node does not know it: its log is gone or older
    ForbiddenThere,    // sent, but the node was told never to start it
    AcceptUnknown,     // queued there, not confirmed here
    StartUnknown,      // running there, not here
    EndUnknown,        // ended there, live here
    LateEnd,           // succeeded there, timed out here, no newer attempt claimed
    StillRunning,      // running there, timed out for good here
    CancelUnknown,     // live on both sides, but the task is cancelled
    UnwantedAttempt,   // lives there, but is not the attempt that lives here
    RunUnknown,        // lives there, and there is no such run here
};
const char* to_text(Difference difference);  // one sentence without the node and the run

struct Repair {
    Difference kind = Difference::DispatchUnknown;
    RunIndex run = no_run;                    // RunUnknown: none
    Attempt attempt;
    const AttemptReport* report = nullptr;    // of the snapshot; null where the node knows nothing
};

// The attempts of the node's runs that are worth a question.
std::vector<AskedAttempt> attempts_to_ask(const domain::State& state, NodeIndex node, std::size_t limit);

// In the order of asked, then of the snapshot. `asked`: what was asked when the snapshot was made; whatever has moved on
// since is left alone.
std::vector<Repair> compare(const domain::State& state, NodeIndex node, const NodeSnapshot& snapshot, const std::vector<AskedAttempt>& asked);

}  // namespace apollo::core
