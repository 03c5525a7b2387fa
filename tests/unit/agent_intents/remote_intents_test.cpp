// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// fetch_artifact, http_request, wait_for: what they do once, twice, and when the other side fails.
#include <QDir>
#include <QUrl>

#include "agent/intents/builtin.h"
#include "common/base/bytes.h"
#include "common/base/sha256.h"
#include "tests/support/shell.h"
#include "tests/unit/agent_intents/folder_fixture.h"
#include "tests/unit/agent_intents/tiny_server.h"

namespace apollo::agent {
namespace {

using nlohmann::json;

class RemoteIntents : public FolderTest {
protected:
    void SetUp() override {
        std::filesystem::create_directory(m_folder + "/checkpoint");
    }
    BuiltinInput with(json params) const { return {std::move(params), m_folder + "/checkpoint"}; }
    static std::string sha256_of(const std::string& text) { return sha256_hex(as_bytes(text)); }
};

TEST_F(RemoteIntents, AFileIsFetchedOnceAndItsContentIsProven) {
    const std::string content(300000, 'c');
    TinyServer server([&](const std::string&) { return TinyServer::answer_of(200, content); });
    const json params{{"url", server.url("/file")}, {"sha256", sha256_of(content)}, {"path", path("target")}};
    auto output = fetch_artifact(with(params));
    ASSERT_TRUE(output.ok()) << output.error().message;
    EXPECT_EQ((*output)["changed"], true);
    EXPECT_EQ(read("target"), content);
    output = fetch_artifact(with(params));
    ASSERT_TRUE(output.ok());
    EXPECT_EQ((*output)["changed"], false);
    EXPECT_EQ(server.requests().size(), 1u) << "what is there is not fetched again";
    EXPECT_EQ((*undo_fetch_artifact(with(params)))["changed"], true);
    EXPECT_FALSE(std::filesystem::exists(path("target")));
    EXPECT_EQ((*undo_fetch_artifact(with(params)))["changed"], false);
}

TEST_F(RemoteIntents, AWrongContentNeverReachesItsPlace) {
    write("target", "old");
    TinyServer server([&](const std::string&) { return TinyServer::answer_of(200, "evil"); });
    const auto output = fetch_artifact(with({{"url", server.url("/")}, {"sha256", sha256_of("good")}, {"path", path("target")}}));
    ASSERT_FALSE(output.ok());
    EXPECT_EQ(output.error().kind, ErrorKind::BadInput);
    EXPECT_EQ(read("target"), "old");
}

TEST_F(RemoteIntents, AFileOfThisMachineIsCopiedAndOneThatIsTooLargeRefused) {
    write("source", "local");
    const json params{{"url", QUrl::fromLocalFile(QString::fromStdString(path("source"))).toString().toStdString()}, {"sha256", sha256_of("local")}, {"path", path("target")}};
    ASSERT_TRUE(fetch_artifact(with(params)).ok());
    EXPECT_EQ(read("target"), "local");
    TinyServer server([&](const std::string&) { return TinyServer::answer_of(200, std::string(5000, 'x')); });
    const json large{{"url", server.url("/")}, {"sha256", sha256_of("x")}, {"path", path("large")}, {"max_bytes", 1000}};
    EXPECT_FALSE(fetch_artifact(with(large)).ok());
    EXPECT_FALSE(std::filesystem::exists(path("large")));
}

TEST_F(RemoteIntents, FaultsOfTheOtherSideAreWorthATryAndRefusalsAreNot) {
    int status = 503;
    TinyServer server([&](const std::string&) { return TinyServer::answer_of(status, ""); });
    const json params{{"url", server.url("/")}, {"sha256", sha256_of("x")}, {"path", path("t")}};
    EXPECT_EQ(fetch_artifact(with(params)).error().kind, ErrorKind::Unreachable);
    EXPECT_EQ(http_request(with({{"url", server.url("/")}})).error().kind, ErrorKind::Unreachable);
    status = 404;
    EXPECT_EQ(fetch_artifact(with(params)).error().kind, ErrorKind::BadInput);
    EXPECT_EQ(http_request(with({{"url", server.url("/")}})).error().kind, ErrorKind::BadInput);
    EXPECT_TRUE(http_request(with({{"url", server.url("/")}, {"expect", {404}}})).ok());
    EXPECT_EQ(http_request(with({{"url", "http://127.0.0.1:1/"}})).error().kind, ErrorKind::Unreachable);
    EXPECT_EQ(http_request(with({{"url", "ftp://x/"}})).error().kind, ErrorKind::BadInput);
}

TEST_F(RemoteIntents, ARequestCarriesItsMethodHeadersBodyAndTheSameKeyAtEveryAttempt) {
    TinyServer server([&](const std::string&) { return TinyServer::answer_of(201, "made"); });
    qputenv("APOLLO_TASK_ID", "t");
    qputenv("APOLLO_STEP", "s");
    qputenv("APOLLO_NODE", "n");
    const json params{{"url", server.url("/things")}, {"method", "POST"}, {"headers", {{"X-Word", "seven"}}}, {"body", "{\"a\":1}"}};
    const auto output = http_request(with(params));
    ASSERT_TRUE(output.ok()) << output.error().message;
    EXPECT_EQ((*output)["status"], 201);
    EXPECT_EQ((*output)["body"], "made");
    const std::string request = server.requests().at(0);
    EXPECT_EQ(request.rfind("POST /things HTTP/1.1", 0), 0u) << request;
    EXPECT_NE(request.find("X-Word: seven"), std::string::npos);
    EXPECT_NE(request.find("Idempotency-Key: t/s/n"), std::string::npos);
    EXPECT_NE(request.find("{\"a\":1}"), std::string::npos);
    EXPECT_FALSE(http_request(with({{"url", server.url("/")}, {"headers", {{"A", "b\r\nC: d"}}}})).ok());
    EXPECT_FALSE(http_request(with({{"url", server.url("/")}, {"method", "STEAL"}})).ok());
}

TEST_F(RemoteIntents, WaitForSeesPortsFilesAndCommandsAndGivesUpInTime) {
    TinyServer server([](const std::string&) { return TinyServer::answer_of(200, ""); });
    EXPECT_TRUE(wait_for(with({{"tcp", "127.0.0.1:" + std::to_string(server.port)}, {"timeout_s", 0}})).ok());
    EXPECT_EQ(wait_for(with({{"tcp", "127.0.0.1:1"}, {"timeout_s", 0}})).error().kind, ErrorKind::Timeout);
    EXPECT_FALSE(wait_for(with({{"file", path("mark")}, {"timeout_s", 0}})).ok());
    std::thread writer([&] { write("mark", ""); });
    EXPECT_TRUE(wait_for(with({{"file", path("mark")}, {"interval_ms", 10}})).ok());
    writer.join();
    const std::string mark = QDir::toNativeSeparators(QString::fromStdString(path("mark"))).toStdString();
    EXPECT_TRUE(wait_for(with({{"command", test_support::shell("test -e " + mark, "if not exist " + mark + " exit 1")}, {"timeout_s", 0}})).ok());
    EXPECT_FALSE(wait_for(with({{"command", test_support::shell("false", "exit 1")}, {"timeout_s", 0}})).ok());
    EXPECT_EQ(wait_for(with(json::object())).error().kind, ErrorKind::BadInput);
    EXPECT_EQ(wait_for(with({{"tcp", "x:1"}, {"file", "/x"}})).error().kind, ErrorKind::BadInput);
    EXPECT_EQ(wait_for(with({{"tcp", "noport"}})).error().kind, ErrorKind::BadInput);
}

}  // namespace
}  // namespace apollo::agent
