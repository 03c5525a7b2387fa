// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Which file a command's first word names. Never looks where the system itself would look first: beside this program and in the
// current folder. For the files of Windows only. Any thread.
#pragma once

#include <string>

namespace apollo::windows {

// As it is, else with ".exe" and ".com" behind it: an absolute path, one below `working_folder`, or a name in one of `folders`
// (as in PATH, divided by ';'), then in the system's own folder. Only if there is none the
// same with ".bat" and ".cmd", which a shell would find: so that it can be said why that is not run. Empty if there is no such file.
std::string find_program(const std::string& name, const std::string& working_folder, const std::string& folders);
// Only a shell runs these, by rules of quoting of its own.
bool is_batch_file(const std::string& file);

}  // namespace apollo::windows
