// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Folders of attempts of any age.
#pragma once

#include <gtest/gtest.h>

#include <QTemporaryDir>
#include <filesystem>
#include <fstream>

#include "agent/session/run_cleaner.h"
#include "common/base/clock.h"
#include "common/base/host.h"
#include "tests/support/file_age.h"

namespace apollo::agent {

namespace fs = std::filesystem;

constexpr std::int64_t week_ms = 7LL * 24 * 3600 * 1000;

class RunCleanerTest : public ::testing::Test {
protected:
    void make(const std::string& path, std::int64_t age_ms) {
        const fs::path folder = root() / path;
        fs::create_directories(folder);
        std::ofstream(folder / "exit") << "x";
        for (const fs::path& changed : {folder / "exit", folder}) test_support::set_age(changed, std::chrono::milliseconds(age_ms));
    }
    fs::path root() const { return system_path(m_root.path().toStdString()); }
    bool has(const std::string& path) const { return fs::exists(root() / path); }
    std::size_t clean(const KeepsAttempt& keeps = [](const auto&, const auto&, auto) { return false; }, std::size_t limit = 200) {
        return clean_runs({text_of(root()), week_ms, limit}, SystemClock().now().wall, keeps);
    }
    QTemporaryDir m_root;
};

}  // namespace apollo::agent
