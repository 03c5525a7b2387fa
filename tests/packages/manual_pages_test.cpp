// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// --help, manual page and completions say the same, and the shells can read them.
#include <gtest/gtest.h>

#include <QRegularExpression>
#include <set>
#include <sstream>

#include "tests/support/live_cluster.h"

namespace apollo::live {
namespace {

std::string program(const std::string& name) { return program_folder() + "/" + name; }

std::string manual(const std::string& name, const std::string& format) {
    const Answer answer = run_program(program(name), {"--manual", format});
    EXPECT_EQ(answer.code, 0) << answer;
    return answer.out;
}

// The options that a help text lists, one a line.
std::set<std::string> options_in(const std::string& help) {
    std::set<std::string> options;
    std::istringstream lines(help);
    for (std::string line; std::getline(lines, line);) {
        if (line.rfind("  --", 0) == 0) options.insert(line.substr(2, line.find(' ', 2) - 2));
    }
    return options;
}

// The commands of apollo-cli as its overview lists them.
std::vector<Words> commands_in(const std::string& help) {
    std::vector<Words> commands;
    const auto begin = help.find("\ncommands:\n");
    std::istringstream lines(help.substr(begin + 11, help.find("\n\n", begin + 1) - begin - 11));
    for (std::string line; std::getline(lines, line);) {
        Words words;
        std::istringstream parts(line.substr(0, line.find("  ", 2)));
        for (std::string word; parts >> word;) {
            if (word != "FILE") words.push_back(word);
        }
        commands.push_back(words);
    }
    return commands;
}

std::string without_backslashes(std::string text) {
    text.erase(std::remove(text.begin(), text.end(), '\\'), text.end());
    return text;
}

class ManualOf : public ::testing::TestWithParam<std::string> {};

TEST_P(ManualOf, HasEveryOptionOfTheHelpInThePageAndBothCompletions) {
    const Answer help = run_program(program(GetParam()), {"--help"});
    std::set<std::string> options = options_in(help.out);
    if (GetParam() == "apollo-cli") {
        for (Words command : commands_in(help.out)) {
            command.push_back("--help");
            const Answer one = run_program(program(GetParam()), command);
            ASSERT_EQ(one.code, 0) << command[0] << one;
            options.merge(options_in(one.out));
        }
        EXPECT_TRUE(options.count("--task-id") && options.count("--reason"));
    }
    EXPECT_GE(options.size(), 7u) << help;
    const std::string page = without_backslashes(manual(GetParam(), "man"));
    const std::string bash = manual(GetParam(), "bash"), zsh = manual(GetParam(), "zsh");
    for (const std::string& option : options) {
        EXPECT_NE(page.find("fB" + option + "fR"), std::string::npos) << option << " is not in the manual page";
        EXPECT_TRUE(QString::fromStdString(bash).contains(QRegularExpression(QString::fromStdString("[ ']" + option + "[ '\"]")))) << option << " is not in bash's completion";
        EXPECT_NE(zsh.find(option + "["), std::string::npos) << option << " is not in zsh's completion";
    }
}

TEST_P(ManualOf, IsAPageWithoutFaults) {
    QTemporaryDir folder;
    const std::string file = folder.path().toStdString() + "/page";
    write_text(file, manual(GetParam(), "man"));
    const Answer checked = run_program("/usr/bin/mandoc", {"-T", "lint", "-W", "warning", file});
    // The page has no date on purpose.
    for (const std::string& line : [&] {
             std::vector<std::string> lines;
             std::istringstream all(checked.out + checked.err);
             for (std::string one; std::getline(all, one);) lines.push_back(one);
             return lines;
         }()) {
        EXPECT_NE(line.find("missing date"), std::string::npos) << line;
    }
    const Answer shown = run_program("/usr/bin/mandoc", {"-T", "utf8", file});
    EXPECT_NE(shown.out.find(GetParam()), std::string::npos) << shown;
}

TEST_P(ManualOf, IsReadByBothShells) {
    QTemporaryDir folder;
    for (const std::string shell : {"bash", "zsh"}) {
        const std::string file = folder.path().toStdString() + "/" + shell;
        write_text(file, manual(GetParam(), shell));
        const Answer read = run_program("/usr/bin/" + shell, {"-n", file});
        EXPECT_EQ(read.code, 0) << shell << "\n" << read;
    }
}

std::vector<std::string> programs() {
    std::vector<std::string> names{"apollo-orchestrator", "apollo-agent", "apollo-cli"};
#ifdef APOLLO_HAS_CONTROL
    names.emplace_back("apollo-control");
#endif
    return names;
}

INSTANTIATE_TEST_SUITE_P(Programs, ManualOf, ::testing::ValuesIn(programs()), [](const auto& instance) { return instance.param.substr(instance.param.find('-') + 1); });

// What bash would offer at the end of a command line.
Words offered(const std::string& name, const Words& words) {
    QTemporaryDir folder;
    const std::string file = folder.path().toStdString() + "/completion";
    write_text(file, "compopt() { :; }\n" + manual(name, "bash"));
    std::string list;
    for (const std::string& word : words) list += " '" + word + "'";
    std::string function = "_" + name;
    std::replace(function.begin(), function.end(), '-', '_');
    const Answer answer = run_program("/usr/bin/bash", {"-c", "cd '" + folder.path().toStdString() + "'; . ./completion; COMP_WORDS=(" + name + list + "); COMP_CWORD=" +
                                                                  std::to_string(words.size()) + "; " + function + "; printf '%s\\n' \"${COMPREPLY[@]}\""});
    EXPECT_EQ(answer.code, 0) << answer;
    EXPECT_EQ(answer.err, "") << answer;
    Words offers;
    std::istringstream lines(answer.out);
    for (std::string line; std::getline(lines, line);) {
        if (!line.empty()) offers.push_back(line);
    }
    return offers;
}

TEST(BashCompletion, OffersGroupsThenVerbsThenOptionsThenValues) {
    EXPECT_EQ(offered("apollo-cli", {"ta"}), Words{"task"});
    EXPECT_EQ(offered("apollo-cli", {"node", "re"}), Words{"revoke"});
    EXPECT_EQ(offered("apollo-cli", {"task", "submit", "--fi"}), Words{"--file"});
    EXPECT_EQ(offered("apollo-cli", {"doctor", "--js"}), Words{"--json"});
    EXPECT_EQ(offered("apollo-cli", {"export", "--task-id", "x", "--format", "ch"}), Words{"chrome-trace"});
    EXPECT_EQ(offered("apollo-cli", {"task", "submit", "--file", "comp"}), Words{"completion"});
    EXPECT_EQ(offered("apollo-cli", {"task", "status", "--task-id", ""}), Words{}) << "ids are not known to the shell";
}

TEST(BashCompletion, OffersTheOptionsOfProgramsWithoutVerbs) {
    EXPECT_EQ(offered("apollo-orchestrator", {"--list"}), Words{"--listen"});
    EXPECT_EQ(offered("apollo-agent", {"--data", "x", "--nod"}), Words{"--node-id"});
}

}  // namespace
}  // namespace apollo::live
