// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The strip of the replay bar: the whole scope cut into buckets of equally many events, with how many runs were in
// which state at the end of each bucket, and the worst that happened within it (so that a rare failure never vanishes).
#pragma once

#include <vector>

#include "app/viewmodels/navigator.h"

namespace apollo::viewmodels {

struct OverviewBucket {
    StatusCounts counts{};
    Look worst;  // the worst look a run took in this bucket
    bool changed = false;
};

// `count` buckets (at least 1). Empty if the scope has no events.
std::vector<OverviewBucket> make_overview(const Navigator& navigator, int count);

}  // namespace apollo::viewmodels
