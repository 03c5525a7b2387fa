// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Where in the scope something worth a look happened: the next or previous failure, retry, or event of the selected run.
#pragma once

#include <optional>

#include "app/viewmodels/navigator.h"

namespace apollo::viewmodels {

enum class Landmark { Failure, Retry, OfRun };

bool is_failure(const domain::EventHeader& header);
// Scope index at which it has just happened, counted from the shown event; nullopt: there is none in that direction.
std::optional<Ordinal> find_landmark(const Navigator& navigator, Landmark landmark, bool forwards);

}  // namespace apollo::viewmodels
