// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Whose events a damaged place of the log held, from all evidence there is: intact frames and indexes (the scan), the
// versions of later events, and what a snapshot knows. Pure.
#pragma once

#include <cstdint>
#include <vector>

#include "common/domain/renumbering.h"
#include "common/domain/state.h"
#include "common/eventlog/log_writer.h"

namespace apollo::orchestrator {

// Between two readable events of a run its version grew by more than one: `missing` events of it are lost in between.
struct VersionGap {
    RunIndex run;
    Position after;   // of the run's last event before the gap, or the snapshot's watermark where none was read
    Position before;  // of the event that proves the gap
    std::uint32_t missing = 0;
};

// Whose the events are that nothing of this names.
enum class OtherOwners {
    None,        // every lost event is explained
    InSnapshot,  // not known, but the snapshot that the state began with holds what they did
    Unknown,     // so `runs` are, too, all that were under way then and have not ended since
};

// Damage that nobody has dealt with yet, and the runs to quarantine because of it.
struct OpenDamage {
    eventlog::Damage damage;
    std::vector<RunIndex> runs;  // sorted
    OtherOwners others = OtherOwners::None;
};

// `state` is the state after the whole log, which was begun from a snapshot with that watermark (0: without one);
// `damages` are all places of the log, among them `damage`. Damage and gaps name runs as they were numbered then.
OpenDamage attribute(const domain::State& state, Position snapshot_watermark, const eventlog::Damage& damage,
                     const std::vector<eventlog::Damage>& damages, const std::vector<VersionGap>& gaps,
                     const domain::Renumbering& renumbering);

}  // namespace apollo::orchestrator
