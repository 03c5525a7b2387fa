// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What a program is told by the system it runs on, as UTF-8 with '/' between folders. Any thread.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace apollo {

// The words behind the program's own name. Also makes standard output carry bytes as they are written.
std::vector<std::string> program_arguments(int argc, char** argv);
// Empty when it is not set.
std::string environment_variable(const std::string& name);
std::string host_name();
// The system and its version where that says what a node can do: "Windows 10.0.19045"; empty on Linux.
std::string system_version();
// The folder that `.config` and `.local` lie in; "." when nobody says which.
std::string home_folder();
// Where programs keep data of the person who runs them, and how people write that place: "~/.local/share"; on Windows
// "%LOCALAPPDATA%".
std::string personal_data_folder();
std::string personal_data_name();

// Names a place wherever the program stands: "/x"; on Windows "C:/x" and "//server/share/x", too.
bool is_absolute_path(const std::string& path);
// The path with '/' between folders, however the system lets people write it.
std::string with_slashes(const std::string& path);
// The path for the standard library's functions, whatever its script and length; and back.
std::filesystem::path system_path(const std::string& path);
std::string text_of(const std::filesystem::path& path);
// What the shell finds under this name in this folder: on Windows it ends with ".exe".
std::string program_file(const std::string& folder, const std::string& name);
bool is_executable_file(const std::string& file);
// Nobody but its user may read, write or enter it; on Windows also the system and administrators. False for what is not there.
bool is_private(const std::string& path);
// A folder and no link to one, of whatever kind.
bool is_plain_folder(const std::string& path);
// The folder that a task or step gets, and whose it is. Where the system takes two names for one ("A" and "a") or wants one for
// itself ("nul"), the folder's differs.
std::string folder_name(const std::string& name);
std::string name_of_folder(const std::string& folder);

}  // namespace apollo
