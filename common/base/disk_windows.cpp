// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <windows.h>

#include <algorithm>

#include "common/base/disk.h"
#include "common/base/windows_access.h"
#include "common/base/windows_text.h"

namespace apollo {

namespace {

// Others may read, write, rename and remove what is open, as they may elsewhere.
constexpr DWORD share_all = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
constexpr DWORD transfer_bytes = 1u << 30;

OVERLAPPED at_offset(std::uint64_t offset) {
    OVERLAPPED place{};
    place.Offset = static_cast<DWORD>(offset);
    place.OffsetHigh = static_cast<DWORD>(offset >> 32);
    return place;
}

class SystemFile final : public File {
public:
    SystemFile(HANDLE handle, std::string path) : m_handle(handle), m_path(std::move(path)) {}
    ~SystemFile() override { ::CloseHandle(m_handle); }

    Status write_at(std::uint64_t offset, ByteView bytes) override {
        while (!bytes.empty()) {
            OVERLAPPED place = at_offset(offset);
            DWORD written = 0;
            const DWORD wanted = static_cast<DWORD>(std::min<std::size_t>(bytes.size(), transfer_bytes));
            if (::WriteFile(m_handle, bytes.data(), wanted, &written, &place) == 0) return windows::system_error("write", m_path, ::GetLastError());
            if (written == 0) return windows::system_error("write", m_path, ERROR_DISK_FULL);
            offset += written;
            bytes = bytes.subspan(written);
        }
        return success();
    }

    Result<std::string> read_at(std::uint64_t offset, std::size_t size) const override {
        std::string buffer(size, '\0');
        std::size_t done = 0;
        while (done < size) {
            OVERLAPPED place = at_offset(offset + done);
            DWORD read = 0;
            const DWORD wanted = static_cast<DWORD>(std::min<std::size_t>(size - done, transfer_bytes));
            if (::ReadFile(m_handle, buffer.data() + done, wanted, &read, &place) == 0) {
                if (::GetLastError() == ERROR_HANDLE_EOF) break;
                return windows::system_error("read", m_path, ::GetLastError());
            }
            if (read == 0) break;
            done += read;
        }
        buffer.resize(done);
        return buffer;
    }

    Status sync() override {
        if (::FlushFileBuffers(m_handle) == 0) return windows::system_error("sync", m_path, ::GetLastError());
        return success();
    }

    Status truncate(std::uint64_t size) override {
        FILE_END_OF_FILE_INFO end{};
        end.EndOfFile.QuadPart = static_cast<LONGLONG>(size);
        if (::SetFileInformationByHandle(m_handle, FileEndOfFileInfo, &end, sizeof end) == 0) {
            return windows::system_error("truncate", m_path, ::GetLastError());
        }
        return success();
    }

    Result<std::uint64_t> size() const override {
        LARGE_INTEGER size{};
        if (::GetFileSizeEx(m_handle, &size) == 0) return windows::system_error("look at", m_path, ::GetLastError());
        return static_cast<std::uint64_t>(size.QuadPart);
    }

private:
    HANDLE m_handle;
    std::string m_path;
};

bool is_missing(DWORD code) { return code == ERROR_FILE_NOT_FOUND || code == ERROR_PATH_NOT_FOUND; }

// Not through a link to a folder, of which only the link goes; and read-only files, too. 0 or the system's code.
DWORD remove_tree(const std::wstring& path) {
    const DWORD attributes = ::GetFileAttributesW(path.c_str());
    if (attributes == INVALID_FILE_ATTRIBUTES) return is_missing(::GetLastError()) ? DWORD{0} : ::GetLastError();
    if ((attributes & FILE_ATTRIBUTE_READONLY) != 0) ::SetFileAttributesW(path.c_str(), attributes & ~DWORD{FILE_ATTRIBUTE_READONLY});
    const bool folder = (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    DWORD failed = 0;
    if (folder && (attributes & FILE_ATTRIBUTE_REPARSE_POINT) == 0) {
        WIN32_FIND_DATAW entry{};
        const HANDLE found = ::FindFirstFileExW((path + L"\\*").c_str(), FindExInfoBasic, &entry, FindExSearchNameMatch, nullptr, 0);
        for (bool more = found != INVALID_HANDLE_VALUE; more; more = ::FindNextFileW(found, &entry) != 0) {
            const std::wstring name = entry.cFileName;
            if (name == L"." || name == L"..") continue;
            if (const DWORD code = remove_tree(path + L"\\" + name); code != 0) failed = code;
        }
        if (found != INVALID_HANDLE_VALUE) ::FindClose(found);
    }
    if (failed != 0) return failed;
    if ((folder ? ::RemoveDirectoryW(path.c_str()) : ::DeleteFileW(path.c_str())) != 0) return 0;
    return is_missing(::GetLastError()) ? DWORD{0} : ::GetLastError();
}

}  // namespace

Result<std::unique_ptr<File>> SystemDisk::open(const std::string& path, OpenMode mode) {
    const windows::PrivateAccess access(false);
    const DWORD rights = mode == OpenMode::Read ? GENERIC_READ : GENERIC_READ | GENERIC_WRITE;
    const HANDLE handle = ::CreateFileW(windows::wide_path(path).c_str(), rights, share_all, static_cast<SECURITY_ATTRIBUTES*>(access.attributes()),
                                        mode == OpenMode::Create ? OPEN_ALWAYS : OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
    if (handle == INVALID_HANDLE_VALUE) {
        Error error = windows::system_error("open", path, ::GetLastError());
        if (error.kind == ErrorKind::NotAllowed) error.kind = ErrorKind::Io;
        return error;
    }
    return std::unique_ptr<File>(std::make_unique<SystemFile>(handle, path));
}

bool SystemDisk::exists(const std::string& path) const { return ::GetFileAttributesW(windows::wide_path(path).c_str()) != INVALID_FILE_ATTRIBUTES; }

Status SystemDisk::make_folder(const std::string& folder) {
    const std::size_t root = folder.size() > 1 && folder[1] == ':' ? 3 : 1;
    if (folder.size() <= root) return success();
    const std::wstring wide = windows::wide_path(folder);
    const DWORD present = ::GetFileAttributesW(wide.c_str());
    if (present != INVALID_FILE_ATTRIBUTES) {
        if ((present & FILE_ATTRIBUTE_DIRECTORY) != 0) return success();
        return windows::system_error("make folder", folder, ERROR_DIRECTORY);
    }
    const auto slash = folder.find_last_of("/\\");
    if (slash != std::string::npos && slash > 0) {
        if (auto parent = make_folder(folder.substr(0, slash)); !parent) return parent;
    }
    const windows::PrivateAccess access(true);
    if (::CreateDirectoryW(wide.c_str(), static_cast<SECURITY_ATTRIBUTES*>(access.attributes())) == 0 && ::GetLastError() != ERROR_ALREADY_EXISTS) {
        return windows::system_error("make folder", folder, ::GetLastError());
    }
    return success();
}

Status SystemDisk::rename(const std::string& from, const std::string& to) {
    const std::wstring source = windows::wide_path(from);
    const std::wstring target = windows::wide_path(to);
    // Who looks into every new file (a virus scanner, an indexer) stands in the way for a moment.
    constexpr int tries = 20;
    for (int left = tries;; --left) {
        if (::MoveFileExW(source.c_str(), target.c_str(), MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) != 0) return success();
        const DWORD code = ::GetLastError();
        const bool passing = code == ERROR_ACCESS_DENIED || code == ERROR_SHARING_VIOLATION;
        if (!passing || left == 0) return windows::system_error("rename to", to, code);
        ::Sleep(10);
    }
}

Status SystemDisk::remove(const std::string& path) {
    // What is inside has a longer path than the folder.
    std::wstring wide = windows::unlimited_path(path);
    while (wide.ends_with(L'\\')) wide.pop_back();
    if (const DWORD code = remove_tree(wide); code != 0) return windows::system_error("remove", path, code);
    return success();
}

// Windows keeps its folders in order by a journal of its own and has no way to be told to.
Status SystemDisk::sync_folder(const std::string&) { return success(); }

}  // namespace apollo
