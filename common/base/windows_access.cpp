// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/base/windows_access.h"

#include <windows.h>
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

}  // namespace

struct PrivateAccess::Parts {
    SECURITY_ATTRIBUTES attributes{};
    PSECURITY_DESCRIPTOR descriptor = nullptr;
};

PrivateAccess::PrivateAccess(bool for_folder) : m_parts(std::make_unique<Parts>()) {
    static const std::wstring user = own_user();
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

}  // namespace apollo::windows
