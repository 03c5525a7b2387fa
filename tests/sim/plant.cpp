// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/sim/plant.h"

namespace apollo::sim {

const std::vector<PlantInfo>& plants() {
    static const std::vector<PlantInfo> all{
        {Plant::ForgetSync, "forget-sync", "the orchestrator's disk says yes to a sync and does nothing"},
        {Plant::ApplyTwice, "apply-twice", "an agent that finds a running attempt after its restart starts it once more"},
        {Plant::IgnoreEpoch, "ignore-epoch", "an agent takes the orders of a replaced orchestrator for new ones"},
        {Plant::LeakSlot, "leak-slot", "an agent now and then does not hear that a process ended"},
        {Plant::DropDedup, "drop-dedup", "a restarted orchestrator forgets which events of its agents it has"},
        {Plant::AcceptOlderVersion, "accept-older-version", "now and then an event goes to the log with the version before"},
        {Plant::RequeueAfterCancel, "requeue-after-cancel", "a run that was cancelled is sent to its agent all the same"},
        {Plant::SkipClaim, "skip-claim", "an agent starts attempts without writing the claim to its log"},
        {Plant::SnapshotAhead, "snapshot-ahead", "a snapshot holds more than the position it names"},
        {Plant::AcknowledgeEarly, "acknowledge-early", "answers and confirmations leave before their events are durable"},
    };
    return all;
}

std::optional<Plant> plant_from_name(const std::string& name) {
    for (const PlantInfo& info : plants()) {
        if (name == info.name) return info.plant;
    }
    return std::nullopt;
}

const char* name_of(Plant plant) {
    for (const PlantInfo& info : plants()) {
        if (plant == info.plant) return info.name;
    }
    return "none";
}

}  // namespace apollo::sim
