// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

#include "common/base/host.h"

namespace apollo {

std::vector<std::string> program_arguments(int argc, char** argv) { return {argv + (argc > 0 ? 1 : 0), argv + argc}; }

std::string environment_variable(const std::string& name) {
    const char* value = std::getenv(name.c_str());
    return value == nullptr ? std::string() : std::string(value);
}

std::string host_name() {
    char name[256] = {};
    ::gethostname(name, sizeof name - 1);
    return name;
}

std::string system_version() { return {}; }

std::string home_folder() {
    const std::string home = environment_variable("HOME");
    return home.empty() ? "." : home;
}

std::string personal_data_folder() { return home_folder() + "/.local/share"; }

std::string personal_data_name() { return "~/.local/share"; }

bool is_absolute_path(const std::string& path) { return !path.empty() && path.front() == '/'; }

std::string with_slashes(const std::string& path) { return path; }

std::filesystem::path system_path(const std::string& path) { return path; }

std::string text_of(const std::filesystem::path& path) { return path.string(); }

std::string program_file(const std::string& folder, const std::string& name) { return folder + "/" + name; }

bool is_executable_file(const std::string& file) {
    struct stat info {};
    return ::stat(file.c_str(), &info) == 0 && S_ISREG(info.st_mode) && ::access(file.c_str(), X_OK) == 0;
}

bool is_private(const std::string& path) {
    struct stat info {};
    return ::stat(path.c_str(), &info) == 0 && (info.st_mode & (S_IRWXG | S_IRWXO)) == 0;
}

bool is_plain_folder(const std::string& path) {
    struct stat info {};
    return ::lstat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

std::string folder_name(const std::string& name) { return name; }

std::string name_of_folder(const std::string& folder) { return folder; }

}  // namespace apollo
