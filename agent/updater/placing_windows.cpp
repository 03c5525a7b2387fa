// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/updater/placing.h"
#include "common/base/file_copy.h"

namespace apollo::updater {

Result<std::string> place_program(Disk& disk, const std::string& program, const std::string& to) {
    // What comes from a folder of programs may have no ending, as on Linux, or one of its own.
    const auto dot = program.find_last_of("./");
    const std::string ending = dot != std::string::npos && program[dot] == '.' ? program.substr(dot) : std::string();
    if (auto copied = copy_file(disk, program, to + ending); !copied) return copied.error();
    return to + ending;
}

}  // namespace apollo::updater
