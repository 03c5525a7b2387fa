// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What built-in intents do with Windows' means.
#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QTemporaryDir>

#include "agent/intents/builtin.h"
#include "agent/intents/files.h"
#include "agent/intents/machine.h"
#include "agent/intents/placing.h"
#include "agent/intents/service.h"
#include "agent/intents/tool.h"
#include "agent/shim/attempt_files.h"
#include "common/base/disk.h"
#include "common/base/host.h"

namespace apollo::agent {
namespace {

class WindowsIntentsTest : public ::testing::Test {
protected:
    std::string path(const std::string& name) const { return m_root.path().toStdString() + "/" + name; }
    static std::string read(const std::string& file) {
        auto text = SystemDisk().read_file(file);
        return text ? *text : text.error().message;
    }
    static std::string test_command() { return program_file(QCoreApplication::applicationDirPath().toStdString(), "test_command"); }

    QTemporaryDir m_root;
};

TEST_F(WindowsIntentsTest, MetricsAreTheMachinesOwn) {
    const auto figures = collect_metrics({nlohmann::json::object(), path("")});
    ASSERT_TRUE(figures.ok()) << figures.error().message;
    EXPECT_GT((*figures)["memory_total_bytes"].get<double>(), 1e8);
    EXPECT_GT((*figures)["disk_total_bytes"].get<double>(), 1e8);
    EXPECT_GE((*figures)["cpu_percent"].get<double>(), 0);
    EXPECT_LE((*figures)["cpu_percent"].get<double>(), 100);
    EXPECT_FALSE((*figures).contains("load_1m"));
    EXPECT_FALSE(collect_metrics({{{"path", "C:/there/is/no/such/folder"}}, path("")}).ok());
}

TEST_F(WindowsIntentsTest, AFileIsPutInPlaceAndItsAccessKept) {
    const nlohmann::json params{{"path", path("\u4e16\u754c.txt")}, {"content", "one"}, {"mode", "0600"}};
    auto done = ensure_file({params, path("")});
    ASSERT_TRUE(done.ok()) << done.error().message;
    EXPECT_TRUE((*done)["changed"].get<bool>());
    EXPECT_EQ(read(path("\u4e16\u754c.txt")), "one");
    EXPECT_EQ(look_at(path("\u4e16\u754c.txt"), Links::Follow).mode, 0600);
    done = ensure_file({params, path("")});
    ASSERT_TRUE(done.ok()) << done.error().message;
    EXPECT_FALSE((*done)["changed"].get<bool>());
    ASSERT_TRUE(replace_file(path("shared"), "x", 0755).ok());
    EXPECT_EQ(look_at(path("shared"), Links::Follow).mode, 0644);
}

TEST_F(WindowsIntentsTest, LogsAreRotated) {
    for (const char* text : {"first", "second"}) {
        ASSERT_TRUE(replace_file(path("log"), text, 0644).ok());
        const std::string checkpoint = path(std::string("checkpoint-") + text);
        ASSERT_TRUE(SystemDisk().make_folder(checkpoint).ok());
        const auto done = rotate_logs({{{"path", path("log")}, {"keep", 3}}, checkpoint});
        ASSERT_TRUE(done.ok()) << done.error().message;
    }
    EXPECT_EQ(read(path("log.1")), "second");
    EXPECT_EQ(read(path("log.2")), "first");
    EXPECT_FALSE(SystemDisk().exists(path("log")));
}

TEST_F(WindowsIntentsTest, AFileAddressNamesADriveOrAnotherMachine) {
    EXPECT_EQ(path_of_file_address("file:///C:/x y"), "C:/x y");
    EXPECT_EQ(path_of_file_address("file://server/share/x"), "//server/share/x");
}

TEST_F(WindowsIntentsTest, AToolsOutputAndEndAreTold) {
    const auto said = run_tool({test_command(), "print", "a b"}, 30000);
    ASSERT_TRUE(said.ok()) << said.error().message;
    EXPECT_EQ(said->exit_code, 0);
    EXPECT_NE(said->output.find("[a b]"), std::string::npos);
    EXPECT_EQ(run_tool({"there-is-no-such-program"}, 30000).error().kind, ErrorKind::NotFound);
}

TEST_F(WindowsIntentsTest, AfterItsTimeAToolEndsWithWhatItStarted) {
    EXPECT_EQ(run_tool({test_command(), "tree", path("child")}, 3000).error().kind, ErrorKind::Timeout);
    const std::string child = read(path("child"));
    ASSERT_FALSE(child.empty());
    EXPECT_EQ(start_ticks(std::stoll(child)), 0u) << "the process " << child << " lives";
}

TEST_F(WindowsIntentsTest, AServiceThatIsNotThereIsSaid) {
    const auto service = Service::of("apollo-no-such-service");
    ASSERT_TRUE(service.ok());
    const auto active = service->is_active();
    ASSERT_FALSE(active.ok());
    EXPECT_EQ(active.error().kind, ErrorKind::NotFound);
    EXPECT_FALSE(Service::of("a/b").ok());
    EXPECT_FALSE(Service::of("").ok());
}

}  // namespace
}  // namespace apollo::agent
