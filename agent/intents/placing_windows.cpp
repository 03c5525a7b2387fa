// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/intents/placing.h"

#include <windows.h>

#include "common/base/host.h"
#include "common/base/windows_access.h"
#include "common/base/windows_text.h"

namespace apollo::agent {

namespace {

constexpr mode_t private_mode = 0600;
constexpr mode_t shared_mode = 0644;
constexpr DWORD share_all = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

class OpenFile {
public:
    explicit OpenFile(HANDLE handle) : m_handle(handle) {}
    ~OpenFile() {
        if (good()) ::CloseHandle(m_handle);
    }
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;
    bool good() const { return m_handle != INVALID_HANDLE_VALUE; }
    HANDLE handle() const { return m_handle; }

private:
    HANDLE m_handle;
};

Status fill(HANDLE file, const std::string& path, const NextPiece& next) {
    while (true) {
        const auto piece = next();
        if (!piece) return piece.error();
        if (piece->empty()) break;
        for (std::size_t done = 0; done < piece->size();) {
            DWORD written = 0;
            if (::WriteFile(file, piece->data() + done, static_cast<DWORD>(piece->size() - done), &written, nullptr) == 0) {
                return windows::system_error("write", path, ::GetLastError());
            }
            done += written;
        }
    }
    return ::FlushFileBuffers(file) != 0 ? success() : Status(windows::system_error("write", path, ::GetLastError()));
}

}  // namespace

Status place_file(const std::string& path, mode_t mode, const NextPiece& next) {
    const std::string temporary = path + ".apollo-tmp";
    const std::wstring wide = windows::wide_path(temporary);
    ::DeleteFileW(wide.c_str());
    Status filled = success();
    {
        const windows::PrivateAccess access(false);
        auto* attributes = kept_mode(mode) == private_mode ? static_cast<SECURITY_ATTRIBUTES*>(access.attributes()) : nullptr;
        const OpenFile file(::CreateFileW(wide.c_str(), GENERIC_WRITE, FILE_SHARE_READ, attributes, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, nullptr));
        if (!file.good()) return windows::system_error("create", temporary, ::GetLastError());
        filled = fill(file.handle(), temporary, next);
    }
    if (filled) filled = move_file(temporary, path);
    if (!filled) ::DeleteFileW(wide.c_str());
    return filled;
}

FileFacts look_at(const std::string& path, Links links) {
    const DWORD flags = FILE_FLAG_BACKUP_SEMANTICS | (links == Links::Look ? FILE_FLAG_OPEN_REPARSE_POINT : 0);
    const OpenFile file(::CreateFileW(windows::wide_path(path).c_str(), READ_CONTROL | FILE_READ_ATTRIBUTES, share_all, nullptr, OPEN_EXISTING, flags, nullptr));
    BY_HANDLE_FILE_INFORMATION info{};
    if (!file.good() || ::GetFileInformationByHandle(file.handle(), &info) == 0) return {};
    FileFacts facts;
    facts.exists = true;
    facts.regular = (info.dwFileAttributes & (FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_REPARSE_POINT | FILE_ATTRIBUTE_DEVICE)) == 0;
    facts.size_bytes = (static_cast<std::uint64_t>(info.nFileSizeHigh) << 32) | info.nFileSizeLow;
    facts.identity = (static_cast<std::uint64_t>(info.nFileIndexHigh) << 32) | info.nFileIndexLow;
    facts.mode = windows::is_private(file.handle()) ? private_mode : shared_mode;
    return facts;
}

mode_t kept_mode(mode_t mode) { return (mode & 077) == 0 ? private_mode : shared_mode; }

Status remove_file(const std::string& path) {
    return ::DeleteFileW(windows::wide_path(path).c_str()) != 0 ? success() : Status(windows::system_error("remove", path, ::GetLastError()));
}

Status move_file(const std::string& from, const std::string& to) {
    const DWORD flags = MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH;
    if (::MoveFileExW(windows::wide_path(from).c_str(), windows::wide_path(to).c_str(), flags) != 0) return success();
    return windows::system_error("rename " + from + " to", to, ::GetLastError());
}

// file:///C:/x names a drive, file://server/share another machine.
std::string path_of_file_address(const std::string& address) {
    const std::string rest = address.substr(std::string("file://").size());
    if (rest.size() > 2 && rest[0] == '/' && is_absolute_path(rest.substr(1))) return rest.substr(1);
    return rest.starts_with("/") ? rest : "//" + rest;
}

}  // namespace apollo::agent
