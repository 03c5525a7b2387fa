// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The rules of operator_actions: whether a verb may be applied to one task, one run or one thing of the site, as the
// orchestrator itself would judge it. Internal to operator_actions.
#pragma once

#include "app/viewmodels/operator_actions.h"

namespace apollo::viewmodels {

inline Offer not_offered(const QString& why) { return {false, why}; }

enum class Scope { Run, StepOnward, Task, Site, Node, Alert, Letter };
Scope scope_of(Verb verb);

Offer offer_on_task(Verb verb, const Navigator& navigator, TaskIndex task);
Offer offer_on_run(Verb verb, const Navigator& navigator, RunIndex run);
// Site, Node, Alert, Letter, and the breaker of a run.
Offer offer_on_site(Verb verb, const Navigator& navigator);
// The open breaker that a CloseBreaker verb is about.
std::optional<std::string> breaker_for(Verb verb, const Navigator& navigator);

}  // namespace apollo::viewmodels
