// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <sys/stat.h>

#include <cerrno>
#include <cstring>

#include "agent/updater/placing.h"
#include "common/base/file_copy.h"

namespace apollo::updater {

Result<std::string> place_program(Disk& disk, const std::string& program, const std::string& to) {
    if (auto copied = copy_file(disk, program, to); !copied) return copied.error();
    if (::chmod(to.c_str(), 0700) != 0) return Error{ErrorKind::Io, "cannot make " + to + " executable: " + std::strerror(errno)};
    return to;
}

}  // namespace apollo::updater
