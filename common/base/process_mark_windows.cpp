// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/base/process_mark.h"

#include <windows.h>

namespace apollo {

std::string boot_id() { return "-"; }

std::uint64_t start_ticks(std::int64_t pid) {
    const HANDLE process = ::OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION | SYNCHRONIZE, FALSE, static_cast<DWORD>(pid));
    if (process == nullptr) return 0;
    FILETIME created{}, exited{}, kernel{}, user{};
    const bool is_there = ::WaitForSingleObject(process, 0) != WAIT_OBJECT_0 && ::GetProcessTimes(process, &created, &exited, &kernel, &user) != 0;
    ::CloseHandle(process);
    return is_there ? (static_cast<std::uint64_t>(created.dwHighDateTime) << 32) | created.dwLowDateTime : 0;
}

}  // namespace apollo
