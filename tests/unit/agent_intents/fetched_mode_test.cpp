// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <sys/stat.h>

#include "agent/intents/builtin.h"
#include "common/base/sha256.h"
#include "tests/unit/agent_intents/folder_fixture.h"

namespace apollo::agent {
namespace {

class FetchedMode : public FolderTest {};

TEST_F(FetchedMode, WhatIsFetchedHasTheModeThatWasAskedFor) {
    write("source", "local");
    std::filesystem::create_directory(m_folder + "/checkpoint");
    const nlohmann::json params{{"url", "file://" + path("source")}, {"sha256", sha256_hex(as_bytes(std::string("local")))}, {"path", path("target")}, {"mode", "0750"}};
    const auto output = fetch_artifact({params, m_folder + "/checkpoint"});
    ASSERT_TRUE(output.ok()) << output.error().message;
    struct stat info {};
    ::stat(path("target").c_str(), &info);
    EXPECT_EQ(info.st_mode & 07777, 0750u);
}

}  // namespace
}  // namespace apollo::agent
