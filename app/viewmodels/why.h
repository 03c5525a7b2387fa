// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Why a run is in the state that is shown: the event that set it, what caused that, and so on back to a decision of a
// person, a failure upstream, or the submission. Trivial steps are skipped: an end is explained by what let the attempt
// begin, not by its own start.
#pragma once

#include <QString>
#include <vector>

#include "app/viewmodels/navigator.h"

namespace apollo::viewmodels {

struct Cause {
    Ordinal ordinal = 0;     // of the event
    RunIndex run = no_run;   // what it is about; no_run: the task
    QString text;            // one line: when, what, where
};

// Newest first; empty if no run is selected. Only events up to the shown one.
std::vector<Cause> explain(const Navigator& navigator);

}  // namespace apollo::viewmodels
