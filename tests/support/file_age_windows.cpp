// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <windows.h>

#include <system_error>

#include "tests/support/file_age.h"

namespace apollo::test_support {

void set_age(const std::filesystem::path& path, std::chrono::milliseconds age) {
    constexpr std::int64_t ticks_of_a_millisecond = 10000;
    FILETIME now{};
    ::GetSystemTimeAsFileTime(&now);
    ULARGE_INTEGER ticks{};
    ticks.LowPart = now.dwLowDateTime;
    ticks.HighPart = now.dwHighDateTime;
    ticks.QuadPart -= static_cast<ULONGLONG>(age.count() * ticks_of_a_millisecond);
    const FILETIME when{ticks.LowPart, ticks.HighPart};
    const HANDLE file = ::CreateFileW(path.c_str(), FILE_WRITE_ATTRIBUTES, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr, OPEN_EXISTING,
                                      FILE_FLAG_BACKUP_SEMANTICS, nullptr);
    const bool done = file != INVALID_HANDLE_VALUE && ::SetFileTime(file, nullptr, nullptr, &when) != 0;
    const std::error_code error(static_cast<int>(::GetLastError()), std::system_category());
    if (file != INVALID_HANDLE_VALUE) ::CloseHandle(file);
    if (!done) throw std::filesystem::filesystem_error("cannot set a file's time", path, error);
}

}  // namespace apollo::test_support
