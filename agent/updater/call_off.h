// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// `apollo-updater --call-off`: ends the upgrade that is under way, where it is, for whoever removes the agent: one that goes on would
// put back what is removed. Whoever waits for the outcome is told. The upgrade program ends with the updater; what it has started,
// as a package manager, comes to its end.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "common/base/disk.h"

namespace apollo::updater {

// Success: no upgrade is under way any more. Refused: one goes on. NotAllowed: the folder is somebody else's; nothing is touched there. `pause` is called between two looks.
Status call_off(Disk& disk, const std::string& data_folder, const std::function<void()>& pause);

// Removes the agent's folder. Refused where it is none: a slip in a path must not cost somebody's files.
Status remove_data(Disk& disk, const std::string& data_folder);

// Whether whoever may end upgrades may rely on the folder: NotAllowed where somebody else could have put it there.
Status check_data_folder(const std::string& data_folder);
// Ends that process at once, and on Linux what it has started, if its program is apollo-updater. Success also when there is no such process.
Status end_updater(std::int64_t process);

}  // namespace apollo::updater
