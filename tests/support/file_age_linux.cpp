// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/support/file_age.h"

namespace apollo::test_support {

void set_age(const std::filesystem::path& path, std::chrono::milliseconds age) {
    std::filesystem::last_write_time(path, std::filesystem::file_time_type::clock::now() - age);
}

}  // namespace apollo::test_support
