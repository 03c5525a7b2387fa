// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/base/windows_access.h"

#include <windows.h>
#include <aclapi.h>
#include <sddl.h>

#include <string>
#include <vector>

namespace apollo::windows {

namespace {

// The security id of this process's user, as text; empty if it cannot be told.
std::wstring own_user() {
    HANDLE token = nullptr;
    if (::OpenProcessToken(::GetCurrentProcess(), TOKEN_QUERY, &token) == 0) return {};
    DWORD size = 0;
    ::GetTokenInformation(token, TokenUser, nullptr, 0, &size);
    std::vector<BYTE> bytes(size);
    const bool known = size > 0 && ::GetTokenInformation(token, TokenUser, bytes.data(), size, &size) != 0;
    ::CloseHandle(token);
    if (!known) return {};
    LPWSTR text = nullptr;
    if (::ConvertSidToStringSidW(reinterpret_cast<TOKEN_USER*>(bytes.data())->User.Sid, &text) == 0) return {};
    std::wstring user = text;
    ::LocalFree(text);
    return user;
}

const std::wstring& user_of_this_process() {
    static const std::wstring user = own_user();
    return user;
}

}  // namespace

struct PrivateAccess::Parts {
    SECURITY_ATTRIBUTES attributes{};
    PSECURITY_DESCRIPTOR descriptor = nullptr;
};

PrivateAccess::PrivateAccess(bool for_folder) : m_parts(std::make_unique<Parts>()) {
    const std::wstring& user = user_of_this_process();
    const std::wstring inherited = for_folder ? L"OICI" : L"";
    // P: nothing of the folder around is inherited. SY: the system, BA: administrators.
    std::wstring text = L"D:P(A;" + inherited + L";FA;;;SY)(A;" + inherited + L";FA;;;BA)";
    if (!user.empty()) text += L"(A;" + inherited + L";FA;;;" + user + L")";
    if (::ConvertStringSecurityDescriptorToSecurityDescriptorW(text.c_str(), SDDL_REVISION_1, &m_parts->descriptor, nullptr) == 0) return;
    m_parts->attributes = {sizeof(SECURITY_ATTRIBUTES), m_parts->descriptor, FALSE};
}

PrivateAccess::~PrivateAccess() {
    if (m_parts->descriptor != nullptr) ::LocalFree(m_parts->descriptor);
}

void* PrivateAccess::attributes() const { return m_parts->descriptor == nullptr ? nullptr : &m_parts->attributes; }

bool is_trusted(void* who) {
    if (::IsWellKnownSid(who, WinLocalSystemSid) != 0 || ::IsWellKnownSid(who, WinBuiltinAdministratorsSid) != 0) return true;
    LPWSTR text = nullptr;
    if (::ConvertSidToStringSidW(who, &text) == 0) return false;
    const bool same = text == user_of_this_process();
    ::LocalFree(text);
    return same;
}

bool is_private(void* file) {
    PSECURITY_DESCRIPTOR descriptor = nullptr;
    PACL list = nullptr;
    if (::GetSecurityInfo(file, SE_FILE_OBJECT, DACL_SECURITY_INFORMATION, nullptr, nullptr, &list, nullptr, &descriptor) != ERROR_SUCCESS) return false;
    // Without a list everybody may do everything.
    bool only_us = list != nullptr;
    for (DWORD i = 0; only_us && i < list->AceCount; ++i) {
        void* entry = nullptr;
        if (::GetAce(list, i, &entry) == 0) only_us = false;
        else if (static_cast<ACE_HEADER*>(entry)->AceType == ACCESS_ALLOWED_ACE_TYPE) only_us = is_trusted(&static_cast<ACCESS_ALLOWED_ACE*>(entry)->SidStart);
    }
    ::LocalFree(descriptor);
    return only_us;
}

}  // namespace apollo::windows
