// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// How far a data folder's log once reached, as its snapshots and its SQL history prove: what was made of it is durable later than
// the log itself is.
#pragma once

#include <string>

#include "common/base/disk.h"
#include "common/base/ids.h"

namespace apollo::cli {

// 0: nobody knows. Ask before the log is read, so that beside a running orchestrator it can only be behind what is read then.
Position known_log_end(Disk& disk, const std::string& data_folder);

}  // namespace apollo::cli
