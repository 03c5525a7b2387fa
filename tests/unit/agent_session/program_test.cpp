// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The program apollo-agent itself, over TLS, against the smallest center that can enrol and greet it.
#include <gtest/gtest.h>
#include <signal.h>

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QProcess>
#include <QTemporaryDir>
#include <filesystem>

#include "apollo.pb.h"
#include "common/base/disk.h"
#include "common/base/ids.h"
#include "common/transport/identity.h"
#include "common/transport/tls_server.h"
#include "common/transport/token.h"

namespace apollo::agent {
namespace {

bool wait_until(const std::function<bool()>& condition) {
    const QDeadlineTimer deadline(20000);
    while (!condition()) {
        if (deadline.hasExpired()) return false;
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::AllEvents, 10);
    }
    return true;
}

class ProgramTest : public ::testing::Test {
protected:
    void SetUp() override {
        auto authority = transport::CertificateAuthority::open_or_create(m_disk, folder("center"));
        ASSERT_TRUE(authority.ok()) << authority.error().message;
        m_authority = std::make_unique<transport::CertificateAuthority>(std::move(*authority));
        const auto credentials = m_authority->issue_server();
        ASSERT_TRUE(credentials.ok());
        m_server = std::make_unique<transport::TlsServer>(*credentials);
        m_server->on_connection = [this](std::unique_ptr<transport::TlsChannel> channel) { take(std::move(channel)); };
        ASSERT_TRUE(m_server->listen("127.0.0.1", 0).ok());
    }
    std::string folder(const std::string& name) const { return m_root.path().toStdString() + "/" + name; }
    std::string server() const { return "127.0.0.1:" + std::to_string(m_server->port()); }
    std::string token() const { return transport::to_text({std::string(32, 'a'), m_authority->fingerprint()}); }

    void take(std::unique_ptr<transport::TlsChannel> channel) {
        transport::TlsChannel* raw = channel.get();
        m_channels.push_back(std::move(channel));
        raw->on_frame = [this, raw](ByteView frame) { on_frame(*raw, frame); };
        raw->start();
    }
    void on_frame(transport::TlsChannel& channel, ByteView frame) {
        wire::Envelope in;
        ASSERT_TRUE(in.ParseFromArray(frame.data(), static_cast<int>(frame.size())));
        wire::Envelope out;
        if (in.has_enrol_request()) {
            auto& answer = *out.mutable_enrol_answer();
            answer.set_refused(m_refusal);
            if (m_refusal.empty()) {
                const auto signed_pem = m_authority->sign_agent(in.enrol_request().csr_pem(), NodeId(in.enrol_request().node()));
                ASSERT_TRUE(signed_pem.ok());
                answer.set_certificate_pem(*signed_pem);
                answer.set_ca_pem(m_authority->certificate_pem());
            }
        } else if (in.has_hello()) {
            EXPECT_EQ(channel.peer().role, PeerIdentity::Role::Agent);
            m_greeted.push_back(in.hello().node());
            out.mutable_hello_answer()->set_protocol(1);
        } else {
            return;
        }
        channel.send(as_bytes(out.SerializeAsString()));
    }
    std::unique_ptr<QProcess> start(const std::vector<std::string>& arguments) {
        auto process = std::make_unique<QProcess>();
        QStringList list;
        for (const auto& argument : arguments) list << QString::fromStdString(argument);
        process->setProcessChannelMode(QProcess::MergedChannels);
        process->start(QStringLiteral(AGENT_PATH), list);
        return process;
    }
    int exit_code_of(QProcess& process) {
        EXPECT_TRUE(wait_until([&] { return process.state() == QProcess::NotRunning; }));
        EXPECT_EQ(process.exitStatus(), QProcess::NormalExit);
        return process.exitCode();
    }
    int end(QProcess& process) {
        ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
        return exit_code_of(process);
    }

    QTemporaryDir m_root;
    SystemDisk m_disk;
    std::unique_ptr<transport::CertificateAuthority> m_authority;
    std::unique_ptr<transport::TlsServer> m_server;
    std::vector<std::unique_ptr<transport::TlsChannel>> m_channels;
    std::vector<std::string> m_greeted;
    std::string m_refusal;
};

TEST_F(ProgramTest, ItEnrolsConnectsAndLaterNeedsItsFolderAlone) {
    auto first = start({"--data", folder("a"), "--server", server(), "--node-id", "n7", "--label", "zone=b", "--token", token()});
    ASSERT_TRUE(wait_until([&] { return m_greeted == std::vector<std::string>{"n7"}; })) << first->readAll().toStdString();
    EXPECT_EQ(std::filesystem::status(folder("a") + "/pki/agent.key").permissions() & std::filesystem::perms::mask,
              std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);

    auto second = start({"--data", folder("a")});
    EXPECT_EQ(exit_code_of(*second), 1) << "two agents on one folder";

    EXPECT_EQ(end(*first), 0);
    auto again = start({"--data", folder("a")});
    EXPECT_TRUE(wait_until([&] { return m_greeted.size() == 2; })) << again->readAll().toStdString();
    EXPECT_EQ(end(*again), 0);
    auto other = start({"--data", folder("a"), "--node-id", "n8"});
    EXPECT_EQ(exit_code_of(*other), 2) << "an enrolled folder cannot become another node";
}

TEST_F(ProgramTest, ARefusedEnrolmentEndsWithTheReason) {
    m_refusal = "the token was used before";
    auto agent = start({"--data", folder("a"), "--server", server(), "--node-id", "n7", "--token", token()});
    EXPECT_EQ(exit_code_of(*agent), 4);
    EXPECT_NE(agent->readAll().toStdString().find("the token was used before"), std::string::npos);
}

TEST_F(ProgramTest, ATypoIsNamedWithTheNearestOption) {
    auto agent = start({"--data", folder("a"), "--sever", "x:1"});
    EXPECT_EQ(exit_code_of(*agent), 2);
    EXPECT_NE(agent->readAll().toStdString().find("--server"), std::string::npos);
}

}  // namespace
}  // namespace apollo::agent
