// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The database is locked, deleted, replaced, reset or out of reach: the projector says so, and goes on when it can.
#include <QDir>

#include "app/history/migrations.h"
#include "tests/unit/history/history_fixture.h"

namespace apollo::history {
namespace {

using testing::FakeLog;
using testing::random_log;
using testing::Tables;

class ProjectorFaultTest : public testing::HistoryTest {
protected:
    void SetUp() override {
        m_expected = undisturbed(m_log);
        ASSERT_TRUE(m_disk.remove(file()).ok());
        m_durable = write(m_log);
    }

    const FakeLog m_log = random_log(5);
    Tables m_expected;
    Position m_durable;
};

TEST_F(ProjectorFaultTest, ADatabaseThatAnotherProgramHasLockedIsWrittenWhenItIsFree) {
    Projector projector(m_disk, data(), file(), 1);
    ASSERT_TRUE(projector.step(m_durable).ok());
    ASSERT_TRUE(projector.step(m_durable).ok());
    auto other = connect(file());
    ASSERT_TRUE(other->begin().ok());
    for (int k = 0; k < 3; ++k) {
        const auto refused = projector.step(m_durable);
        ASSERT_FALSE(refused.ok());
        EXPECT_EQ(refused.error().kind, ErrorKind::Timeout);
        EXPECT_NE(refused.error().message.find("locked"), std::string::npos);
    }
    other->rollback();
    ASSERT_TRUE(projector.catch_up(m_durable).ok());
    EXPECT_EQ(dump(), m_expected);
}

TEST_F(ProjectorFaultTest, AProcessThatEndsWithAnUnwrittenTransactionLosesNothing) {
    auto projector = std::make_unique<Projector>(m_disk, data(), file(), 1);
    ASSERT_TRUE(projector->step(m_durable).ok());
    auto other = connect(file());
    ASSERT_TRUE(other->begin().ok());
    ASSERT_FALSE(projector->step(m_durable).ok());
    projector = std::make_unique<Projector>(m_disk, data(), file(), 1);
    other->rollback();
    ASSERT_TRUE(projector->catch_up(m_durable).ok());
    EXPECT_EQ(dump(), m_expected);
}

TEST_F(ProjectorFaultTest, AFileThatCannotBeOpenedIsTriedAgain) {
    const QString folder = QString::fromStdString(file());
    ASSERT_TRUE(QDir().mkdir(folder));
    Projector projector(m_disk, data());
    const auto refused = projector.step(m_durable);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().kind, ErrorKind::Io);
    ASSERT_TRUE(QDir().rmdir(folder));
    ASSERT_TRUE(projector.catch_up(m_durable).ok());
    EXPECT_EQ(dump(), m_expected);
}

TEST_F(ProjectorFaultTest, ALogThatCannotBeReadIsNotTakenForAnEmptyOne) {
    const auto names = m_disk.list(data() + "/log");
    ASSERT_TRUE(names.ok());
    const std::string segment = data() + "/log/" + names->front(), aside = data() + "/aside";
    ASSERT_TRUE(m_disk.rename(segment, aside).ok());
    ASSERT_TRUE(QDir().mkdir(QString::fromStdString(segment)));
    Projector projector(m_disk, data());
    const auto refused = projector.catch_up(m_durable);
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().message.find(names->front()), std::string::npos) << refused.error().message;
    ASSERT_TRUE(QDir().rmdir(QString::fromStdString(segment)));
    ASSERT_TRUE(m_disk.rename(aside, segment).ok());
    ASSERT_TRUE(projector.catch_up(m_durable).ok());
    EXPECT_EQ(dump(), m_expected);
}

TEST_F(ProjectorFaultTest, ARebuildAskedForByAnotherProgramHappensAlsoInTheMiddleOfTheWork) {
    Projector projector(m_disk, data());
    for (int k = 0; k < 3; ++k) ASSERT_TRUE(projector.step(m_durable).ok());
    {
        auto other = connect(file());
        ASSERT_TRUE(other->execute(QStringLiteral("UPDATE runs SET status = 'WRONG'")).ok());
        ASSERT_TRUE(request_rebuild(*other).ok());
    }
    ASSERT_TRUE(projector.catch_up(m_durable).ok());
    EXPECT_EQ(dump(), m_expected);
    {
        auto other = connect(file());
        ASSERT_TRUE(other->execute(QStringLiteral("DELETE FROM runs")).ok());
        ASSERT_TRUE(other->execute(QStringLiteral("INSERT INTO tasks SELECT task + 1000, task_id, status, intent, priority, submitted_by, note, historical, "
                                                  "paused, cancel_requested, first_run, run_count, submitted_at_ms, ended_at_ms, submitted_position, "
                                                  "last_position, definition_sha256, definition_artifact FROM tasks")).ok());
        ASSERT_TRUE(request_rebuild(*other).ok());
    }
    ASSERT_TRUE(projector.catch_up(m_durable).ok()) << "nothing new has happened meanwhile";
    EXPECT_EQ(dump(), m_expected);
}

TEST_F(ProjectorFaultTest, AFileOfAnotherLogIsMadeAnewAndSaidSo) {
    { ASSERT_TRUE(Projector(m_disk, data()).catch_up(Position{150}).ok()); }
    forget_log();
    const FakeLog another = random_log(12);
    const Position durable = write(another);
    std::vector<std::string> lines;
    {
        Projector projector(m_disk, data());
        projector.on_warning = [&](const std::string& line) { lines.push_back(line); };
        ASSERT_TRUE(projector.catch_up(durable).ok());
    }
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_NE(lines[0].find("another log"), std::string::npos);
    const Tables found = dump();
    EXPECT_EQ(found, undisturbed(another));
}

TEST_F(ProjectorFaultTest, AFileThatIsAheadOfTheLogIsMadeAnew) {
    { ASSERT_TRUE(Projector(m_disk, data()).catch_up(m_durable).ok()); }
    Projector projector(m_disk, data());
    ASSERT_TRUE(projector.catch_up(Position{40}).ok());
    EXPECT_EQ(projector.figures()->events, 40u);
    ASSERT_TRUE(projector.catch_up(m_durable).ok());
    EXPECT_EQ(dump(), m_expected);
}

TEST_F(ProjectorFaultTest, ATaskWhosePlanIsLostKeepsItsEventsAndIsSaid) {
    ASSERT_TRUE(QDir(QString::fromStdString(data() + "/artifacts")).removeRecursively());
    Projector projector(m_disk, data());
    std::vector<std::string> lines;
    projector.on_warning = [&](const std::string& line) { lines.push_back(line); };
    ASSERT_TRUE(projector.catch_up(m_durable).ok());
    EXPECT_FALSE(lines.empty());
    EXPECT_EQ(projector.figures()->events, m_log.events().size());
    EXPECT_EQ(projector.figures()->tasks, 0u);
}

}  // namespace
}  // namespace apollo::history
