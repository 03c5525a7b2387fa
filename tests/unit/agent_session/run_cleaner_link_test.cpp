// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/unit/agent_session/run_cleaner_fixture.h"

namespace apollo::agent {
namespace {

TEST_F(RunCleanerTest, LinksAndForeignNamesAreLeftAlone) {
    make("elsewhere/s/1", 1000);
    fs::create_directories(root() / "t/s");
    fs::create_directory_symlink(root() / "elsewhere", root() / "link");
    make("t/s/notes", 2 * week_ms);
    EXPECT_EQ(clean(), 0u);
    EXPECT_TRUE(has("link/s/1"));
    EXPECT_TRUE(has("t/s/notes"));
}

}  // namespace
}  // namespace apollo::agent
