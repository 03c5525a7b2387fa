// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Makes the message that sends a run to its node: parameters with outputs of upstream steps put in, the step's input.
#pragma once

#include <string>

#include "apollo.pb.h"
#include "app/core/slices.h"
#include "common/domain/state.h"

namespace apollo::orchestrator {

// Refused when a parameter refers to an output that is not there; the run fails with that sentence.
Status build_dispatch(const domain::State& state, const core::SendDispatch& dispatch, wire::Dispatch& out);
// Params keep their references; outputs that are known already go along. Cut where it would not fit one message.
void build_slice(const domain::State& state, const core::Slice& slice, wire::Slice& out);
// False: an amendment gave the run another number after the effect was decided; what is under way is sent again under that.
bool is_there(const domain::State& state, RunIndex run);
// The run must be there.
void build_key(const domain::State& state, RunIndex run, Attempt attempt, wire::RunKey& out);

}  // namespace apollo::orchestrator
