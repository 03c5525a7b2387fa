// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/base/windows_program.h"

#include <windows.h>

#include <algorithm>
#include <initializer_list>

#include "common/base/host.h"
#include "common/base/windows_text.h"

namespace apollo::windows {

namespace {

bool has_ending(const std::string& file, const char* ending) {
    return file.size() > 4 && ::CompareStringOrdinal(to_wide(file.substr(file.size() - 4)).c_str(), 4, to_wide(ending).c_str(), 4, TRUE) == CSTR_EQUAL;
}

using Endings = std::initializer_list<const char*>;
constexpr Endings programs{"", ".exe", ".com"};
constexpr Endings batch_files{".bat", ".cmd"};

// The file or, as everywhere on Windows, the file with ".exe" behind it; empty if there is neither.
std::string existing(const std::string& file, Endings endings) {
    for (const char* ending : endings) {
        if (is_executable_file(file + ending) && (*ending != '\0' || file.find('.', file.find_last_of('/') + 1) != std::string::npos)) return file + ending;
    }
    return {};
}

std::string system_folder() {
    wchar_t folder[MAX_PATH];
    return with_slashes(to_utf8({folder, ::GetSystemDirectoryW(folder, MAX_PATH)}));
}

std::string find(const std::string& name, const std::string& working_folder, const std::string& folders, Endings endings) {
    if (is_absolute_path(name)) return existing(name, endings);
    if (name.find('/') != std::string::npos) return existing(working_folder + "/" + name, endings);
    for (std::size_t begin = 0; begin <= folders.size();) {
        const auto end = std::min(folders.find(';', begin), folders.size());
        const std::string folder = with_slashes(folders.substr(begin, end - begin));
        if (!folder.empty()) {
            if (std::string found = existing(folder + "/" + name, endings); !found.empty()) return found;
        }
        begin = end + 1;
    }
    return existing(system_folder() + "/" + name, endings);
}

}  // namespace

std::string find_program(const std::string& given, const std::string& working_folder, const std::string& folders) {
    const std::string name = with_slashes(given);
    std::string found = find(name, working_folder, folders, programs);
    return found.empty() ? find(name, working_folder, folders, batch_files) : found;
}

bool is_batch_file(const std::string& file) { return has_ending(file, ".bat") || has_ending(file, ".cmd"); }

}  // namespace apollo::windows
