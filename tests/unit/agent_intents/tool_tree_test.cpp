// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <QDeadlineTimer>
#include <thread>

#include "agent/intents/tool.h"
#include "tests/unit/agent_intents/folder_fixture.h"

namespace apollo::agent {
namespace {

class ToolTreeTest : public FolderTest {
protected:
    // One that has ended and that nobody has asked about yet does not live.
    static bool lives(const std::string& pid) {
        std::ifstream file("/proc/" + pid + "/stat");
        std::string stat;
        std::getline(file, stat);
        const auto name_end = stat.rfind(") ");
        return name_end != std::string::npos && stat[name_end + 2] != 'Z';
    }
};

TEST_F(ToolTreeTest, AfterItsTimeAToolEndsWithWhatItStarted) {
    const auto ended = run_tool({"/bin/sh", "-c", "sleep 1000 & echo $! > " + path("child") + "; wait"}, 1000);
    ASSERT_FALSE(ended.ok());
    EXPECT_EQ(ended.error().kind, ErrorKind::Timeout);
    std::string child = read("child");
    ASSERT_GT(child.size(), 1u);
    child.pop_back();
    const QDeadlineTimer deadline(20000);
    while (lives(child) && !deadline.hasExpired()) std::this_thread::yield();
    EXPECT_FALSE(lives(child));
}

}  // namespace
}  // namespace apollo::agent
