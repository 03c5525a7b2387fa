// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/base/windows_text.h"

#include <windows.h>

#include <algorithm>

namespace apollo::windows {

namespace {

// Longer ones need the form that is not limited; folders leave room for a short name.
constexpr std::size_t plain_path_limit = 240;

std::wstring absolute(const std::wstring& path) {
    const DWORD size = ::GetFullPathNameW(path.c_str(), 0, nullptr, nullptr);
    if (size == 0) return path;
    std::wstring full(size, L'\0');
    full.resize(::GetFullPathNameW(path.c_str(), size, full.data(), nullptr));
    return full;
}

void append_quoted(std::wstring& line, const std::wstring& word) {
    if (!word.empty() && word.find_first_of(L" \t\n\v\"") == std::wstring::npos) {
        line += word;
        return;
    }
    line += L'"';
    std::size_t backslashes = 0;
    for (const wchar_t c : word) {
        // Backslashes are doubled only where a quote follows.
        if (c == L'"') line.append(backslashes + 1, L'\\');
        backslashes = c == L'\\' ? backslashes + 1 : 0;
        line += c;
    }
    line.append(backslashes, L'\\');
    line += L'"';
}

}  // namespace

std::wstring to_wide(std::string_view text) {
    const int size = ::MultiByteToWideChar(CP_UTF8, 0, text.data(), static_cast<int>(text.size()), nullptr, 0);
    std::wstring wide(static_cast<std::size_t>(size), L'\0');
    ::MultiByteToWideChar(CP_UTF8, 0, text.data(), static_cast<int>(text.size()), wide.data(), size);
    return wide;
}

std::string to_utf8(std::wstring_view text) {
    const int size = ::WideCharToMultiByte(CP_UTF8, 0, text.data(), static_cast<int>(text.size()), nullptr, 0, nullptr, nullptr);
    std::string bytes(static_cast<std::size_t>(size), '\0');
    ::WideCharToMultiByte(CP_UTF8, 0, text.data(), static_cast<int>(text.size()), bytes.data(), size, nullptr, nullptr);
    return bytes;
}

std::wstring wide_path(const std::string& path) {
    std::wstring wide = to_wide(path);
    std::replace(wide.begin(), wide.end(), L'/', L'\\');
    return wide.size() < plain_path_limit ? wide : unlimited_path(path);
}

std::wstring unlimited_path(const std::string& path) {
    std::wstring wide = to_wide(path);
    std::replace(wide.begin(), wide.end(), L'/', L'\\');
    if (wide.starts_with(LR"(\\?\)")) return wide;
    wide = absolute(wide);
    if (wide.starts_with(LR"(\\)")) return LR"(\\?\UNC)" + wide.substr(1);
    return LR"(\\?\)" + wide;
}

std::string message_of(unsigned long code) {
    wchar_t text[512];
    const DWORD flags = FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS;
    const DWORD size = ::FormatMessageW(flags, nullptr, code, 0, text, static_cast<DWORD>(std::size(text)), nullptr);
    std::string message = to_utf8({text, size});
    while (!message.empty() && (message.back() == '\n' || message.back() == '\r' || message.back() == '.' || message.back() == ' ')) message.pop_back();
    return message.empty() ? "error " + std::to_string(code) : message;
}

Error system_error(const std::string& doing, const std::string& path, unsigned long code) {
    const bool denied = code == ERROR_ACCESS_DENIED || code == ERROR_WRITE_PROTECT || code == ERROR_PRIVILEGE_NOT_HELD;
    const bool missing = code == ERROR_FILE_NOT_FOUND || code == ERROR_PATH_NOT_FOUND || code == ERROR_INVALID_NAME || code == ERROR_BAD_PATHNAME;
    const ErrorKind kind = denied ? ErrorKind::NotAllowed : missing ? ErrorKind::NotFound : ErrorKind::Io;
    return {kind, "cannot " + doing + " " + path + ": " + message_of(code)};
}

std::wstring command_line(const std::vector<std::string>& words) {
    std::wstring line;
    for (const std::string& word : words) {
        if (!line.empty()) line += L' ';
        append_quoted(line, to_wide(word));
    }
    return line;
}

}  // namespace apollo::windows
