// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/intents/builtin.h"

#include <sys/stat.h>

#include <algorithm>

#include "common/definition/intents.h"
#include "tests/unit/agent_intents/folder_fixture.h"

namespace apollo::agent {
namespace {

class BuiltinTest : public FolderTest {
protected:
    BuiltinInput with(nlohmann::json params) const { return {std::move(params), m_folder + "/checkpoint"}; }
    void SetUp() override {
        std::filesystem::create_directory(m_folder + "/checkpoint");
    }
    mode_t mode_of(const std::string& name) const {
        struct stat info {};
        ::stat(path(name).c_str(), &info);
        return info.st_mode & 07777;
    }
};

TEST_F(BuiltinTest, MetricsAreThoseOfThisMachine) {
    const auto output = collect_metrics(with(nlohmann::json::object()));
    ASSERT_TRUE(output.ok());
    for (const char* key : {"cpu_percent", "memory_used_percent", "disk_used_percent"}) {
        ASSERT_TRUE((*output)[key].is_number()) << key;
        EXPECT_GE((*output)[key].get<double>(), 0) << key;
        EXPECT_LE((*output)[key].get<double>(), 100) << key;
    }
    for (const char* key : {"cpu_count", "memory_total_bytes", "memory_used_bytes", "disk_total_bytes", "disk_used_bytes",
                            "uptime_s"}) {
        EXPECT_GT((*output)[key].get<std::int64_t>(), 0) << key;
    }
    for (const char* key : {"load_1m", "load_5m", "load_15m"}) EXPECT_TRUE((*output)[key].is_number()) << key;
    EXPECT_FALSE((*output)["hostname"].get<std::string>().empty());
    EXPECT_FALSE(collect_metrics(with({{"path", "/no/such/place"}})).ok());
}

TEST_F(BuiltinTest, EnsureFileChangesOnlyWhatDiffers) {
    const nlohmann::json params = {{"path", path("file")}, {"content", "hello\n"}, {"mode", "0640"}};
    auto output = ensure_file(with(params));
    ASSERT_TRUE(output.ok()) << output.error().message;
    EXPECT_EQ((*output)["changed"], true);
    EXPECT_EQ(read("file"), "hello\n");
    EXPECT_EQ(mode_of("file"), 0640u);
    EXPECT_EQ((*ensure_file(with(params)))["changed"], false);
    ::chmod(path("file").c_str(), 0600);
    EXPECT_EQ((*ensure_file(with(params)))["changed"], true);
    EXPECT_EQ((*ensure_file(with({{"path", path("file")}, {"content", "x"}})))["changed"], true);
    EXPECT_EQ(mode_of("file"), 0640u) << "without a mode the old one stays";
}

TEST_F(BuiltinTest, EnsureFileRefusesWhatItCannotDo) {
    EXPECT_EQ(ensure_file(with({{"path", "relative"}, {"content", ""}})).error().kind, ErrorKind::BadInput);
    EXPECT_EQ(ensure_file(with({{"path", path("f")}})).error().kind, ErrorKind::BadInput);
    EXPECT_EQ(ensure_file(with({{"path", path("f")}, {"content", ""}, {"mode", "rwx"}})).error().kind, ErrorKind::BadInput);
    EXPECT_EQ(ensure_file(with({{"path", m_folder}, {"content", ""}})).error().kind, ErrorKind::BadInput);
    EXPECT_EQ(ensure_file(with({{"path", path("no/such/f")}, {"content", ""}})).error().kind, ErrorKind::NotFound);
}

TEST_F(BuiltinTest, RotationShiftsAndDropsTheOldest) {
    write("log", "new");
    write("log.1", "one");
    write("log.2", "two");
    const auto output = rotate_logs(with({{"path", path("log")}, {"keep", 2}}));
    ASSERT_TRUE(output.ok()) << output.error().message;
    EXPECT_EQ((*output)["rotated"], true);
    EXPECT_FALSE(std::filesystem::exists(path("log")));
    EXPECT_EQ(read("log.1"), "new");
    EXPECT_EQ(read("log.2"), "one");
    EXPECT_FALSE(std::filesystem::exists(path("log.3")));
}

TEST_F(BuiltinTest, ARetryDoesNotRotateTwice) {
    write("log", "first");
    ASSERT_TRUE(rotate_logs(with({{"path", path("log")}})).ok());
    write("log", "second");
    const auto again = rotate_logs(with({{"path", path("log")}}));
    ASSERT_TRUE(again.ok());
    EXPECT_EQ((*again)["already_done"], true);
    EXPECT_EQ(read("log"), "second");
    EXPECT_EQ(read("log.1"), "first");
}

TEST_F(BuiltinTest, ARotationThatDiedHalfwayIsFinishedAndNotBegunAgain) {
    write("log", "new");
    write("log.1", "one");
    ASSERT_TRUE(rotate_logs(with({{"path", path("log")}})).ok());
    // As if it had died after the first of the two moves.
    auto plan = nlohmann::json::parse(read("checkpoint/rotate_logs.json"));
    plan["done"] = false;
    write("checkpoint/rotate_logs.json", plan.dump());
    std::filesystem::rename(path("log.1"), path("log"));
    ASSERT_TRUE(rotate_logs(with({{"path", path("log")}})).ok());
    EXPECT_EQ(read("log.1"), "new");
    EXPECT_EQ(read("log.2"), "one");
    EXPECT_FALSE(std::filesystem::exists(path("log.3")));
}

TEST_F(BuiltinTest, SmallOrMissingLogsStay) {
    write("log", "tiny");
    EXPECT_EQ((*rotate_logs(with({{"path", path("log")}, {"min_bytes", 100}})))["rotated"], false);
    EXPECT_EQ(read("log"), "tiny");
    EXPECT_EQ((*rotate_logs(with({{"path", path("missing")}})))["rotated"], false);
    EXPECT_FALSE(rotate_logs(with({{"path", path("log")}, {"keep", 0}})).ok());
}

class BuiltinProcessTest : public BuiltinTest {
protected:
    void TearDown() override {
        for (const char* name : {"APOLLO_PARAMS", "APOLLO_OUTPUT", "APOLLO_CHECKPOINT_DIR"}) ::unsetenv(name);
    }
    int run(const std::string& intent, const nlohmann::json& params) {
        write("params.json", params.dump());
        ::setenv("APOLLO_PARAMS", path("params.json").c_str(), 1);
        ::setenv("APOLLO_OUTPUT", path("output.json").c_str(), 1);
        ::setenv("APOLLO_CHECKPOINT_DIR", path("checkpoint").c_str(), 1);
        return run_builtin(intent);
    }
};

TEST_F(BuiltinProcessTest, AsAProcessItReadsParamsAndWritesTheOutput) {
    EXPECT_EQ(run("ensure_file", {{"path", path("f")}, {"content", "x"}}), 0);
    EXPECT_EQ(nlohmann::json::parse(read("output.json"))["changed"], true);
    EXPECT_EQ(run("ensure_file", {{"path", "relative"}, {"content", "x"}}), 65);
    EXPECT_EQ(run("ensure_file", {{"pth", "/x"}}), 65);
    EXPECT_EQ(run("ensure_file", {{"path", path("f")}, {"content", "x"}, {"mode", nullptr}}), 65) << "what an output gave instead of a text";
    EXPECT_EQ(run("no_such", nlohmann::json::object()), 65);
}

TEST(BuiltinTable, TheNodeHasEveryIntentThatADefinitionMayName) {
    std::vector<std::string> declared;
    for (const definition::BuiltinIntent& intent : definition::builtin_intents()) declared.emplace_back(intent.name);
    std::sort(declared.begin(), declared.end());
    EXPECT_EQ(builtin_names(), declared);
}

}  // namespace
}  // namespace apollo::agent
