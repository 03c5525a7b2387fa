// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What a failed attempt says of itself, in one line: its message, and the last line it printed where that is short text. Pure.
#pragma once

#include <string>

#include "common/domain/state.h"

namespace apollo::domain {

std::string failure_text(const RunDetails& details);
std::string failure_text(const RunEnded& ended);
// COMPENSATED without that anything was undone: the step declares no way to, or its node was never known.
bool had_nothing_to_undo(const State& state, RunIndex index);
// The same of the attempt that is being undone, or was; empty: it had not failed, or that is not known any more.
std::string failure_before_undoing(const State& state, RunIndex index);

}  // namespace apollo::domain
