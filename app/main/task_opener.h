// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A task file handed to the control center: checked, submitted, and its id given back.
#pragma once

#include <string>

#include "app/api/api.h"

namespace apollo::programs {

// Runs the event loop until the orchestrator has answered. BadInput with one line per fault of the file.
Result<TaskId> open_task_file(const api::Session& session, const std::string& file);

}  // namespace apollo::programs
