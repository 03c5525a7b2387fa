// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What a failed attempt says of itself, in one line: its message, and the last line it printed where that is short text. Pure.
#pragma once

#include <string>

#include "common/domain/state.h"

namespace apollo::domain {

std::string failure_text(const RunDetails& details);

}  // namespace apollo::domain
