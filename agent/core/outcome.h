// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// From the end of a process to the event that tells it.
#pragma once

#include <string>

#include "agent/core/messages.h"

namespace apollo::agent {

// The events that end an attempt.
bool is_terminal(domain::EventType type);

struct Outcome {
    domain::EventType type = domain::EventType::Failed;
    domain::RunEnded payload;
};

// SUCCEEDED only for a command that exited with 0 by itself: the guard says TimedOut or Cancelled for everything that had
// not ended when it was to be ended. `cancel_wanted` turns a lost or never started attempt into CANCELLED.
Outcome outcome_of(const ProcessEnd& end, bool cancel_wanted);

// 75 (EX_TEMPFAIL) is transient, 126, 127 and 64 to 78 are permanent (sysexits.h: wrong use, wrong data, no permission),
// everything else is transient.
domain::FailureClass failure_class_of_exit_code(int exit_code);

}  // namespace apollo::agent
