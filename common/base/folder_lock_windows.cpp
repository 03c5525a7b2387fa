// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <fcntl.h>
#include <io.h>
#include <windows.h>

#include <utility>

#include "common/base/disk.h"
#include "common/base/folder_lock.h"
#include "common/base/windows_access.h"
#include "common/base/windows_text.h"

namespace apollo {

namespace {

// The lock is the right to write: one process has the file open for writing and lets others read only.
HANDLE open_for_writing(const std::string& file, DWORD creation) {
    const windows::PrivateAccess access(false);
    return ::CreateFileW(windows::wide_path(file).c_str(), GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ,
                         static_cast<SECURITY_ATTRIBUTES*>(access.attributes()), creation, FILE_ATTRIBUTE_NORMAL, nullptr);
}

std::string holder_of(const std::string& file) {
    auto text = SystemDisk().read_file(file);
    std::string pid = text ? *text : std::string();
    while (!pid.empty() && pid.back() == '\n') pid.pop_back();
    return pid.empty() ? "another process" : "process " + pid;
}

}  // namespace

Result<FolderLock> FolderLock::take(const std::string& file) {
    HANDLE handle = open_for_writing(file, OPEN_ALWAYS);
    // Somebody may only be looking whether it is held.
    for (int left = 10; handle == INVALID_HANDLE_VALUE && ::GetLastError() == ERROR_SHARING_VIOLATION && left > 0; --left) {
        ::Sleep(10);
        handle = open_for_writing(file, OPEN_ALWAYS);
    }
    if (handle == INVALID_HANDLE_VALUE) {
        const DWORD code = ::GetLastError();
        if (code != ERROR_SHARING_VIOLATION) return windows::system_error("open", file, code);
        std::string folder = file.substr(0, file.rfind('/'));
        if (folder.ends_with("/run")) folder.resize(folder.size() - 4);
        return Error{ErrorKind::Refused, "the data folder " + folder + " is in use by " + holder_of(file) + "; stop that one first or choose another --data"};
    }
    const std::string pid = std::to_string(::GetCurrentProcessId()) + "\n";
    DWORD written = 0;
    if (::WriteFile(handle, pid.data(), static_cast<DWORD>(pid.size()), &written, nullptr) == 0 || ::SetEndOfFile(handle) == 0) {
        const DWORD code = ::GetLastError();
        ::CloseHandle(handle);
        return windows::system_error("write", file, code);
    }
    return FolderLock(::_open_osfhandle(reinterpret_cast<intptr_t>(handle), _O_RDWR | _O_NOINHERIT));
}

bool FolderLock::is_held(const std::string& file) {
    const HANDLE handle = open_for_writing(file, OPEN_EXISTING);
    if (handle == INVALID_HANDLE_VALUE) return ::GetLastError() == ERROR_SHARING_VIOLATION;
    ::CloseHandle(handle);
    return false;
}

FolderLock::FolderLock(FolderLock&& other) noexcept : m_fd(std::exchange(other.m_fd, -1)) {}

FolderLock::~FolderLock() {
    if (m_fd >= 0) ::_close(m_fd);
}

}  // namespace apollo
