// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/cli/known_end.h"

#include <algorithm>

#include "app/history/known_end.h"
#include "app/history/place.h"
#include "common/eventlog/snapshot_store.h"

namespace apollo::cli {

Position known_log_end(Disk& disk, const std::string& data_folder) {
    const Position snapshots = eventlog::SnapshotStore(disk, data_folder + "/snapshots").newest_above(Position{0});
    return std::max(snapshots, history::known_end(disk, data_folder, history::place_of(disk, data_folder)));
}

}  // namespace apollo::cli
