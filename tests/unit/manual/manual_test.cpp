// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <gtest/gtest.h>

#include "common/manual/manual.h"

namespace apollo::manual {
namespace {

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

Program plain() {
    Program program;
    program.name = "apollo-try";
    program.section = 8;
    program.summary = "tries things";
    program.synopsis = "--data DIR [FILE.yaml]";
    program.description = {".first of all, a path C:\\x and a long-winded word."};
    program.options = {{"data", "DIR", "a folder"}, {"theme", "THEME", "its looks", false, {"light", "dark"}}, {"label", "K=V", "one [or more]: labels", true}, {"help", "", "show this"}};
    program.exit_codes = {{"0", "done"}};
    program.see_also = {"apollo-cli(1)", "apollo-agent(8)"};
    program.file_pattern = "*.yaml";
    return program;
}

Program grouped() {
    Program program;
    program.name = "apollo-try";
    program.options = {{"json", "", "print JSON"}};
    program.commands = {{"task submit", "hand in", {{"file", "F", "the file"}}, false}, {"task list", "show", {}, false}, {"doctor", "look for trouble", {{"deep", "", "dig"}}, false},
                        {"artifact get", "fetch", {}, true}};
    return program;
}

TEST(Help, TellsUsageOptionsAndExitCodes) {
    const std::string text = help_text(plain());
    EXPECT_EQ(text.rfind("usage: apollo-try --data DIR [FILE.yaml]\n", 0), 0u) << text;
    for (const char* part : {"--theme THEME", "one [or more]: labels (may be repeated)", "exit codes:\n  0  done\n"}) EXPECT_TRUE(holds(text, part)) << part << "\n" << text;
}

TEST(Help, ListsTheCommandsWithTheirFile) {
    const std::string text = help_text(grouped());
    EXPECT_TRUE(holds(text, "commands:\n  task submit        hand in\n")) << text;
    EXPECT_TRUE(holds(text, "  artifact get FILE  fetch\n")) << text;
    EXPECT_TRUE(holds(text, "options of every verb:\n")) << text;
}

TEST(ManPage, KeepsTextFromBeingTakenForCommands) {
    const std::string page = man_page(plain(), "1.2.3");
    EXPECT_TRUE(holds(page, ".TH APOLLO\\-TRY 8 \"\" \"Apollo\\-11 1.2.3\" \"System Administration\"\n")) << page;
    EXPECT_TRUE(holds(page, ".SH DESCRIPTION\n\\&.first of all, a path C:\\ex and a long\\-winded word.\n")) << page;
    EXPECT_TRUE(holds(page, ".TP\n\\fB\\-\\-data\\fR \\fIDIR\\fR\na folder\n")) << page;
    EXPECT_TRUE(holds(page, ".SH SEE ALSO\n\\fBapollo\\-cli\\fR(1),\n\\fBapollo\\-agent\\fR(8)\n")) << page;
}

TEST(ManPage, ShowsEachCommandWithItsOwnOptionsBelowItsGroup) {
    const std::string page = man_page(grouped(), "1");
    EXPECT_TRUE(holds(page, ".SS task\n.TP\n\\fBtask submit\\fR\nhand in\n.RS\n.TP\n\\fB\\-\\-file\\fR \\fIF\\fR\nthe file\n.RE\n.TP\n\\fBtask list\\fR\n")) << page;
    EXPECT_TRUE(holds(page, "\\fBartifact get\\fR \\fIFILE\\fR\nfetch\n")) << page;
}

TEST(ZshCompletion, QuotesWhatItsSpecificationsAreMadeOf) {
    const std::string text = zsh_completion(plain());
    EXPECT_TRUE(holds(text, "'*--label[one \\[or more\\]\\: labels]:K=V: '")) << text;
    EXPECT_TRUE(holds(text, "'--theme[its looks]:THEME:(light dark)'")) << text;
    EXPECT_TRUE(holds(text, "'--data[a folder]:DIR:_files -/'")) << text;
}

TEST(Render, RefusesWhatIsNoFormat) {
    EXPECT_TRUE(render(plain(), "1", "bash"));
    const auto refused = render(plain(), "1", "html");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::BadInput);
    EXPECT_TRUE(holds(refused.error().message, "man, bash, zsh"));
}

TEST(Choices, AreTheOnlyValuesAnOptionTakes) {
    const std::vector<OptionSpec> specs = plain().options;
    EXPECT_TRUE(check_choices(*parse_options({"--theme", "dark", "--data", "anything"}, specs), specs));
    const auto refused = check_choices(*parse_options({"--theme", "drak"}, specs), specs);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, "--theme must be one of light, dark, not 'drak'");
}

}  // namespace
}  // namespace apollo::manual
