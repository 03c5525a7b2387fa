// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/main/history_keeper.h"

#include <condition_variable>
#include <mutex>

#include "tests/unit/history/history_fixture.h"

namespace apollo::programs {
namespace {

using testing::random_log;

constexpr std::chrono::seconds deadline{20};

class HistoryKeeperTest : public testing::HistoryTest {
protected:
    void note(const std::string& line) {
        const std::lock_guard lock(m_mutex);
        m_lines.push_back(line);
        m_changed.notify_all();
    }
    bool wait_for_lines(std::size_t count) {
        std::unique_lock lock(m_mutex);
        return m_changed.wait_for(lock, deadline, [&] { return m_lines.size() >= count; });
    }

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<std::string> m_lines;
};

TEST_F(HistoryKeeperTest, EverythingDurableIsInTheDatabaseWhenItHasStopped) {
    const auto log = random_log(9);
    const auto expected = undisturbed(log);
    ASSERT_TRUE(m_disk.remove(file()).ok());
    const Position durable = write(log);
    HistoryKeeper keeper(data(), file());
    keeper.start([this](const std::string& line) { note(line); });
    for (Position position{1}; position <= durable; position = position.next()) keeper.advance(position);
    keeper.stop();
    EXPECT_EQ(dump(), expected);
    EXPECT_TRUE(m_lines.empty());
}

TEST_F(HistoryKeeperTest, ALockedDatabaseIsSaidOnceAndCaughtUpWith) {
    const auto log = random_log(9);
    const auto expected = undisturbed(log);
    ASSERT_TRUE(history::request_rebuild_at(file()).ok());
    const Position durable = write(log);
    auto other = connect(file());
    ASSERT_TRUE(other->begin().ok());
    HistoryKeeper keeper(data(), file());
    keeper.start([this](const std::string& line) { note(line); });
    keeper.advance(Position{1});
    ASSERT_TRUE(wait_for_lines(1));
    keeper.advance(durable);
    other->rollback();
    ASSERT_TRUE(wait_for_lines(2));
    keeper.stop();
    ASSERT_EQ(m_lines.size(), 2u);
    EXPECT_EQ(m_lines[0].rfind("warning: the SQL history is not written: ", 0), 0u) << m_lines[0];
    EXPECT_EQ(m_lines[1], "info: the SQL history is written again");
    EXPECT_EQ(dump(), expected);
}

TEST_F(HistoryKeeperTest, StoppingDoesNotWaitForALockedDatabase) {
    const auto log = random_log(9);
    undisturbed(log);
    ASSERT_TRUE(history::request_rebuild_at(file()).ok());
    auto other = connect(file());
    ASSERT_TRUE(other->begin().ok());
    HistoryKeeper keeper(data(), file());
    keeper.start([this](const std::string& line) { note(line); });
    keeper.advance(write(log));
    keeper.stop();
    EXPECT_EQ(m_lines.size(), 1u);
}

}  // namespace
}  // namespace apollo::programs
