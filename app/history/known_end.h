// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What the SQL history proves of the log: it only ever takes what was durable, so the log has once reached its position.
#pragma once

#include <string>

#include "common/base/disk.h"
#include "common/base/ids.h"

namespace apollo::history {

// The history's position (`place`: see place.h) if it is one of this log (or a file beside it, and nothing of the log is
// left) and ahead of what the log holds now; else 0. Reads the newest segment and writes nothing.
Position known_end(Disk& disk, const std::string& data_folder, const std::string& place);

}  // namespace apollo::history
