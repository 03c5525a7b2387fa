// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/history/migrations.h"

#include "tests/unit/history/history_fixture.h"

namespace apollo::history {
namespace {

using testing::FakeLog;
using testing::random_log;
using testing::Tables;

class MigrationsTest : public testing::HistoryTest {};

TEST_F(MigrationsTest, ADatabaseOfTheFirstSchemaIsBroughtUpToDateAndGoesOn) {
    const FakeLog log = random_log(8);
    const Tables expected = undisturbed(log);
    const Position durable = write(log);
    ASSERT_TRUE(Projector(m_disk, data()).rebuild(Position{120}).ok());
    {
        // The first schema had no indexes; its tables are those of today.
        auto database = connect(file());
        for (const char* index : {"tasks_by_id", "runs_by_task", "events_by_run", "events_by_task"}) {
            ASSERT_TRUE(database->execute(QStringLiteral("DROP INDEX ") + QLatin1String(index)).ok());
        }
        ASSERT_TRUE(database->execute(QStringLiteral("DELETE FROM schema_version WHERE version > 1")).ok());
        EXPECT_EQ(*schema_of(*database), 1);
    }
    Projector projector(m_disk, data());
    ASSERT_TRUE(projector.catch_up(durable).ok());
    EXPECT_EQ(*schema_of(*connect(file())), newest_schema());
    EXPECT_EQ(dump(), expected);
}

TEST_F(MigrationsTest, EachStepFromEmptyToNewestWorksByItself) {
    auto database = connect(file());
    EXPECT_EQ(*schema_of(*database), 0);
    for (int version = 1; version <= newest_schema(); ++version) {
        ASSERT_TRUE(migrate(*database, version).ok());
        EXPECT_EQ(*schema_of(*database), version);
    }
    const auto names = database->select_text(QStringLiteral("SELECT name FROM schema_version ORDER BY version"));
    ASSERT_TRUE(names.ok());
    EXPECT_EQ(names->front().front().toString(), QStringLiteral("0001_tables"));
}

TEST_F(MigrationsTest, MigrationsAreNumberedWithoutGaps) {
    const auto names = migration_names(QStringLiteral("sqlite"));
    ASSERT_GE(names.size(), 2u);
    for (std::size_t k = 0; k < names.size(); ++k) EXPECT_EQ(names[k].left(4).toUInt(), k + 1) << names[k].toStdString();
}

TEST_F(MigrationsTest, AFailedStepLeavesTheSchemaBeforeIt) {
    auto database = connect(file());
    ASSERT_TRUE(migrate(*database, 1).ok());
    ASSERT_TRUE(database->execute(QStringLiteral("CREATE TABLE events_by_task (x INTEGER)")).ok()) << "stands in the way of the last statement";
    EXPECT_FALSE(migrate(*database).ok());
    EXPECT_EQ(*schema_of(*database), 1);
    const auto indexes = database->select_text(QStringLiteral("SELECT name FROM sqlite_master WHERE name = 'tasks_by_id'"));
    EXPECT_TRUE(indexes->empty());
}

TEST_F(MigrationsTest, ANewerSchemaIsRefusedInASentenceAndNotTouched) {
    const FakeLog log = random_log(2);
    const Position durable = write(log);
    ASSERT_TRUE(Projector(m_disk, data()).catch_up(Position{10}).ok());
    ASSERT_TRUE(connect(file())->execute(QStringLiteral("INSERT INTO schema_version (version, name) VALUES (99, '0099_future')")).ok());
    const Tables before = dump();
    Projector projector(m_disk, data());
    const auto refused = projector.step(durable);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().kind, ErrorKind::Unsupported);
    EXPECT_NE(refused.error().message.find("newer program (schema 99"), std::string::npos) << refused.error().message;
    EXPECT_EQ(dump(), before);
    EXPECT_FALSE(figures_at(file()).ok());
    EXPECT_FALSE(request_rebuild_at(file()).ok());
}

}  // namespace
}  // namespace apollo::history
