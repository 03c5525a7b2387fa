// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>

#include "common/base/file_owner.h"

namespace apollo {

std::string other_owner(const std::string& path) {
    struct stat info {};
    if (::stat(path.c_str(), &info) != 0 || info.st_uid == ::geteuid()) return {};
    std::array<char, 4096> room{};
    struct passwd entry {};
    struct passwd* found = nullptr;
    const bool known = ::getpwuid_r(info.st_uid, &entry, room.data(), room.size(), &found) == 0 && found != nullptr;
    return known ? entry.pw_name : "#" + std::to_string(info.st_uid);
}

}  // namespace apollo
