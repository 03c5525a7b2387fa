// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A folder of a test's own, gone with the object.
#pragma once

#include <filesystem>
#include <string>

#include "common/base/random.h"

namespace apollo::test_support {

class TempFolder {
public:
    TempFolder() : m_path(std::filesystem::temp_directory_path() / ("apollo-test-" + SystemRandom().hex(16))) { std::filesystem::create_directories(m_path); }
    ~TempFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    TempFolder(const TempFolder&) = delete;
    TempFolder& operator=(const TempFolder&) = delete;
    // With '/' between folders.
    std::string path() const { return m_path.generic_string(); }

private:
    std::filesystem::path m_path;
};

}  // namespace apollo::test_support
