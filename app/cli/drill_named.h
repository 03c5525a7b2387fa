// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A drill on nodes that do real work: only what is harmless to them. It begins nothing but two short steps of its own.
#pragma once

#include <string>
#include <vector>

#include "app/cli/drill_report.h"
#include "app/cli/drill_watch.h"

namespace apollo::cli {

// Fills the report; an Error is what kept the drill from its end.
Status drill_named_nodes(DrillWatch& watch, DrillReport& report, const std::vector<std::string>& nodes, const std::string& id);

}  // namespace apollo::cli
