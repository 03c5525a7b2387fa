// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Bugs that the simulator's hosts make on purpose, to prove that the checker would see them. The product knows none of them.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace apollo::sim {

enum class Plant {
    None,
    ForgetSync,
    ApplyTwice,
    IgnoreEpoch,
    LeakSlot,
    DropDedup,
    AcceptOlderVersion,
    RequeueAfterCancel,
    SkipClaim,
    SnapshotAhead,
    AcknowledgeEarly,
};

struct PlantInfo {
    Plant plant;
    const char* name;   // on the command line
    const char* what;   // one sentence
};
const std::vector<PlantInfo>& plants();
std::optional<Plant> plant_from_name(const std::string& name);
const char* name_of(Plant plant);  // "none" for Plant::None

}  // namespace apollo::sim
