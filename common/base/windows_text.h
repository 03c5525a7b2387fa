// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Windows speaks UTF-16 and numbers its errors; this project speaks UTF-8. For the files of Windows only. Any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/base/result.h"

namespace apollo::windows {

// Ill-formed text becomes replacement characters.
std::wstring to_wide(std::string_view text);
std::string to_utf8(std::wstring_view text);

// A path for the system's wide functions: with backslashes, and in the form without a limit of length when it is long.
std::wstring wide_path(const std::string& path);
// Always in that form: names inside may be appended.
std::wstring unlimited_path(const std::string& path);

// The system's sentence for one of its errors, without the line end.
std::string message_of(unsigned long code);
// Io, or NotFound and NotAllowed where the code says so: "cannot DOING PATH: reason".
Error system_error(const std::string& doing, const std::string& path, unsigned long code);

// One command line from which the C run-time of the started program makes these very words again.
std::wstring command_line(const std::vector<std::string>& words);

}  // namespace apollo::windows
