// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// ensure_service and upgrade_service against a systemctl of the test's own that keeps its state in files.
#include <sys/stat.h>

#include "agent/intents/builtin.h"
#include "common/base/bytes.h"
#include "common/base/sha256.h"
#include "tests/unit/agent_intents/folder_fixture.h"

namespace apollo::agent {
namespace {

using nlohmann::json;

class ServiceIntents : public FolderTest {
protected:
    void SetUp() override {
        FolderTest::SetUp();
        std::filesystem::create_directory(m_folder + "/checkpoint");
        // A service whose program holds "bad" does not stay active.
        write("bin/systemctl", R"(#!/bin/sh
root=$(dirname "$0")/..
echo "$*" >> "$root/calls"
case "$1" in
  is-active) [ -e "$root/active" ] && ! grep -q bad "$root/program" 2>/dev/null ;;
  is-enabled) [ -e "$root/enabled" ] ;;
  start|restart) [ -e "$root/known" ] || exit 5; touch "$root/active" ;;
  stop) rm -f "$root/active" ;;
  enable) touch "$root/enabled" ;;
  disable) rm -f "$root/enabled" ;;
esac
)");
        ::chmod(path("bin/systemctl").c_str(), 0755);
        write("known", "");
        m_old_path = ::getenv("PATH");
        ::setenv("PATH", (path("bin") + ":" + m_old_path).c_str(), 1);
    }
    void TearDown() override {
        ::setenv("PATH", m_old_path.c_str(), 1);
        FolderTest::TearDown();
    }
    BuiltinInput with(json params) const { return {std::move(params), m_folder + "/checkpoint"}; }
    bool has(const std::string& name) const { return std::filesystem::exists(path(name)); }
    std::size_t count_calls(const std::string& what) const {
        std::istringstream calls(read("calls"));
        std::size_t count = 0;
        for (std::string line; std::getline(calls, line);) count += line == what ? 1 : 0;
        return count;
    }
    json upgrade_to(const std::string& content) {
        write("new", content);
        return {{"url", "file://" + path("new")}, {"sha256", sha256_hex(as_bytes(content))}, {"path", path("program")}, {"service", "web"}, {"settle_ms", 0}};
    }
    std::string m_old_path;
};

TEST_F(ServiceIntents, EnsureServiceChangesOnlyWhatDiffersAndIsUndoneToWhatWasBefore) {
    const json params{{"name", "web"}, {"state", "started"}, {"enabled", true}};
    auto output = ensure_service(with(params));
    ASSERT_TRUE(output.ok()) << output.error().message;
    EXPECT_EQ(*output, (json{{"changed", true}, {"active", true}, {"enabled", true}}));
    output = ensure_service(with(params));
    EXPECT_EQ((*output)["changed"], false);
    EXPECT_EQ(count_calls("start web.service"), 1u);
    EXPECT_EQ((*undo_ensure_service(with(params)))["changed"], true);
    EXPECT_FALSE(has("active"));
    EXPECT_FALSE(has("enabled"));
    EXPECT_EQ((*undo_ensure_service(with(params)))["changed"], false);
}

TEST_F(ServiceIntents, EnsureServiceRefusesNonsenseAndNamesWhatFails) {
    EXPECT_EQ(ensure_service(with({{"name", "-rf"}, {"state", "started"}})).error().kind, ErrorKind::BadInput);
    EXPECT_EQ(ensure_service(with({{"name", "a b"}, {"state", "started"}})).error().kind, ErrorKind::BadInput);
    EXPECT_EQ(ensure_service(with({{"name", "web"}})).error().kind, ErrorKind::BadInput);
    EXPECT_EQ(ensure_service(with({{"name", "web"}, {"state", "up"}})).error().kind, ErrorKind::BadInput);
    std::filesystem::remove(path("known"));
    EXPECT_EQ(ensure_service(with({{"name", "web"}, {"state", "started"}})).error().kind, ErrorKind::NotFound);
}

TEST_F(ServiceIntents, AnUpgradeReplacesTheFileAndRestartsOnce) {
    write("program", "one");
    write("active", "");
    const json params = upgrade_to("two");
    auto output = upgrade_service(with(params));
    ASSERT_TRUE(output.ok()) << output.error().message;
    EXPECT_EQ((*output)["changed"], true);
    EXPECT_EQ(read("program"), "two");
    output = upgrade_service(with(params));
    ASSERT_TRUE(output.ok());
    EXPECT_EQ((*output)["changed"], false);
    EXPECT_EQ((*output)["restarted"], false);
    EXPECT_EQ(count_calls("restart web.service"), 1u);
    EXPECT_EQ((*undo_upgrade_service(with(params)))["changed"], true);
    EXPECT_EQ(read("program"), "one");
}

TEST_F(ServiceIntents, AnUpgradeThatDiedBeforeItsRestartIsRestartedByTheNextAttempt) {
    write("program", "two");
    write("active", "");
    const json params = upgrade_to("two");
    write("checkpoint/restart-owed", "1");
    const auto output = upgrade_service(with(params));
    ASSERT_TRUE(output.ok());
    EXPECT_EQ((*output)["restarted"], true);
    EXPECT_FALSE(has("checkpoint/restart-owed"));
}

TEST_F(ServiceIntents, AServiceThatDoesNotStayActiveGetsItsPreviousFileBack) {
    write("program", "one");
    write("active", "");
    const auto output = upgrade_service(with(upgrade_to("bad")));
    ASSERT_FALSE(output.ok());
    EXPECT_NE(output.error().message.find("the previous one was put back"), std::string::npos) << output.error().message;
    EXPECT_EQ(read("program"), "one");
    EXPECT_EQ(count_calls("restart web.service"), 2u);
}

}  // namespace
}  // namespace apollo::agent
