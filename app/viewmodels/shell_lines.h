// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The line for apollo-cli that tells or does the same as an action of the window; verbs on tasks have theirs in
// operator_actions.
#pragma once

#include <QString>

#include "app/viewmodels/navigator.h"

namespace apollo::viewmodels {

// Empty where the shell has no equal.
QString shell_line(const QString& action_id, const Navigator& navigator);

}  // namespace apollo::viewmodels
