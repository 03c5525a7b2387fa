// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What a service that runs as the system may rely on: folders in which nobody else can change anything. Everybody may make folders
// where Windows keeps the data of programs, so that somebody else may have put one there, with settings of theirs in it. For the files
// of Windows only. Any thread.
#pragma once

#include <string>

#include "common/base/result.h"

namespace apollo::windows {

// Makes FOLDER, which is there, and all in it open to the system and the administrators only. What lies in its subfolder EXCEPT is left
// alone once FOLDER is so: it belongs to whom its makers say. NotAllowed, with who it is: FOLDER, one around it or something in
// it is somebody else's, who could open it again or put another in its place.
Status take_over(const std::string& folder, const std::string& except);

// NotAllowed, with who it is: somebody besides administrators and system could put other programs into FOLDER, or another folder in its place.
Status check_program_folder(const std::string& folder);

// NotAllowed: FOLDER or one around it belongs to somebody else. A folder that is missing is well.
Status check_owners(const std::string& folder);

}  // namespace apollo::windows
