// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A temporary folder for tests that touch files.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "common/base/disk.h"
#include "tests/support/temp_folder.h"

namespace apollo::agent {

class FolderTest : public ::testing::Test {
protected:
    std::string path(const std::string& name) const { return m_folder + "/" + name; }
    void write(const std::string& name, const std::string& text) const {
        std::filesystem::create_directories(std::filesystem::path(path(name)).parent_path());
        std::ofstream(path(name), std::ios::binary) << text;
    }
    std::string read(const std::string& name) const {
        std::ifstream file(path(name), std::ios::binary);
        std::ostringstream text;
        text << file.rdbuf();
        return text.str();
    }

    const test_support::TempFolder m_made;
    const std::string m_folder = m_made.path();
    SystemDisk m_disk;
};

}  // namespace apollo::agent
