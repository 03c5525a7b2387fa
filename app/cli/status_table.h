// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A task as a table for people: the same now, at any moment of its past, and from files.
#pragma once

#include <string>

#include "common/domain/state.h"

namespace apollo::cli {

// `title` follows the task's id in the first line.
void print_status(const domain::State& state, const domain::Task& task, const std::string& title);

}  // namespace apollo::cli
