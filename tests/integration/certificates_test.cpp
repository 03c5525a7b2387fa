// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A node's certificate that is replaced while the agent runs.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/live_cluster.h"
#include "tests/support/tcp_proxy.h"

namespace apollo::live {
namespace {

class Certificates : public ::testing::Test {
protected:
    Certificates() : line(cluster.port()) {}
    void SetUp() override { cluster.add_agent("n1", {"--server", "127.0.0.1:" + std::to_string(line.port())}); }

    // The same key and subject, signed anew by the center's CA.
    void sign_again(const Words& validity, const std::string& to) {
        const std::string pki = cluster.agent_data("n1") + "/pki", ca = cluster.data() + "/pki";
        const Answer request = run_program("/usr/bin/openssl", {"x509", "-x509toreq", "-in", pki + "/agent.crt", "-signkey", pki + "/agent.key", "-out", cluster.path("n1.csr")});
        ASSERT_EQ(request.code, 0) << request;
        write_text(cluster.path("serial"), serial());
        Words arguments{"x509", "-req", "-in", cluster.path("n1.csr"), "-CA", ca + "/ca.crt", "-CAkey", ca + "/ca.key", "-set_serial", "0x" + serial(), "-out", to};
        arguments.insert(arguments.end(), validity.begin(), validity.end());
        const Answer signed_again = run_program("/usr/bin/openssl", arguments);
        ASSERT_EQ(signed_again.code, 0) << signed_again;
    }
    std::string serial() {
        const std::string line_of = run_program("/usr/bin/openssl", {"x509", "-in", original(), "-noout", "-serial"}).out;
        return line_of.substr(line_of.find('=') + 1, line_of.find('\n') - line_of.find('=') - 1);
    }
    std::string original() { return std::filesystem::exists(cluster.path("original.crt")) ? cluster.path("original.crt") : certificate(); }
    std::string certificate() { return cluster.agent_data("n1") + "/pki/agent.crt"; }
    void break_line() {
        line.cut_with_reset();
        ASSERT_TRUE(wait_until([&] { return cluster.node_state("n1") == "unreachable"; }, 20000));
        line.join();
    }

    LiveCluster cluster;
    testing::TcpProxy line;
};

TEST_F(Certificates, B039AnExpiredOneIsNamedAndARenewedOneIsUsedWithoutARestart) {
    std::filesystem::copy(certificate(), cluster.path("original.crt"));
    sign_again({"-days", "0"}, cluster.path("expired.crt"));
    ASSERT_EQ(cluster.submit(task_of("t", {"n1"}, {shell_step("s", "echo $APOLLO_ATTEMPT >> " + cluster.path("effects") + "; while [ ! -e " + cluster.path("go") +
                                                              " ]; do sleep 0.1; done")}, 120)).code, 0);
    ASSERT_TRUE(cluster.wait_for_run("t", "s", "n1", "RUNNING"));
    std::filesystem::copy(cluster.path("expired.crt"), certificate(), std::filesystem::copy_options::overwrite_existing);
    break_line();
    EXPECT_TRUE(wait_until([&] { return cluster.agent_log("n1").find("expired") != std::string::npos; }, 20000)) << cluster.agent_log("n1");
    EXPECT_NE(cluster.node_state("n1"), "connected");
    EXPECT_TRUE(cluster.agent("n1").is_running());
    // Half of a renewal (a key that does not fit) is tried again, too.
    const std::string key = cluster.agent_data("n1") + "/pki/agent.key", good_key = read_text(key);
    write_text(key, read_text(cluster.data() + "/pki/server.key"));
    std::filesystem::copy(cluster.path("original.crt"), certificate(), std::filesystem::copy_options::overwrite_existing);
    write_text(key, good_key);
    EXPECT_TRUE(cluster.wait_for_node("n1", "connected")) << cluster.agent_log("n1");
    write_text(cluster.path("go"), "");
    ASSERT_TRUE(cluster.wait_for_state("t", "SUCCEEDED")) << cluster.status("t").dump(1);
    EXPECT_EQ(read_text(cluster.path("effects")), "1\n") << "the work that ran was not lost";
}

}  // namespace
}  // namespace apollo::live
