// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Imports execution traces in WfFormat, the JSON of WfCommons (schemas 0.2 to 1.6, https://wfcommons.org/format), as the
// history of a task. Files differ from their schema in many ways; what is odd is said in warnings, not refused.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/base/result.h"
#include "common/domain/command.h"

namespace apollo::interchange {

struct ImportedWorkflow {
    domain::ImportTask task;     // events in the order of their times
    std::uint32_t steps = 0;     // tasks in the file
    std::uint32_t edges = 0;     // distinct dependencies between them
    std::string schema;          // as the file says; empty if it does not
    std::vector<std::string> warnings;
};

// `bytes`: JSON, or gzip of it. `task_id` must be valid. BadInput: no JSON ("LINE:COLUMN: …"), no WfFormat, or a cycle (its path).
Result<ImportedWorkflow> read_wfformat(std::string_view bytes, const TaskId& task_id);

// A valid task id from a file's name, without folder and endings.
TaskId task_id_of_file(const std::string& file);

}  // namespace apollo::interchange
