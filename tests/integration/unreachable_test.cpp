// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// An orchestrator that does not answer: exit 3 within five seconds, whatever is asked.
#include <gtest/gtest.h>

#include <QTcpServer>
#include <filesystem>

#include "tests/support/live_cluster.h"

namespace apollo::live {
namespace {

const std::vector<Words> questions{{"task", "list"},
                                   {"task", "status", "--task-id", "t"},
                                   {"task", "watch", "--task-id", "t"},
                                   {"task", "cancel", "--task-id", "t", "--reason", "x"},
                                   {"node", "list"},
                                   {"node", "token"},
                                   {"event", "list", "--task-id", "t"}};

void expect_unreachable(const Answer& answer) {
    EXPECT_EQ(answer.code, 3) << answer;
    EXPECT_LT(answer.duration_ms, 5000) << answer;
    EXPECT_EQ(answer.err.rfind("apollo-cli: ", 0), 0u) << answer;
    EXPECT_EQ(std::count(answer.err.begin(), answer.err.end(), '\n'), 1) << "one sentence: " << answer;
    EXPECT_TRUE(answer.out.empty()) << answer;
}

TEST(Unreachable, NoOrchestratorEverRanOnTheFolder) {
    QTemporaryDir folder;
    for (Words words : questions) {
        words.insert(words.end(), {"--data", folder.path().toStdString()});
        expect_unreachable(run_program(program_folder() + "/apollo-cli", words, 20000));
    }
}

TEST(Unreachable, AnEndpointFileIsLeftButNobodyListens) {
    LiveCluster cluster;
    cluster.kill_orchestrator();
    ASSERT_TRUE(std::filesystem::exists(cluster.data() + "/run/endpoint"));
    for (const Words& words : questions) {
        if (words[0] == "event") continue;
        expect_unreachable(cluster.cli_plain(words, 20000));
    }
    const std::string file = cluster.store_definition(task_of("t", {"n1"}, {shell_step("s", "true")}));
    expect_unreachable(cluster.cli_plain({"task", "submit", "--file", file}));
    // Bad input is said first: it needs nobody.
    write_text(file, "nonsense: 1\n");
    EXPECT_EQ(cluster.cli_plain({"task", "submit", "--file", file}).code, 2);
    EXPECT_TRUE(cluster.start_orchestrator());
    EXPECT_EQ(cluster.cli({"task", "list"}).code, 0);
}

TEST(Unreachable, ThePortAcceptsAndNeverAnswers) {
    LiveCluster cluster;
    QTcpServer silent;
    ASSERT_TRUE(silent.listen(QHostAddress::LocalHost));
    const std::string address = "127.0.0.1:" + std::to_string(silent.serverPort());
    for (const Words& words : std::vector<Words>{questions[0], questions[1], questions[2], questions[5]}) {
        Words elsewhere = words;
        elsewhere.insert(elsewhere.end(), {"--connect", address});
        expect_unreachable(cluster.cli_plain(elsewhere, 20000));
    }
    Words refused = questions[0];
    refused.insert(refused.end(), {"--connect", "127.0.0.1:1"});
    expect_unreachable(cluster.cli_plain(refused, 20000));
}

}  // namespace
}  // namespace apollo::live
