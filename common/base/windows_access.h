// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Who may open what this program makes: its own user, the system and the administrators, nobody else. What 0600 and 0700 are
// elsewhere. For the files of Windows only. Any thread.
#pragma once

#include <memory>

#include "common/base/result.h"

namespace apollo::windows {

// Security attributes as the system's functions take them; they belong to the object.
class PrivateAccess {
public:
    // `for_folder`: what is made inside is as private.
    explicit PrivateAccess(bool for_folder);
    ~PrivateAccess();
    PrivateAccess(const PrivateAccess&) = delete;
    PrivateAccess& operator=(const PrivateAccess&) = delete;

    // A SECURITY_ATTRIBUTES*; nullptr when they could not be made.
    void* attributes() const;

private:
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

// Whether WHO (a PSID) is the system, the administrators or this process's user.
bool is_trusted(void* who);
// Whether the open file (a HANDLE) lets in nobody else. False if that cannot be told.
bool is_private(void* file);

}  // namespace apollo::windows
