// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A record as the bytes of a file in any of the forms that can be written.
#pragma once

#include <string>

#include "app/interchange/task_record.h"
#include "common/domain/command.h"

namespace apollo::interchange {

// "apollo", "chrome-trace", "wfformat", "dot", "csv"; BadInput names them for anything else.
Result<std::string> export_bytes(const TaskRecord& record, const std::string& format);

// The task of an archive for an orchestrator, as a finished history.
domain::ImportTask import_of(const TaskRecord& record, const TaskId& as);

}  // namespace apollo::interchange
