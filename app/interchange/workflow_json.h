// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What a WfFormat document says, whatever its schema: tasks, dependencies, times. Internal to this folder.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/base/result.h"
#include "common/base/time.h"

namespace apollo::interchange {

struct WorkflowTask {
    std::string id;        // what `parents` and `children` refer to
    std::string name;
    std::string command;
    std::string machine;   // the first; empty if none is named
    std::vector<std::string> parents;
    std::vector<std::string> children;
    std::optional<double> runtime_s;
    std::optional<WallTime> start;
};

struct Workflow {
    std::string schema;
    std::vector<WorkflowTask> tasks;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;  // (parent, child), distinct, between known tasks
    std::optional<WallTime> executed_at;
    std::vector<std::string> warnings;
};

Result<Workflow> read_workflow(std::string_view json);

// RFC 3339, ISO 8601 in its compact form, seconds since 1970, or the MM-DD-YY that some tools write (then `odd` is set).
std::optional<WallTime> read_time(const std::string& text, bool& odd);

}  // namespace apollo::interchange
