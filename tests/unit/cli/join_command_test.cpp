// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The text alone; that cmd.exe understands it is seen in tests/windows.
#include "app/cli/join_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace apollo::cli {
namespace {

JoinCommand example_command() { return {"center.example:7411", "secret-token", "2026-12-01T00:00:00.000Z", {{"load", "100%PATH% & ^more"}, {"site", "here"}}, "apollo-11.exe"}; }

TEST(JoinCommand, HoldsWhatTheNodeNeeds) {
    const auto text = join_command(example_command());
    ASSERT_TRUE(text.ok()) << text.error().message;
    EXPECT_THAT(*text, ::testing::HasSubstr("set \"name=apollo-11.exe\"\r\nset \"installer=%~dp0%name%\"\r\n"));
    EXPECT_THAT(*text, ::testing::HasSubstr("set \"server=center.example:7411\"\r\nset \"token=secret-token\"\r\n"));
    EXPECT_THAT(*text, ::testing::HasSubstr("rem The token expires at 2026-12-01T00:00:00.000Z.\r\n"));
}

TEST(JoinCommand, KeepsValuesFromBeingRunByTheShell) {
    const auto text = join_command(example_command());
    ASSERT_TRUE(text.ok());
    EXPECT_THAT(*text, ::testing::HasSubstr("set \"labels=load=100%%PATH%% & ^more,site=here\"\r\n"));
    // From then on only what is put in after a line was understood: a value that holds a percent sign would be read again.
    const std::string after = text->substr(text->find("setlocal EnableDelayedExpansion"));
    EXPECT_THAT(after, ::testing::HasSubstr("/LABELS=\"!labels!\""));
    EXPECT_THAT(after, ::testing::Not(::testing::HasSubstr("%")));
}

TEST(JoinCommand, EndsEveryLineAsWindowsDoesAndKnowsEveryPlaceItGoesTo) {
    const auto text = join_command(example_command());
    ASSERT_TRUE(text.ok());
    for (std::size_t at = text->find('\n'); at != std::string::npos; at = text->find('\n', at + 1)) ASSERT_EQ((*text)[at - 1], '\r') << at;
    for (std::size_t at = text->find("goto "); at != std::string::npos; at = text->find("goto ", at + 1)) {
        const std::string label = text->substr(at + 5, text->find('\r', at) - at - 5);
        EXPECT_THAT(*text, ::testing::HasSubstr("\n:" + label + "\r\n")) << label;
    }
}

TEST(JoinCommand, RefusesWhatCannotBeHandedOverWhole) {
    for (const char* value : {"a\"b", "a,b", "a\nb", "ends\\"}) {
        JoinCommand one = example_command();
        one.labels = {{"k", value}};
        EXPECT_EQ(join_command(one).error().kind, ErrorKind::BadInput) << value;
    }
}

}  // namespace
}  // namespace apollo::cli
