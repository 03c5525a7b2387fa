// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A task file's text checked for the window.
#pragma once

#include <string>

#include "app/gui/doors.h"

namespace apollo::programs {

gui::CheckedTask check_task(const std::string& text);

}  // namespace apollo::programs
