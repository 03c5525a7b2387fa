// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/intents/tool.h"

#include <gtest/gtest.h>

#include "tests/support/shell.h"

namespace apollo::agent {
namespace {

TEST(Tool, ItsOutputAndEndAreTold) {
    const auto said = run_tool(test_support::shell("echo out; echo err >&2; exit 3", "echo out& echo err>&2& exit 3"), 30000);
    ASSERT_TRUE(said.ok()) << said.error().message;
    EXPECT_EQ(said->exit_code, 3);
    EXPECT_NE(said->output.find("out"), std::string::npos);
    EXPECT_NE(said->output.find("err"), std::string::npos);
    EXPECT_EQ(run_tool({"there-is-no-such-program"}, 30000).error().kind, ErrorKind::NotFound);
}

}  // namespace
}  // namespace apollo::agent
