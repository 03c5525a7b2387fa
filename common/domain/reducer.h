// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The one way state changes. Pure: no clock, no randomness, no I/O; the same events give the same state on any machine.
#pragma once

#include <string>

#include "common/domain/state.h"

namespace apollo::domain {

// Applies one event. Events come in the order of their positions; a gap (damage) is allowed. An illegal change has no
// effect and is counted in refused_changes. A run whose version jumps lost an event: it is quarantined and takes the
// state this event proves. `changes` collects what was touched; nullptr if nobody wants to know.
void apply(State& state, const Event& event, Changes* changes = nullptr);

// What apply would do to the event's run: the new status, or nullopt if the change is illegal. For checks before append.
std::optional<RunStatus> check_run_event(const State& state, const Event& event);

// SHA-256 over everything that was folded, in a fixed order. Equal states have equal hashes on any machine.
std::string state_hash(const State& state);

}  // namespace apollo::domain
