// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A definition as a task file that a person can read and edit.
#pragma once

#include <string>

#include "common/domain/definition.h"

namespace apollo::definition {

// YAML whose parse is the definition again, task_id included; what has its default is left out.
std::string task_text(const domain::TaskDefinition& definition);

}  // namespace apollo::definition
