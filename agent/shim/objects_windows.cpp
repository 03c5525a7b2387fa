// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <windows.h>

#include <algorithm>
#include <cctype>

#include "agent/shim/objects_windows.h"
#include "common/base/host.h"
#include "common/base/sha256.h"
#include "common/base/windows_access.h"
#include "common/base/windows_text.h"

namespace apollo::shim {

void HandleCloser::operator()(Handle handle) const {
    if (handle != INVALID_HANDLE_VALUE) ::CloseHandle(handle);
}

std::wstring object_name(const std::string& folder, const char* what) {
    // Windows does not tell capitals in paths, and names of objects are shorter than paths.
    std::string same = with_slashes(folder);
    std::transform(same.begin(), same.end(), same.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    Sha256 hash;
    hash.update(as_bytes(same));
    return windows::to_wide("Global\\apollo-" + std::string(what) + "-" + hash.finish_hex());
}

OwnedHandle attempt_event(const std::string& folder, const char* what) {
    const windows::PrivateAccess access(false);
    return OwnedHandle(::CreateEventW(static_cast<SECURITY_ATTRIBUTES*>(access.attributes()), TRUE, FALSE, object_name(folder, what).c_str()));
}

}  // namespace apollo::shim
