// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A program of the installation, copied to where no installation replaces it.
#pragma once

#include <string>

#include "common/base/disk.h"

namespace apollo::updater {

// Copies it durably to `to`, on Windows with the ending ".exe" behind it, and lets its owner execute it. Returns its path.
Result<std::string> place_program(Disk& disk, const std::string& program, const std::string& to);

}  // namespace apollo::updater
