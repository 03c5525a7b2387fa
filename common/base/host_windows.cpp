// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <fcntl.h>
#include <io.h>
#include <windows.h>
#include <shellapi.h>

#include <algorithm>
#include <cstdio>

#include "common/base/host.h"
#include "common/base/windows_text.h"

namespace apollo {

std::vector<std::string> program_arguments(int, char**) {
    // The C run-time's argv has lost what the machine's code page cannot say.
    ::_setmode(_fileno(stdout), _O_BINARY);
    ::_setmode(_fileno(stderr), _O_BINARY);
    ::SetConsoleOutputCP(CP_UTF8);
    std::vector<std::string> words;
    int count = 0;
    LPWSTR* wide = ::CommandLineToArgvW(::GetCommandLineW(), &count);
    for (int i = 1; wide != nullptr && i < count; ++i) words.push_back(windows::to_utf8(wide[i]));
    ::LocalFree(wide);
    return words;
}

std::string environment_variable(const std::string& name) {
    const std::wstring wide = windows::to_wide(name);
    const DWORD size = ::GetEnvironmentVariableW(wide.c_str(), nullptr, 0);
    if (size == 0) return {};
    std::wstring value(size, L'\0');
    value.resize(::GetEnvironmentVariableW(wide.c_str(), value.data(), size));
    return windows::to_utf8(value);
}

std::string host_name() {
    wchar_t name[256];
    DWORD size = static_cast<DWORD>(std::size(name));
    return ::GetComputerNameExW(ComputerNameDnsHostname, name, &size) != 0 ? windows::to_utf8({name, size}) : std::string();
}

std::string system_version() {
    // GetVersionEx says what a program's manifest wants to hear; this function does not.
    using RtlGetVersion = LONG(WINAPI*)(RTL_OSVERSIONINFOW*);
    const HMODULE library = ::GetModuleHandleW(L"ntdll.dll");
    const auto get_version = reinterpret_cast<RtlGetVersion>(reinterpret_cast<void*>(::GetProcAddress(library, "RtlGetVersion")));
    RTL_OSVERSIONINFOW info{};
    info.dwOSVersionInfoSize = sizeof info;
    if (get_version == nullptr || get_version(&info) != 0) return "Windows";
    return "Windows " + std::to_string(info.dwMajorVersion) + "." + std::to_string(info.dwMinorVersion) + "." + std::to_string(info.dwBuildNumber);
}

std::string home_folder() {
    const std::string home = with_slashes(environment_variable("USERPROFILE"));
    return home.empty() ? "." : home;
}

std::string personal_data_folder() {
    const std::string folder = with_slashes(environment_variable("LOCALAPPDATA"));
    return folder.empty() ? home_folder() + "/AppData/Local" : folder;
}

std::string personal_data_name() { return "%LOCALAPPDATA%"; }

bool is_absolute_path(const std::string& path) {
    const std::string text = with_slashes(path);
    const bool drive = text.size() >= 3 && std::isalpha(static_cast<unsigned char>(text[0])) != 0 && text[1] == ':' && text[2] == '/';
    return drive || text.starts_with("//");
}

std::string with_slashes(const std::string& path) {
    std::string text = path;
    std::replace(text.begin(), text.end(), '\\', '/');
    return text;
}

std::filesystem::path system_path(const std::string& path) { return windows::wide_path(path); }

std::string text_of(const std::filesystem::path& path) { return with_slashes(windows::to_utf8(path.native())); }

std::string program_file(const std::string& folder, const std::string& name) { return folder + "/" + name + ".exe"; }

bool is_executable_file(const std::string& file) {
    const DWORD attributes = ::GetFileAttributesW(windows::wide_path(file).c_str());
    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) == 0;
}

}  // namespace apollo
