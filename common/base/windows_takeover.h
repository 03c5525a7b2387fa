// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A folder that was there before a service makes it its own: everybody may make folders where Windows keeps the data of programs, so
// that somebody else may have put it there, with settings of theirs in it. For the files of Windows only. Any thread.
#pragma once

#include <string>

#include "common/base/result.h"

namespace apollo::windows {

// Makes FOLDER and all in it open to this process's user, the system and administrators only (see PrivateAccess), where it is not so
// yet. NotAllowed, and nothing is changed: the folder, one around it or something in it belongs to somebody else, who could open it again.
// A folder that is missing is well; nothing is made.
Status take_over(const std::string& folder);

}  // namespace apollo::windows
