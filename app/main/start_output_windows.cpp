// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/main/start_output.h"

#include <windows.h>

#include <cstdio>

#include "common/base/windows_text.h"

namespace apollo::programs {

namespace {

// A file or a pipe, when the one who started the program redirected it.
bool is_given(DWORD which) {
    const HANDLE handle = ::GetStdHandle(which);
    return handle != nullptr && handle != INVALID_HANDLE_VALUE && ::GetFileType(handle) != FILE_TYPE_UNKNOWN;
}

}  // namespace

StartOutput::StartOutput() {
    const bool has_output = is_given(STD_OUTPUT_HANDLE), has_errors = is_given(STD_ERROR_HANDLE);
    if (has_output && has_errors) return;
    const bool has_console = ::AttachConsole(ATTACH_PARENT_PROCESS) != 0;
    // Never left without: what writes there must find something open.
    const char* place = has_console ? "CONOUT$" : "NUL";
    if (!has_output) std::freopen(place, "w", stdout);
    if (!has_errors) std::freopen(place, "w", stderr);
    m_is_seen = has_errors || has_console;
}

void StartOutput::tell_failure(const std::string& text) const {
    std::fprintf(stderr, "apollo-control: %s\n", text.c_str());
    std::fflush(stderr);
    if (!m_is_seen) ::MessageBoxW(nullptr, windows::to_wide(text).c_str(), L"apollo-control", MB_OK | MB_ICONERROR);
}

}  // namespace apollo::programs
