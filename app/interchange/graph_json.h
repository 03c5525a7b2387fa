// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Imports the neutral form of a graph, {"name", "tasks": [{"id", "name"}], "edges": [[from, to]]}, as a task without times:
// to look at, never to run.
#pragma once

#include <string_view>

#include "app/interchange/wfformat.h"

namespace apollo::interchange {

// BadInput: no JSON, not of this form, or a cycle (its path).
Result<ImportedWorkflow> read_graph(std::string_view bytes, const TaskId& task_id);

}  // namespace apollo::interchange
