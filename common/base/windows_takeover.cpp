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
// Owner: administrators; access: the system and they, nothing inherited, the same for what is made inside.
constexpr wchar_t machine_access[] = L"O:BAD:P(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)";
// Rights to put something else in the place of a folder, and those to put something into it.
constexpr DWORD to_replace = DELETE | WRITE_DAC | WRITE_OWNER | FILE_DELETE_CHILD | GENERIC_ALL;
constexpr DWORD to_fill = to_replace | FILE_ADD_FILE | FILE_ADD_SUBDIRECTORY | GENERIC_WRITE;

std::string id_of(PSID who) {
    LPWSTR text = nullptr;
    if (::ConvertSidToStringSidW(who, &text) == 0) return "somebody unknown";
    const std::string id = to_utf8(text);
    ::LocalFree(text);
    return id;
}

std::string name_of(PSID who) {
    wchar_t name[256], domain[256];
    DWORD name_size = 256, domain_size = 256;
    SID_NAME_USE use;
    if (::LookupAccountSidW(nullptr, who, name, &name_size, domain, &domain_size, &use) == 0) return id_of(who);
    return to_utf8(domain_size > 0 ? std::wstring(domain) + L"\\" + name : name);
}

bool is_machine(PSID who) { return is_trusted(who) || id_of(who) == installer_of_windows; }

// As a person writes it.
std::string shown(const std::wstring& path) { return to_utf8(path.starts_with(LR"(\\?\)") ? path.substr(4) : path); }

Error stranger(const std::wstring& path, const std::string& what, const std::string& who) {
    return {ErrorKind::NotAllowed, shown(path) + " " + what + " " + who + ", who could change what runs as the system; look at it, and remove it or name another folder"};
}

// What lies at a path itself, not what a link there leads to.
class Entry {
public:
    Entry(const std::wstring& path, DWORD rights)
        : m_path(path), m_handle(::CreateFileW(path.c_str(), rights, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr, OPEN_EXISTING,
                                               FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT, nullptr)),
          m_code(m_handle == INVALID_HANDLE_VALUE ? ::GetLastError() : ERROR_SUCCESS) {
        if (m_code == ERROR_SUCCESS) m_code = ::GetSecurityInfo(m_handle, SE_FILE_OBJECT, OWNER_SECURITY_INFORMATION | DACL_SECURITY_INFORMATION, &m_owner, nullptr, &m_list, nullptr, &m_descriptor);
    }
    ~Entry() {
        if (m_descriptor != nullptr) ::LocalFree(m_descriptor);
        if (m_handle != INVALID_HANDLE_VALUE) ::CloseHandle(m_handle);
    }
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;

    bool is_shut() const { return m_code == ERROR_SUCCESS && is_private(m_handle); }

    // As PrivateAccess makes it, for whoever it was: the system, the administrators and one more, who may all do everything.
    bool is_own_make() const {
        SECURITY_DESCRIPTOR_CONTROL control = 0;
        DWORD revision = 0;
        if (m_code != ERROR_SUCCESS || m_list == nullptr || !is_machine(m_owner) || ::GetSecurityDescriptorControl(m_descriptor, &control, &revision) == 0) return false;
        if ((control & SE_DACL_PROTECTED) == 0 || m_list->AceCount > 3) return false;
        int known = 0;
        for (DWORD i = 0; i < m_list->AceCount; ++i) {
            void* entry = nullptr;
            if (::GetAce(m_list, i, &entry) == 0) return false;
            auto* allowed = static_cast<ACCESS_ALLOWED_ACE*>(entry);
            if (allowed->Header.AceType != ACCESS_ALLOWED_ACE_TYPE || allowed->Mask != FILE_ALL_ACCESS) return false;
            if (::IsWellKnownSid(&allowed->SidStart, WinLocalSystemSid) != 0 || ::IsWellKnownSid(&allowed->SidStart, WinBuiltinAdministratorsSid) != 0) ++known;
        }
        return known == 2;
    }

    // Missing is well: what is in use may go meanwhile.
    Status check_owner() const {
        if (is_missing()) return success();
        if (m_code != ERROR_SUCCESS) return system_error("look who owns", shown(m_path), m_code);
        return is_machine(m_owner) ? success() : Status(stranger(m_path, "belongs to", name_of(m_owner)));
    }

    // That nobody else has one of the rights.
    Status check_rights(DWORD rights) const {
        if (is_missing()) return success();
        if (m_code != ERROR_SUCCESS) return system_error("look who may change", shown(m_path), m_code);
        // Without a list everybody may do everything.
        if (m_list == nullptr) return stranger(m_path, "may be changed by", "everybody");
        for (DWORD i = 0; i < m_list->AceCount; ++i) {
            void* entry = nullptr;
            if (::GetAce(m_list, i, &entry) == 0) return system_error("look who may change", shown(m_path), ::GetLastError());
            auto* allowed = static_cast<ACCESS_ALLOWED_ACE*>(entry);
            // What only holds for things inside says nothing of this one; nor does the owner-to-be of those.
            if (allowed->Header.AceType != ACCESS_ALLOWED_ACE_TYPE || (allowed->Header.AceFlags & INHERIT_ONLY_ACE) != 0 || (allowed->Mask & rights) == 0) continue;
            if (!is_machine(&allowed->SidStart)) return stranger(m_path, "may be changed by", name_of(&allowed->SidStart));
        }
        return success();
    }

    // Of an owner that is not the machine's itself the administrators take it: whoever owns it could open it again.
    Status shut(PSECURITY_DESCRIPTOR access) const {
        if (is_missing()) return success();
        DWORD code = m_code;
        // Not SetSecurityInfo: it would go through the whole tree, and Wine's adds what the folder around hands down.
        if (code == ERROR_SUCCESS && ::SetKernelObjectSecurity(m_handle, DACL_SECURITY_INFORMATION | PROTECTED_DACL_SECURITY_INFORMATION, access) == 0) code = ::GetLastError();
        if (code == ERROR_SUCCESS && ::IsWellKnownSid(m_owner, WinLocalSystemSid) == 0 && ::IsWellKnownSid(m_owner, WinBuiltinAdministratorsSid) == 0) {
            const Entry again(m_path, READ_CONTROL | WRITE_OWNER);
            code = again.m_code;
            if (code == ERROR_SUCCESS && ::SetKernelObjectSecurity(again.m_handle, OWNER_SECURITY_INFORMATION, access) == 0) code = ::GetLastError();
        }
        return code == ERROR_SUCCESS ? success() : Status(system_error("shut others out of", shown(m_path), code));
    }

private:
    bool is_missing() const { return m_code == ERROR_FILE_NOT_FOUND || m_code == ERROR_PATH_NOT_FOUND; }

    const std::wstring m_path;
    const HANDLE m_handle;
    DWORD m_code;
    PSECURITY_DESCRIPTOR m_descriptor = nullptr;
    PSID m_owner = nullptr;
    PACL m_list = nullptr;
};

using Visit = std::function<Status(const std::wstring&)>;

// Each entry below FOLDER but those in EXCEPT, and not what links lead to.
Status for_each_below(const std::wstring& folder, const std::wstring& except, const Visit& visit) {
    WIN32_FIND_DATAW found{};
    const HANDLE search = ::FindFirstFileExW((folder + L"\\*").c_str(), FindExInfoBasic, &found, FindExSearchNameMatch, nullptr, 0);
    if (search == INVALID_HANDLE_VALUE) return success();
    const std::unique_ptr<void, decltype(&::FindClose)> closed(search, &::FindClose);
    do {
        const std::wstring name = found.cFileName;
        if (name == L"." || name == L"..") continue;
        const std::wstring path = folder + L"\\" + name;
        if (auto visited = visit(path); !visited) return visited;
        const bool is_folder = (found.dwFileAttributes & (FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_REPARSE_POINT)) == FILE_ATTRIBUTE_DIRECTORY;
        if (!is_folder || path == except) continue;
        if (auto below = for_each_below(path, except, visit); !below) return below;
    } while (::FindNextFileW(search, &found) != 0);
    return success();
}

// Of the drive itself nobody could put another in its place.
Status for_each_around(const std::string& folder, const Visit& visit) {
    for (auto slash = folder.find_last_of("/\\"); slash != std::string::npos && slash > 2; slash = folder.find_last_of("/\\", slash - 1)) {
        if (auto visited = visit(unlimited_path(folder.substr(0, slash))); !visited) return visited;
    }
    return success();
}

Status check_owner(const std::wstring& path) { return Entry(path, READ_CONTROL).check_owner(); }

Visit nobody_else_may(DWORD rights) {
    return [rights](const std::wstring& path) {
        const Entry entry(path, READ_CONTROL);
        if (auto checked = entry.check_owner(); !checked) return checked;
        return entry.check_rights(rights);
    };
}

}  // namespace

Status take_over(const std::string& folder, const std::string& except) {
    PSECURITY_DESCRIPTOR access = nullptr;
    if (::ConvertStringSecurityDescriptorToSecurityDescriptorW(machine_access, SDDL_REVISION_1, &access, nullptr) == 0) return system_error("shut others out of", folder, ::GetLastError());
    const std::unique_ptr<void, decltype(&::LocalFree)> freed(access, &::LocalFree);
    const auto shut = [access](const std::wstring& path) { return Entry(path, READ_CONTROL | WRITE_DAC).shut(access); };
    // What make_folder made around it lets in whoever installed, whom the system does not trust later on.
    const Visit secure = [&shut](const std::wstring& around) { return Entry(around, READ_CONTROL).is_own_make() ? shut(around) : nobody_else_may(to_replace)(around); };
    if (auto around = for_each_around(folder, secure); !around) return around;
    const std::wstring path = unlimited_path(folder);
    if (auto checked = check_owner(path); !checked) return checked;
    const Entry top(path, READ_CONTROL);
    const std::wstring left_alone = top.is_shut() || top.is_own_make() ? unlimited_path(folder + "/" + except) : std::wstring();
    // From here on nobody puts anything into it.
    if (auto done = shut(path); !done) return done;
    if (auto checked = for_each_below(path, left_alone, check_owner); !checked) return checked;
    return for_each_below(path, left_alone, shut);
}

Status check_program_folder(const std::string& folder) {
    if (auto around = for_each_around(folder, nobody_else_may(to_replace)); !around) return around;
    return nobody_else_may(to_fill)(unlimited_path(folder));
}

Status check_owners(const std::string& folder) {
    if (auto around = for_each_around(folder, check_owner); !around) return around;
    return check_owner(unlimited_path(folder));
}

}  // namespace apollo::windows
