// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Not on Windows, where a file that is open cannot be deleted.
#include "tests/unit/history/history_fixture.h"

namespace apollo::history {
namespace {

class DeletedFileTest : public testing::HistoryTest {};

TEST_F(DeletedFileTest, ItIsMadeAnewUnderAProjectorThatHasItOpen) {
    const testing::FakeLog log = testing::random_log(5);
    const testing::Tables expected = undisturbed(log);
    const Position durable = write(log);
    Projector projector(m_disk, data());
    ASSERT_TRUE(projector.catch_up(durable).ok());
    ASSERT_TRUE(m_disk.remove(file()).ok());
    ASSERT_TRUE(projector.catch_up(durable).ok());
    EXPECT_EQ(dump(), expected);
}

}  // namespace
}  // namespace apollo::history
