// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A task's record in the forms of other tools.
#pragma once

#include <string>

#include "app/interchange/task_record.h"

namespace apollo::interchange {

// Trace Event Format, for chrome://tracing and Perfetto: a process per node, a slice per attempt, microseconds from the
// task's submission.
std::string to_chrome_trace(const TaskRecord& record);
// WfFormat 1.5 of WfCommons, with one task per run; read_wfformat takes it back.
std::string to_wfformat(const TaskRecord& record);
// Graphviz: steps and dependencies, filled by the worst state of their runs.
std::string to_dot(const TaskRecord& record);
// RFC 4180, a line per attempt; runs that never began have one without times.
std::string to_csv(const TaskRecord& record);

}  // namespace apollo::interchange
