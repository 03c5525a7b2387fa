// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A whole state as bytes: snapshots beside the log, and what a client fetches.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "common/base/result.h"
#include "common/domain/state.h"

namespace apollo::codec {

// `only`: one task with the tasks it depends on (so that what is derived stays right; runs are numbered anew) and all
// nodes; absent: everything.
std::string state_to_bytes(const domain::State& state, std::optional<TaskIndex> only = std::nullopt);
Result<std::shared_ptr<domain::State>> state_from_bytes(const std::string& bytes);

}  // namespace apollo::codec
