// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// B081: frames that lie about their size, before and after authentication, in both directions.
#include <gtest/gtest.h>
#include <unistd.h>

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>
#include <QSslServer>
#include <QSslSocket>
#include <sstream>

#include "apollo.pb.h"
#include "tests/support/live_cluster.h"

namespace apollo::live {
namespace {

QSslConfiguration credentials(const std::string& pki, const std::string& name) {
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setPeerVerifyMode(QSslSocket::VerifyNone);
    if (!name.empty()) {
        configuration.setLocalCertificate(QSslCertificate::fromPath(QString::fromStdString(pki + "/" + name + ".crt")).value(0));
        QFile key(QString::fromStdString(pki + "/" + name + ".key"));
        EXPECT_TRUE(key.open(QIODevice::ReadOnly));
        const QByteArray pem = key.readAll();
        QSslKey private_key(pem, QSsl::Ec);
        if (private_key.isNull()) private_key = QSslKey(pem, QSsl::Rsa);
        EXPECT_FALSE(private_key.isNull());
        configuration.setPrivateKey(private_key);
    }
    return configuration;
}

std::string framed(const std::string& body) {
    std::string header;
    for (int shift = 24; shift >= 0; shift -= 8) header.push_back(static_cast<char>(body.size() >> shift & 0xFF));
    return header + body;
}

std::string nested(std::size_t depth) {
    // A message in field 1 of a message in field 1 …; the innermost is empty.
    std::string bytes;
    for (std::size_t i = 0; i < depth && bytes.size() < 60000; ++i) {
        std::string length;
        for (std::size_t n = bytes.size();; n >>= 7) {
            length.push_back(static_cast<char>((n & 0x7F) | (n >= 0x80 ? 0x80 : 0)));
            if (n < 0x80) break;
        }
        bytes = "\x0A" + length + bytes;
    }
    return bytes;
}

struct Attack {
    std::string name;
    std::string bytes;
};

// Each must get its connection closed.
std::vector<Attack> attacks() {
    using namespace std::string_literals;
    return {{"length 0xFFFFFFFF", "\xFF\xFF\xFF\xFF"s},
            {"length 0x7FFFFFFF", "\x7F\xFF\xFF\xFF"s},
            {"limit + 1", "\x00\x40\x00\x01"s},
            {"length 0", "\x00\x00\x00\x00"s},
            {"no message", framed("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF")},
            {"nested 10,000 deep", framed(nested(10000))},
            {"a packed field of 2^31 items", framed("\x0A\xFF\xFF\xFF\xFF\x07")}};
}

std::size_t resident_kb(int pid) {
    std::istringstream in(read_text("/proc/" + std::to_string(pid) + "/statm"));
    std::size_t size = 0, resident = 0;
    in >> size >> resident;
    return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)) / 1024;
}

class Frames : public ::testing::Test {
protected:
    void SetUp() override {
        cluster.add_workers({"n1"});
        before_kb = resident_kb(cluster.orchestrator().pid());
        ASSERT_GT(before_kb, 1000u);
    }
    void TearDown() override {
        ASSERT_TRUE(cluster.orchestrator().is_running());
        EXPECT_LT(resident_kb(cluster.orchestrator().pid()), before_kb + 8 * 1024) << "memory stays flat; before: " << before_kb;
        EXPECT_EQ(cluster.node_state("n1"), "connected");
        EXPECT_EQ(cluster.orchestrator_log().find("n1 lost"), std::string::npos) << cluster.orchestrator_log();
        ASSERT_EQ(cluster.submit(task_of("after", {"n1"}, {shell_step("s", "true")})).code, 0);
        EXPECT_TRUE(cluster.wait_for_state("after", "SUCCEEDED"));
    }

    std::unique_ptr<QSslSocket> connect_as(const std::string& who) {
        auto socket = std::make_unique<QSslSocket>();
        socket->setSslConfiguration(credentials(cluster.data() + "/pki", who));
        socket->connectToHostEncrypted(QStringLiteral("127.0.0.1"), cluster.port());
        EXPECT_TRUE(socket->waitForEncrypted(10000)) << socket->errorString().toStdString();
        return socket;
    }
    static bool is_closed(QTcpSocket& socket, int timeout_ms = 5000) {
        return wait_until([&] {
            socket.waitForReadyRead(1);
            socket.readAll();
            return socket.state() == QAbstractSocket::UnconnectedState;
        }, timeout_ms);
    }

    LiveCluster cluster;
    std::size_t before_kb = 0;
};

TEST_F(Frames, B081OverPlainTcp) {
    for (const Attack& attack : attacks()) {
        QTcpSocket socket;
        socket.connectToHost(QStringLiteral("127.0.0.1"), cluster.port());
        ASSERT_TRUE(socket.waitForConnected(5000));
        socket.write(attack.bytes.data(), static_cast<qint64>(attack.bytes.size()));
        socket.write("GET / HTTP/1.0\r\n\r\n");
        EXPECT_TRUE(is_closed(socket, 15000)) << attack.name;
    }
}

TEST_F(Frames, B081OverTlsWithoutACertificate) {
    for (const Attack& attack : attacks()) {
        auto socket = connect_as("");
        socket->write(attack.bytes.data(), static_cast<qint64>(attack.bytes.size()));
        EXPECT_TRUE(is_closed(*socket)) << attack.name;
    }
    EXPECT_NE(cluster.orchestrator_log().find("frame too large (4294967295 > "), std::string::npos) << cluster.orchestrator_log();
}

TEST_F(Frames, B081WithAnOperatorsCertificateBeforeAndAfterTheHello) {
    wire::Envelope hello;
    hello.mutable_hello()->set_protocol_min(1);
    hello.mutable_hello()->set_protocol_max(1);
    for (const bool after_hello : {false, true}) {
        for (const Attack& attack : attacks()) {
            auto socket = connect_as("operator");
            if (after_hello) {
                const std::string bytes = framed(hello.SerializeAsString());
                socket->write(bytes.data(), static_cast<qint64>(bytes.size()));
                EXPECT_TRUE(socket->waitForReadyRead(5000)) << attack.name;
            }
            socket->write(attack.bytes.data(), static_cast<qint64>(attack.bytes.size()));
            EXPECT_TRUE(is_closed(*socket)) << attack.name << (after_hello ? " after the hello" : "");
        }
    }
}

TEST_F(Frames, B081CutAndSlowBodiesTakeNoMemoryAndHinderNobody) {
    std::vector<std::unique_ptr<QSslSocket>> slow;
    for (int i = 0; i < 20; ++i) {
        slow.push_back(connect_as(i % 2 ? "operator" : ""));
        const std::string header = i % 2 ? std::string("\x00\x3F\xFF\xFF", 4) : std::string("\x00\x00\xFF\xFF", 4);
        slow.back()->write(header.data(), 4);
        slow.back()->write("x");
        slow.back()->flush();
    }
    ASSERT_EQ(cluster.submit(task_of("meanwhile", {"n1"}, {shell_step("s", "true")})).code, 0);
    EXPECT_TRUE(cluster.wait_for_state("meanwhile", "SUCCEEDED"));
    EXPECT_LT(resident_kb(cluster.orchestrator().pid()), before_kb + 8 * 1024);
    for (auto& socket : slow) socket->abort();
}

// Somebody with the orchestrator's own key, who sends nonsense to an agent.
TEST_F(Frames, B081AnAgentSurvivesABadServerAndComesBack) {
    cluster.kill_orchestrator();
    const int agent = cluster.agent("n1").pid();
    const std::size_t agent_kb = resident_kb(agent);
    {
        QSslServer bad;
        QSslConfiguration configuration = credentials(cluster.data() + "/pki", "server");
        configuration.setLocalCertificateChain(QSslCertificate::fromPath(QString::fromStdString(cluster.data() + "/pki/server.crt")) +
                                               QSslCertificate::fromPath(QString::fromStdString(cluster.data() + "/pki/ca.crt")));
        bad.setSslConfiguration(configuration);
        ASSERT_TRUE(bad.listen(QHostAddress::LocalHost, cluster.port()));
        std::size_t served = 0;
        const auto all = attacks();
        QElapsedTimer timer;
        timer.start();
        while (served < all.size() && timer.elapsed() < 60000) {
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::ExcludeUserInputEvents, 50);
            while (auto* socket = qobject_cast<QSslSocket*>(bad.nextPendingConnection())) {
                const Attack& attack = all[served++ % all.size()];
                socket->write(attack.bytes.data(), static_cast<qint64>(attack.bytes.size()));
                socket->flush();
            }
        }
        EXPECT_GE(served, all.size()) << "the agent did not come again\n" << cluster.agent_log("n1");
    }
    EXPECT_TRUE(cluster.agent("n1").is_running()) << cluster.agent_log("n1");
    EXPECT_LT(resident_kb(agent), agent_kb + 8 * 1024);
    ASSERT_TRUE(cluster.start_orchestrator()) << cluster.orchestrator_log();
    before_kb = resident_kb(cluster.orchestrator().pid());
    EXPECT_TRUE(cluster.wait_for_node("n1", "connected", 30000)) << cluster.agent_log("n1");
}

}  // namespace
}  // namespace apollo::live
