// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/base/windows_takeover.h"

#include <windows.h>
#include <aclapi.h>
#include <sddl.h>

#include <functional>
#include <memory>

#include "common/base/windows_access.h"
#include "common/base/windows_text.h"

namespace apollo::windows {

namespace {

// The account TrustedInstaller, which owns what came with Windows. Source: Microsoft, "Well-known SIDs".
constexpr char installer_of_windows[] = "S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464";

std::string id_of(PSID who) {
    LPWSTR text = nullptr;
    if (::ConvertSidToStringSidW(who, &text) == 0) return "somebody unknown";
    const std::string id = to_utf8(text);
    ::LocalFree(text);
    return id;
}

// As a person writes it.
std::string shown(const std::wstring& path) { return to_utf8(path.starts_with(LR"(\\?\)") ? path.substr(4) : path); }

// What lies at a path itself, not what a link there leads to.
class Entry {
public:
    Entry(const std::wstring& path, DWORD rights)
        : m_path(shown(path)), m_handle(::CreateFileW(path.c_str(), rights, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr, OPEN_EXISTING,
                                                        FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT, nullptr)),
          m_code(m_handle == INVALID_HANDLE_VALUE ? ::GetLastError() : ERROR_SUCCESS) {}
    ~Entry() {
        if (m_handle != INVALID_HANDLE_VALUE) ::CloseHandle(m_handle);
    }
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;

    bool is_missing() const { return m_code == ERROR_FILE_NOT_FOUND || m_code == ERROR_PATH_NOT_FOUND; }
    bool is_shut() const { return is_private(m_handle); }

    // Missing is well: what is in use may go meanwhile.
    Status check_owner() const {
        if (is_missing()) return success();
        PSECURITY_DESCRIPTOR descriptor = nullptr;
        PSID owner = nullptr;
        const DWORD code = m_code != ERROR_SUCCESS ? m_code : ::GetSecurityInfo(m_handle, SE_FILE_OBJECT, OWNER_SECURITY_INFORMATION, &owner, nullptr, nullptr, nullptr, &descriptor);
        if (code != ERROR_SUCCESS) return system_error("look who owns", m_path, code);
        const std::string stranger = is_trusted(owner) || id_of(owner) == installer_of_windows ? std::string() : name_of(owner);
        ::LocalFree(descriptor);
        if (stranger.empty()) return success();
        return Error{ErrorKind::NotAllowed, m_path + " belongs to " + stranger + ", who could change what a service keeps there; remove it, or make it the administrators' (takeown /A /F \"" +
                                                m_path + "\"), and try again"};
    }

    Status shut() const {
        if (is_missing()) return success();
        const PrivateAccess access(true);
        const auto* attributes = static_cast<const SECURITY_ATTRIBUTES*>(access.attributes());
        DWORD code = attributes == nullptr ? DWORD{ERROR_NOT_ENOUGH_MEMORY} : m_code;
        // Not SetSecurityInfo: it would go through the whole tree, and Wine's adds what the folder around hands down.
        if (code == ERROR_SUCCESS && ::SetKernelObjectSecurity(m_handle, DACL_SECURITY_INFORMATION | PROTECTED_DACL_SECURITY_INFORMATION, attributes->lpSecurityDescriptor) == 0) {
            code = ::GetLastError();
        }
        return code == ERROR_SUCCESS ? success() : Status(system_error("shut others out of", m_path, code));
    }

private:
    static std::string name_of(PSID who) {
        wchar_t name[256], domain[256];
        DWORD name_size = 256, domain_size = 256;
        SID_NAME_USE use;
        if (::LookupAccountSidW(nullptr, who, name, &name_size, domain, &domain_size, &use) == 0) return id_of(who);
        return to_utf8(domain_size > 0 ? std::wstring(domain) + L"\\" + name : name);
    }

    const std::string m_path;
    const HANDLE m_handle;
    const DWORD m_code;
};

// Each entry below FOLDER, and not what links lead to.
Status for_each_below(const std::wstring& folder, const std::function<Status(const std::wstring&)>& visit) {
    WIN32_FIND_DATAW found{};
    const std::unique_ptr<void, decltype(&::FindClose)> search(::FindFirstFileExW((folder + L"\\*").c_str(), FindExInfoBasic, &found, FindExSearchNameMatch, nullptr, 0), &::FindClose);
    if (search.get() == INVALID_HANDLE_VALUE) return success();
    do {
        const std::wstring name = found.cFileName;
        if (name == L"." || name == L"..") continue;
        const std::wstring path = folder + L"\\" + name;
        if (auto visited = visit(path); !visited) return visited;
        const bool is_folder = (found.dwFileAttributes & (FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_REPARSE_POINT)) == FILE_ATTRIBUTE_DIRECTORY;
        if (!is_folder) continue;
        if (auto below = for_each_below(path, visit); !below) return below;
    } while (::FindNextFileW(search.get(), &found) != 0);
    return success();
}

Status check(const std::wstring& path) { return Entry(path, READ_CONTROL).check_owner(); }

Status shut(const std::wstring& path) { return Entry(path, READ_CONTROL | WRITE_DAC).shut(); }

// Whoever owns one of them could put another folder in the place of the one below. Of the drive itself nobody could.
Status check_folders_around(const std::string& folder) {
    for (auto slash = folder.find_last_of("/\\"); slash != std::string::npos && slash > 2; slash = folder.find_last_of("/\\", slash - 1)) {
        if (auto checked = check(unlimited_path(folder.substr(0, slash))); !checked) return checked;
    }
    return success();
}

}  // namespace

Status take_over(const std::string& folder) {
    if (auto around = check_folders_around(folder); !around) return around;
    const std::wstring path = unlimited_path(folder);
    if (auto checked = check(path); !checked) return checked;
    // What is in it since it is shut is its owner's business: a step may give its files to anybody.
    const Entry top(path, READ_CONTROL);
    if (top.is_missing() || top.is_shut()) return success();
    if (auto checked = for_each_below(path, check); !checked) return checked;
    if (auto done = for_each_below(path, shut); !done) return done;
    return shut(path);
}

}  // namespace apollo::windows
