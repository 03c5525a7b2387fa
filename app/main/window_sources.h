// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What a tab of the window can show, by the name that a person gives it.
#pragma once

#include "app/gui/doors.h"

namespace apollo::programs {

// HOST:PORT (with the key of the profile `default`), PROFILE, PROFILE@HOST:PORT, or a .apollo file. Reads files only; the
// connection is made later. BadInput says what is wrong.
Result<gui::Source> open_source(const std::string& place);
bool is_archive(const std::string& place);
// Names of the operator's profiles on this machine, in order.
std::vector<std::string> profile_names();

}  // namespace apollo::programs
