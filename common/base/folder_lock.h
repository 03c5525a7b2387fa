// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// One process per data folder. Held as long as the object lives and let go by the system when the process dies.
#pragma once

#include <string>

#include "common/base/result.h"

namespace apollo {

class FolderLock {
public:
    // Makes FILE (mode 0600) and locks it. Refused, with the holder's process id, when another process has it.
    static Result<FolderLock> take(const std::string& file);
    // Whether somebody holds it just now.
    static bool is_held(const std::string& file);

    FolderLock(FolderLock&& other) noexcept;
    FolderLock& operator=(FolderLock&&) = delete;
    ~FolderLock();

private:
    explicit FolderLock(int fd) : m_fd(fd) {}
    int m_fd;
};

}  // namespace apollo
