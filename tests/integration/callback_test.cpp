// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A task's callback comes at least once, signed, whatever dies meanwhile: receiver, orchestrator, or both.
#include <gtest/gtest.h>

#include <QMessageAuthenticationCode>

#include "tests/support/http_receiver.h"
#include "tests/support/live_cluster.h"

namespace apollo::live {
namespace {

Json task_with_callback(const std::string& id, const std::string& script, const std::string& url) {
    Json task = task_of(id, {"n1"}, {shell_step("s", script)});
    task["callback_url"] = url;
    return task;
}

TEST(Callback, ComesSignedAndIsSentAgainUntilItArrivesThroughKillsOfTheOrchestrator) {
    testing::HttpReceiver receiver;
    receiver.answers = {503};
    LiveCluster cluster;
    cluster.add_workers({"n1"});
    ASSERT_EQ(cluster.submit(task_with_callback("t", "true", receiver.url())).code, 0);
    ASSERT_TRUE(receiver.wait_until([&] { return receiver.bodies.size() == 2; }, 30000)) << "503 was not enough";
    EXPECT_EQ(receiver.bodies[0], receiver.bodies[1]);
    const Json body = Json::parse(receiver.bodies[1]);
    EXPECT_EQ(body["task_id"], "t");
    EXPECT_EQ(body["state"], "SUCCEEDED");
    const QByteArray key = QByteArray::fromStdString(read_text(cluster.data() + "/pki/callback.key")).trimmed();
    const QByteArray mac = QMessageAuthenticationCode::hash(QByteArray::fromStdString(receiver.bodies[1]), key, QCryptographicHash::Sha256).toHex();
    EXPECT_EQ(receiver.signatures[1], "sha256=" + mac.toStdString());

    // Nobody listens when the next one ends, and the orchestrator dies before anybody does.
    const std::uint16_t port = receiver.server.serverPort();
    receiver.server.close();
    ASSERT_EQ(cluster.submit(task_with_callback("failed", "exit 3", receiver.url_at(port))).code, 0);
    ASSERT_TRUE(cluster.wait_for_state("failed", "FAILED"));
    cluster.kill_orchestrator();
    ASSERT_TRUE(receiver.server.listen(QHostAddress::LocalHost, port));
    ASSERT_TRUE(cluster.start_orchestrator());
    // The one before may come again: whether its arrival was written down when the orchestrator died, nobody waited for.
    const auto is_told = [&] { return receiver.bodies.size() >= 3 && Json::parse(receiver.bodies.back())["task_id"] == "failed"; };
    ASSERT_TRUE(receiver.wait_until(is_told, 30000)) << cluster.orchestrator_log();
    EXPECT_EQ(Json::parse(receiver.bodies.back())["state"], "FAILED");

    // What was told is not told again by the next process.
    const auto last_position = cluster.events("failed").back()["position"].get<std::uint64_t>();
    ASSERT_TRUE(receiver.wait_until([&] {
        const Json progress = Json::parse(read_text(cluster.data() + "/run/callbacks.json"), nullptr, false);
        return progress.is_object() && progress["reached"].get<std::uint64_t>() >= last_position;
    }, 10000));
    cluster.kill_orchestrator();
    const std::size_t told = receiver.bodies.size();
    ASSERT_TRUE(cluster.start_orchestrator());
    ASSERT_EQ(cluster.submit(task_with_callback("last", "true", receiver.url())).code, 0);
    ASSERT_TRUE(receiver.wait_until([&] { return receiver.bodies.size() > told; }, 30000));
    EXPECT_EQ(Json::parse(receiver.bodies[told])["task_id"], "last");
}

}  // namespace
}  // namespace apollo::live
