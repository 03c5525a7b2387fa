// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What every program says about itself, and what it says to a typing error.
#include <gtest/gtest.h>

#include "tests/support/live_cluster.h"
#include "tests/support/temp_folder.h"

namespace apollo::live {
namespace {

std::string program(const std::string& name) { return program_folder() + "/" + name; }

class EveryProgram : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryProgram, ShowsHelpWithEveryOptionItTakes) {
    const Answer answer = run_program(program(GetParam()), {"--help"});
    EXPECT_EQ(answer.code, 0) << answer;
    for (const char* word : {"--data", "--config", "--help", "--version"}) EXPECT_NE(answer.out.find(word), std::string::npos) << word << "\n" << answer;
}

TEST_P(EveryProgram, ShowsItsVersion) {
    const Answer answer = run_program(program(GetParam()), {"--version"});
    EXPECT_EQ(answer.code, 0) << answer;
    EXPECT_EQ(answer.out.rfind(GetParam() + " ", 0), 0u) << answer;
}

TEST_P(EveryProgram, AnswersATypoInAnOptionWithTheRightOneAndExit2) {
    const Answer answer = run_program(program(GetParam()), {"--dta", "/nowhere"});
    EXPECT_EQ(answer.code, 2) << answer;
    EXPECT_NE(answer.err.find("--data"), std::string::npos) << answer;
    EXPECT_TRUE(answer.out.empty()) << answer;
}

TEST_P(EveryProgram, RefusesAConfigurationFileThatIsMissingOrHasAnUnknownKey) {
    QTemporaryDir folder;
    const std::string file = folder.path().toStdString() + "/config.yaml";
    const std::string data = folder.path().toStdString() + "/data";
    const Words leading = GetParam() == "apollo-cli" ? Words{"task", "list"} : Words{};
    const auto run_with_config = [&] {
        Words arguments = leading;
        arguments.insert(arguments.end(), {"--data", data, "--config", file});
        return run_program(program(GetParam()), arguments, 10000);
    };
    const Answer missing = run_with_config();
    EXPECT_EQ(missing.code, 2) << missing;
    EXPECT_NE(missing.err.find(file), std::string::npos) << missing;
    write_text(file, "# comment\nheartbaet_interval: 3\n");
    const Answer unknown = run_with_config();
    EXPECT_EQ(unknown.code, 2) << unknown;
    EXPECT_NE(unknown.err.find(file + ":2:1: "), std::string::npos) << unknown;
    EXPECT_NE(unknown.err.find("heartbaet_interval"), std::string::npos) << unknown;
}

INSTANTIATE_TEST_SUITE_P(Programs, EveryProgram, ::testing::Values("apollo-orchestrator", "apollo-agent", "apollo-cli"), [](const auto& instance) {
    return instance.param.substr(instance.param.find('-') + 1);
});

struct Typo {
    Words words;
    std::string expected;
};

TEST(CliTypos, ExitWith2AndNameTheRightGroupVerbOrOption) {
    for (const Typo& typo : std::vector<Typo>{{{"taks", "list"}, "'task'"},
                                              {{"task", "submti"}, "'task submit'"},
                                              {{"node", "lst"}, "'node list'"},
                                              {{"log", "verfy"}, "'log verify'"},
                                              {{"replay", "stat"}, "'replay state'"},
                                              {{"task", "submit", "--fle", "x.yaml"}, "--file"},
                                              {{"task", "status", "--taskid", "x"}, "--task-id"},
                                              {{"node", "list", "--jsn"}, "--json"}}) {
        const Answer answer = run_program(program("apollo-cli"), typo.words);
        EXPECT_EQ(answer.code, 2) << typo.words[1] << "\n" << answer;
        EXPECT_NE(answer.err.find(typo.expected), std::string::npos) << typo.expected << "\n" << answer;
    }
}

TEST(CliHelp, EveryVerbOfTheOverviewExplainsItself) {
    const Answer overview = run_program(program("apollo-cli"), {"--help"});
    std::istringstream lines(overview.out);
    std::size_t verbs = 0;
    for (std::string line; std::getline(lines, line);) {
        if (line.rfind("options of every verb", 0) == 0) break;
        std::istringstream words(line);
        std::string group, verb;
        if (line.rfind("  ", 0) != 0 || !(words >> group >> verb)) continue;
        ++verbs;
        // Some are a group of one, without a verb: what follows is the text then.
        const bool alone = group == "reconcile" || group == "export" || group == "doctor" || group == "drill";
        const Answer answer = run_program(program("apollo-cli"), alone ? Words{group, "--help"} : Words{group, verb, "--help"});
        EXPECT_EQ(answer.code, 0) << answer;
        EXPECT_EQ(answer.out.rfind("usage: apollo-cli " + group + (alone ? "" : " " + verb), 0), 0u) << answer;
    }
    EXPECT_GE(verbs, 18u) << overview;
}

TEST(CliUsage, MissingOptionsAndStrayWordsExitWith2) {
    for (const Words& words : std::vector<Words>{{}, {"task"}, {"task", "submit"}, {"task", "status"}, {"task", "rerun", "--task-id", "x", "--from"},
                                                 {"task", "list", "--state", "DONE"}, {"task", "list", "--since", "yesterday"},
                                                 {"task", "list", "surplus"}, {"replay", "state", "--task-id", "x", "--at", "five"},
                                                 {"node", "token", "--ttl", "0"}, {"artifact", "get"}, {"task", "status", "--task-id"}}) {
        const Answer answer = run_program(program("apollo-cli"), words);
        EXPECT_EQ(answer.code, 2) << (words.empty() ? "(none)" : words.back()) << "\n" << answer;
        EXPECT_FALSE(answer.err.empty() && answer.out.empty()) << answer;
    }
}

TEST(AgentUsage, ALabelHasOneValue) {
    const test_support::TempFolder folder;
    const Answer answer = run_program(program("apollo-agent"), {"--data", folder.path(), "--server", "127.0.0.1:1", "--node-id", "n", "--token", "x", "--label", "rack=a", "--label", "rack=b"});
    EXPECT_EQ(answer.code, 2) << answer;
    EXPECT_NE(answer.err.find("the label 'rack' is given twice"), std::string::npos) << answer;
    write_text(folder.path() + "/agent.yaml", "server: 127.0.0.1:1\nlabels:\n  rack: a\n  rack: b\n");
    const Answer file = run_program(program("apollo-agent"), {"--data", folder.path(), "--config", folder.path() + "/agent.yaml", "--node-id", "n", "--token", "x"});
    EXPECT_EQ(file.code, 2) << file;
    EXPECT_NE(file.err.find("4:3: the label 'rack' is given twice"), std::string::npos) << file;
}

TEST(CliUsage, WhatIsNoTextIsNamedAndExits2) {
    const Answer answer = run_program("/bin/sh", {"-c", "exec \"$0\" task status --task-id \"$(printf '\\377\\376')\"", program("apollo-cli")});
    EXPECT_EQ(answer.code, 2) << answer;
    EXPECT_NE(answer.err.find("--task-id is not UTF-8 text"), std::string::npos) << answer;
}

}  // namespace
}  // namespace apollo::live
