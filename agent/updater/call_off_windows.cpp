// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/updater/call_off.h"

#include <windows.h>

#include <memory>

#include "common/base/host.h"
#include "common/base/windows_takeover.h"
#include "common/base/windows_text.h"

namespace apollo::updater {

namespace {

std::string program_of(HANDLE process) {
    std::wstring file(32768, L'\0');
    DWORD size = static_cast<DWORD>(file.size());
    if (::QueryFullProcessImageNameW(process, 0, file.data(), &size) == 0) return {};
    const std::string path = with_slashes(windows::to_utf8(file.substr(0, size)));
    return path.substr(path.rfind('/') + 1);
}

// An administrator may not end the system's processes without it.
void claim_debug_privilege() {
    HANDLE token = nullptr;
    if (::OpenProcessToken(::GetCurrentProcess(), TOKEN_ADJUST_PRIVILEGES, &token) == 0) return;
    TOKEN_PRIVILEGES wanted{1, {{{}, SE_PRIVILEGE_ENABLED}}};
    if (::LookupPrivilegeValueW(nullptr, SE_DEBUG_NAME, &wanted.Privileges[0].Luid) != 0) ::AdjustTokenPrivileges(token, FALSE, &wanted, 0, nullptr, nullptr);
    ::CloseHandle(token);
}

}  // namespace

Status check_data_folder(const std::string& data_folder) { return windows::check_owners(data_folder); }

Status end_updater(std::int64_t process) {
    claim_debug_privilege();
    const std::unique_ptr<void, decltype(&::CloseHandle)> opened(::OpenProcess(PROCESS_TERMINATE | PROCESS_QUERY_LIMITED_INFORMATION, FALSE, static_cast<DWORD>(process)), &::CloseHandle);
    const auto failed = [process] {
        return Error{ErrorKind::Io, "cannot end the updater (process " + std::to_string(process) + "): " + windows::message_of(::GetLastError())};
    };
    if (!opened) return ::GetLastError() == ERROR_INVALID_PARAMETER ? success() : Status(failed());
    // A number may be somebody else's by now.
    if (program_of(opened.get()) != "apollo-updater.exe") return success();
    return ::TerminateProcess(opened.get(), 1) != 0 ? success() : Status(failed());
}

}  // namespace apollo::updater
