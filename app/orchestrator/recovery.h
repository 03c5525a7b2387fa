// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// From a data folder to a state: newest valid snapshot, then the log after it; what damage touched is found out.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/orchestrator/damage_owners.h"
#include "app/orchestrator/data_folder.h"
#include "common/artifacts/artifact_store.h"
#include "common/base/random.h"
#include "common/codec/event_codec.h"
#include "common/domain/state.h"
#include "common/eventlog/log_writer.h"

namespace apollo::orchestrator {

struct Recovered {
    std::shared_ptr<domain::State> state;
    std::unique_ptr<eventlog::LogWriter> writer;
    std::vector<OpenDamage> damage;
    std::vector<std::string> warnings;  // one sentence each
    std::uint64_t replayed_events = 0;
    Position snapshot_watermark;
    std::vector<std::pair<Position, Position>> gaps;  // first and last of what is missing, dealt with or not
};

struct RecoverySettings {
    std::uint64_t segment_size_bytes = 100ull << 20;
    Random* random = nullptr;  // identities of new segments; absent: the system's. Must outlive the writer
    Position known_end;        // what others than the snapshots prove that the log once reached
};

// The caller holds the folder's lock.
Result<Recovered> recover(Disk& disk, const DataPaths& paths, const RecoverySettings& settings, artifacts::ArtifactStore& artifacts);

// Plans by reference, each decoded once.
codec::PlanSource make_plan_source(artifacts::ArtifactStore& artifacts);

}  // namespace apollo::orchestrator
