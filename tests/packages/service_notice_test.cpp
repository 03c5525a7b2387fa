// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What the programs tell the service manager that started them.
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "tests/support/live_cluster.h"

namespace apollo::live {
namespace {

// Stands in for systemd: programs started while it lives are told of it.
class Manager {
public:
    Manager() : m_fd(::socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        const std::string path = m_folder.path().toStdString() + "/notify";
        path.copy(address.sun_path, sizeof address.sun_path - 1);
        EXPECT_EQ(::bind(m_fd, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
        qputenv("NOTIFY_SOCKET", QByteArray::fromStdString(path));
    }
    ~Manager() {
        qunsetenv("NOTIFY_SOCKET");
        ::close(m_fd);
    }

    bool was_told(const std::string& line) {
        return wait_until(
            [&] {
                char text[4096];
                for (ssize_t size = 0; (size = ::recv(m_fd, text, sizeof text, 0)) > 0;) m_all += std::string(text, static_cast<std::size_t>(size)) + "\n";
                return m_all.find(line) != std::string::npos;
            },
            20000);
    }
    const std::string& all() const { return m_all; }

private:
    QTemporaryDir m_folder;
    int m_fd;
    std::string m_all;
};

TEST(ServiceNotice, OrchestratorAndAgentSayWhenTheyAreReadyAndWhenTheyStop) {
    Manager manager;
    QTemporaryDir folder;
    const std::string data = folder.path().toStdString() + "/data";
    Program orchestrator(program_folder() + "/apollo-orchestrator", {"--data", data, "--listen", "127.0.0.1:0"}, folder.path().toStdString() + "/log");
    EXPECT_TRUE(manager.was_told("READY=1\nSTATUS=serving " + data)) << manager.all() << orchestrator.log();
    EXPECT_EQ(manager.all().find("STOPPING"), std::string::npos);
    EXPECT_EQ(orchestrator.stop(), 0);
    EXPECT_TRUE(manager.was_told("STOPPING=1")) << manager.all();
}

TEST(ServiceNotice, AgentIsReadyAndKeepsTheManagersWordsFromItsSteps) {
    LiveCluster cluster;
    Manager manager;
    cluster.add_agent("n1");
    EXPECT_TRUE(manager.was_told("READY=1\nSTATUS=node n1")) << manager.all();
    const std::string seen = cluster.path("seen");
    ASSERT_EQ(cluster.submit(task_of("t", {"n1"}, {shell_step("look", "env > '" + seen + "'")})).code, 0);
    EXPECT_TRUE(cluster.wait_for_state("t", "SUCCEEDED"));
    EXPECT_EQ(read_text(seen).find("NOTIFY_SOCKET"), std::string::npos) << read_text(seen);
    EXPECT_NE(read_text(seen).find("APOLLO_STEP=look"), std::string::npos);
}

}  // namespace
}  // namespace apollo::live
