// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <fcntl.h>
#include <io.h>
#include <windows.h>
#include <shellapi.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>

#include "common/base/host.h"
#include "common/base/sha256.h"
#include "common/base/windows_access.h"
#include "common/base/windows_text.h"

namespace apollo {

namespace {

// Devices of MS-DOS; also with anything behind a dot.
bool names_device(const std::string& name) {
    std::string stem = name.substr(0, name.find('.'));
    std::transform(stem.begin(), stem.end(), stem.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    constexpr std::array<const char*, 4> plain{"con", "prn", "aux", "nul"};
    if (std::find(plain.begin(), plain.end(), stem) != plain.end()) return true;
    return stem.size() == 4 && (stem.starts_with("com") || stem.starts_with("lpt")) && std::isdigit(static_cast<unsigned char>(stem[3])) != 0;
}

constexpr std::size_t told_apart_by = 12;

}  // namespace

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

bool is_private(const std::string& path) {
    const HANDLE file = ::CreateFileW(windows::wide_path(path).c_str(), READ_CONTROL, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr, OPEN_EXISTING,
                                      FILE_FLAG_BACKUP_SEMANTICS, nullptr);
    if (file == INVALID_HANDLE_VALUE) return false;
    const bool found = windows::is_private(file);
    ::CloseHandle(file);
    return found;
}

bool is_plain_folder(const std::string& path) {
    const DWORD attributes = ::GetFileAttributesW(windows::wide_path(path).c_str());
    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0 && (attributes & FILE_ATTRIBUTE_REPARSE_POINT) == 0;
}

std::string folder_name(const std::string& name) {
    const bool device = names_device(name);
    const bool capitals = std::any_of(name.begin(), name.end(), [](unsigned char c) { return std::isupper(c) != 0; });
    if (!device && !capitals && !name.ends_with('.')) return name;
    return (device ? "~" : "") + name + "~" + sha256_hex(as_bytes(name)).substr(0, told_apart_by);
}

std::string name_of_folder(const std::string& folder) {
    const std::string name = folder.substr(folder.starts_with('~') ? 1 : 0);
    return name.substr(0, name.rfind('~'));
}

}  // namespace apollo
