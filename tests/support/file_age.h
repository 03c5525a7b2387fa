// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Makes a file or folder look as if it had been changed long ago. The standard library does it for files only on Windows.
#pragma once

#include <chrono>
#include <filesystem>

namespace apollo::test_support {

// Throws std::filesystem::filesystem_error when it cannot.
void set_age(const std::filesystem::path& path, std::chrono::milliseconds age);

}  // namespace apollo::test_support
