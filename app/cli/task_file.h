// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Reads a task's file for the shell.
#pragma once

#include "app/cli/context.h"
#include "common/domain/definition.h"

namespace apollo::cli {

struct TaskFile {
    domain::TaskDefinition definition;
    std::string sha256;
    std::vector<std::string> warnings;
};

// BadInput whose message is one line per fault, each "FILE:LINE:COLUMN: REASON".
Result<TaskFile> read_task_file(const std::string& file);
// Prints the faults (stderr, or as JSON on stdout); the exit code.
int report_task_file(Context& context, const Error& error);
// One line per step: time-out and retries as they will be.
std::string effective_policies(const domain::TaskDefinition& definition);

}  // namespace apollo::cli
