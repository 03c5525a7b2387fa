// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Who does not belong here is refused, that stands in the log once, and nobody else notices.
#include <gtest/gtest.h>

#include <QTcpSocket>
#include <chrono>
#include <filesystem>

#include "tests/support/live_cluster.h"

namespace apollo::live {
namespace {

class Strangers : public ::testing::Test {
protected:
    void SetUp() override { cluster.add_workers({"n1"}); }

    void TearDown() override {
        // The node that was there has stayed, and work goes on.
        EXPECT_EQ(cluster.node_state("n1"), "connected");
        EXPECT_EQ(cluster.orchestrator_log().find("node n1 lost"), std::string::npos);
        ASSERT_EQ(cluster.submit(task_of("still-works", {"n1"}, {shell_step("s", "true")})).code, 0);
        EXPECT_TRUE(cluster.wait_for_state("still-works", "SUCCEEDED"));
        EXPECT_EQ(cluster.cli({"node", "list"}).json["nodes"].size(), nodes) << "nobody else has joined";
    }

    std::size_t refusals() {
        const std::string log = cluster.orchestrator_log();
        std::size_t count = 0;
        for (std::size_t at = log.find("refused"); at != std::string::npos; at = log.find("refused", log.find('\n', at))) ++count;
        return count;
    }
    // What `knock` did stands in the log with exactly one line.
    void expect_one_refusal(const std::function<void()>& knock) {
        const std::size_t before = refusals();
        knock();
        EXPECT_TRUE(wait_until([&] { return refusals() > before; }, 15000)) << cluster.orchestrator_log();
        // A second line about it would have been written by the time another question is answered.
        EXPECT_EQ(cluster.cli({"node", "list"}).code, 0);
        EXPECT_EQ(refusals(), before + 1) << cluster.orchestrator_log();
    }
    Answer join(const std::string& token, const std::string& node) {
        return run_program(program_folder() + "/apollo-agent",
                           {"--data", cluster.path("agent-" + node), "--server", cluster.address(), "--node-id", node, "--token", token}, 15000);
    }
    std::string token(const std::string& ttl = "600") { return cluster.cli({"node", "token", "--ttl", ttl}).json["token"]; }
    Answer openssl(const Words& options) {
        Words arguments{"s_client", "-connect", cluster.address(), "-quiet"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        return run_program("/usr/bin/openssl", arguments, 5000, "x\n");
    }

    LiveCluster cluster;
    std::size_t nodes = 1;
};

TEST_F(Strangers, AnAgentWithAWrongAUsedOrAnExpiredTokenDoesNotJoin) {
    std::string wrong = token();
    ASSERT_GT(wrong.size(), 10u);
    char& digit = wrong.at(wrong.find('.') + 3);
    digit = digit == 'a' ? 'b' : 'a';
    expect_one_refusal([&] {
        const Answer answer = join(wrong, "wrong");
        EXPECT_EQ(answer.code, 4) << answer;
        EXPECT_NE(answer.err.find("token"), std::string::npos) << answer;
    });
    const Json short_lived = cluster.cli({"node", "token", "--ttl", "1"}).json;
    const auto made = std::chrono::steady_clock::now();
    wait_until([&] { return std::chrono::steady_clock::now() - made > std::chrono::milliseconds(1100); }, 5000);
    expect_one_refusal([&] {
        const Answer answer = join(short_lived["token"], "expired");
        EXPECT_EQ(answer.code, 4) << answer;
        EXPECT_NE(answer.err.find("expired"), std::string::npos) << answer;
    });
    EXPECT_EQ(join("garbage", "garbage").code, 2);
    EXPECT_EQ(join("", "none").code, 2);
    EXPECT_EQ(run_program(program_folder() + "/apollo-agent", {"--data", cluster.path("no-token"), "--server", cluster.address(), "--node-id", "x"}, 15000).code, 2);
}

TEST_F(Strangers, AUsedTokenLetsNobodyElseIn) {
    const std::string once = token();
    {
        Program second(program_folder() + "/apollo-agent",
                       {"--data", cluster.path("agent-n2"), "--server", cluster.address(), "--node-id", "n2", "--token", once}, cluster.path("n2.log"));
        ASSERT_TRUE(cluster.wait_for_node("n2", "connected")) << second.log();
    }
    expect_one_refusal([&] {
        const Answer answer = join(once, "n3");
        EXPECT_EQ(answer.code, 4) << answer;
        EXPECT_NE(answer.err.find("used"), std::string::npos) << answer;
    });
    nodes = 2;
}

TEST_F(Strangers, AForeignCaIsRefusedOnBothSides) {
    LiveCluster other;
    const std::string foreign_token = other.cli({"node", "token"}).json["token"];
    const Answer agent = join(foreign_token, "lost-sheep");
    EXPECT_EQ(agent.code, 4) << "its token names another CA: " << agent;
    const Answer operator_of_other = run_program(program_folder() + "/apollo-cli", {"task", "list", "--data", other.data(), "--connect", cluster.address()}, 15000);
    EXPECT_EQ(operator_of_other.code, 4) << operator_of_other;
    // Each of the two is told of once, a moment after it has gone.
    ASSERT_TRUE(wait_until([&] { return refusals() == 2; }, 5000)) << cluster.orchestrator_log();
    expect_one_refusal([&] { openssl({"-cert", other.data() + "/pki/operator.crt", "-key", other.data() + "/pki/operator.key"}); });
    EXPECT_NE(cluster.orchestrator_log().find("certificate is not accepted"), std::string::npos) << cluster.orchestrator_log();
}

TEST_F(Strangers, PlainTcpIsRefused) {
    expect_one_refusal([&] {
        QTcpSocket socket;
        socket.connectToHost(QHostAddress::LocalHost, cluster.port());
        ASSERT_TRUE(socket.waitForConnected(5000));
        socket.write("GET / HTTP/1.0\r\n\r\n");
        ASSERT_TRUE(socket.waitForBytesWritten(5000));
        EXPECT_TRUE(socket.state() == QAbstractSocket::UnconnectedState || socket.waitForDisconnected(15000));
    });
}

TEST_F(Strangers, Tls12IsRefused) {
    expect_one_refusal([&] { EXPECT_NE(openssl({"-tls1_2"}).code, 0); });
}

TEST_F(Strangers, ASelfSignedCertificateIsRefused) {
    const std::string key = cluster.path("self.key"), crt = cluster.path("self.crt");
    ASSERT_EQ(run_program("/usr/bin/openssl", {"req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj",
                                               "/CN=local-operator/OU=operator", "-keyout", key, "-out", crt, "-days", "1"}).code, 0);
    expect_one_refusal([&] { openssl({"-cert", crt, "-key", key}); });
    EXPECT_NE(cluster.orchestrator_log().find("certificate is not accepted"), std::string::npos) << cluster.orchestrator_log();
}

TEST_F(Strangers, B040ManyBadClientsInALoopHinderNobody) {
    const std::string key = cluster.path("self.key"), certificate = cluster.path("self.crt");
    ASSERT_EQ(run_program("/usr/bin/openssl", {"req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=n1/OU=agent",
                                               "-days", "1", "-keyout", key, "-out", certificate}).code, 0);
    const auto open_files = [&] {
        const std::filesystem::directory_iterator files("/proc/" + std::to_string(cluster.orchestrator().pid()) + "/fd");
        return std::distance(begin(files), end(files));
    };
    // Whatever the orchestrator opens for work of its own is open by then.
    ASSERT_EQ(cluster.submit(task_of("warm", {"n1"}, {shell_step("s", "true")})).code, 0);
    ASSERT_TRUE(cluster.wait_for_state("warm", "SUCCEEDED"));
    ASSERT_TRUE(wait_until([&] { return std::filesystem::exists(cluster.data() + "/history.sqlite-wal"); }, 20000));
    const auto before = open_files();
    std::vector<Json> steps;
    for (int k = 0; k < 20; ++k) {
        steps.push_back(shell_step("s" + std::to_string(k), "sleep 0.1"));
        if (k > 0) steps.back()["depends_on"] = Words{"s" + std::to_string(k - 1)};
    }
    ASSERT_EQ(cluster.submit(task_of("healthy", {"n1"}, steps)).code, 0);
    std::vector<std::unique_ptr<QTcpSocket>> sockets;
    for (int round = 0; round < 10; ++round) {
        openssl({"-cert", certificate, "-key", key});
        openssl({"-tls1_3", "-no_ign_eof"});
        for (const char* bytes : {"GET / HTTP/1.1\r\n\r\n", "\x16\x03\x01\x02", "\0\0\0\0\0\0"}) {
            QTcpSocket& socket = *sockets.emplace_back(std::make_unique<QTcpSocket>());
            socket.connectToHost(QStringLiteral("127.0.0.1"), cluster.port());
            ASSERT_TRUE(socket.waitForConnected(5000));
            socket.write(bytes, 4);
            socket.flush();
            if (round % 2 == 0) socket.abort();
        }
    }
    EXPECT_TRUE(cluster.wait_for_state("healthy", "SUCCEEDED", 30000)) << cluster.status("healthy").dump(1);
    sockets.clear();
    EXPECT_TRUE(wait_until([&] { return open_files() <= before + 2; }, 20000)) << open_files() << " files are open, " << before << " were";
    // A healthy node neither waits nor is told of anybody: no step took longer than a broken line would.
    for (const Json& run : cluster.status("healthy")["runs"]) EXPECT_EQ(run["attempt"], 1) << run.dump();
}

TEST_F(Strangers, AGoodEnrolmentIsNoRefusal) {
    EXPECT_EQ(refusals(), 0u) << cluster.orchestrator_log();
}

}  // namespace
}  // namespace apollo::live
