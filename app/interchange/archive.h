// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The .apollo file: one task that can be carried to another machine, with everything replayable. See ARCHIVE.md.
#pragma once

#include <string>
#include <string_view>

#include "app/interchange/task_record.h"

namespace apollo::interchange {

std::string to_archive(const TaskRecord& record);
// BadInput: it is none, of a newer version, or damaged; says which.
Result<TaskRecord> read_archive(std::string_view bytes);

}  // namespace apollo::interchange
