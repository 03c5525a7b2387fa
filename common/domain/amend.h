// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What TASK_AMENDED does to a state: the task's runs get new numbers behind all others, in the order of the new plan; a
// run whose step and node are in both plans moves with all that is known of it. Internal to the reducer.
#pragma once

#include "common/domain/state.h"

namespace apollo::domain {

// False (and nothing changed) if the event does not fit: unknown task, no plan, a number that is taken.
bool apply_amended(State& state, const EventHeader& header, const TaskAmended& amended, Changes* changes);

}  // namespace apollo::domain
