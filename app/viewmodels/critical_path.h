// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The chain of dependent steps that takes, or took, the longest up to the shown moment: shortening anything else does not
// make the task end earlier.
#pragma once

#include <vector>

#include "app/viewmodels/navigator.h"
#include "app/viewmodels/step_durations.h"

namespace apollo::viewmodels {

// Steps from first to last. What has not run yet counts with what it usually takes; empty if nothing is known at all.
std::vector<std::uint32_t> critical_path(const Navigator& navigator, const StepDurations& durations);

}  // namespace apollo::viewmodels
