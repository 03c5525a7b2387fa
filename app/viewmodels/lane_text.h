// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Words for the lanes of the timeline.
#pragma once

#include <QString>

#include "app/viewmodels/lanes.h"
#include "app/viewmodels/navigator.h"

namespace apollo::viewmodels {

// "step", or "step · node" where there are several nodes. Of the open task as it is shown.
QString lane_name(const Navigator& navigator, std::uint32_t local_run);
// The name and, below it, what the run was in at that moment, since when and for how long, as far as it is known at the
// shown event.
QString lane_text(const Navigator& navigator, const Lanes& lanes, std::uint32_t local_run, std::int64_t time_ms);

}  // namespace apollo::viewmodels
