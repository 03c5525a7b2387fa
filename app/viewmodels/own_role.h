// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What whoever sits at the window may do, so that it is said before it is tried. The orchestrator decides; this only knows
// beforehand what it would say.
#pragma once

#include <QString>
#include <string>

#include "app/viewmodels/operator_actions.h"

namespace apollo::viewmodels {

// As the certificate says that the window is connected with. Without a name: who can read the data folder, an admin.
struct Self {
    OperatorName name;
    std::string certificate_serial;
};

domain::OperatorRole role_needed(Verb verb);
// Why they may not do what takes that role, in one sentence; empty if they may.
QString role_refusal(const Self& self, domain::OperatorRole needed, const domain::State& state);

}  // namespace apollo::viewmodels
