// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A data folder's log read directly, with nothing running: folded up to any position.
#pragma once

#include <functional>
#include <memory>

#include "common/base/disk.h"
#include "common/domain/event.h"
#include "common/domain/state.h"

namespace apollo::client {

struct FoldedLog {
    std::shared_ptr<domain::State> state;
    std::vector<std::string> warnings;
};

// That LOG_FOLDER is there, may be looked into and holds a segment. The error says which of these it is not, and what to do; what
// else may be wrong with it is its reader's to say.
Status find_log(Disk& disk, const std::string& log_folder);

// find_log for those who write there: NotAllowed for a log of another user, who could not read afterwards what this one made.
Status find_own_log(Disk& disk, const std::string& log_folder);

// Reads LOG_FOLDER from its beginning. `visit` sees each event before it is applied and stops the reading with false.
Result<FoldedLog> fold_log(Disk& disk, const std::string& data_folder, const std::string& log_folder,
                           const std::function<bool(const domain::Event&, const domain::State&)>& visit);

}  // namespace apollo::client
