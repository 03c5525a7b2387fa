// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The one desktop of a test program, and what can be seen on it.
#pragma once

#include "tests/user/desktop.h"
#include "tests/user/screen.h"

namespace apollo::user {

struct Site {
    Site() {
        static Desktop shared;
        desktop = &shared;
        if (!shared.problem().empty()) return;
        static Screen only;
        screen = &only;
    }
    Desktop* desktop = nullptr;
    Screen* screen = nullptr;  // null if the desktop has a problem
};

}  // namespace apollo::user
