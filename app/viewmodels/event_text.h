// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// One line of plain words for an event: what people read in the event list.
#pragma once

#include <QString>

#include "common/domain/event.h"

namespace apollo::viewmodels {

// "exit 3 · permanent · disk full", "retry 2 in 5.0 s", "rerun by alice: disk replaced" … Empty if there is nothing to
// add.
QString event_detail(const domain::Event& event);
// True for what an operator looks for first: failures, time-outs, losses, alerts, dead letters, quarantine.
bool is_problem(const domain::EventHeader& header);
// True for what a person decided.
bool is_decision(const domain::EventHeader& header);

}  // namespace apollo::viewmodels
