// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The same history in a PostgreSQL database: row for row what is in the file.
#include "app/history/known_end.h"
#include "app/history/migrations.h"
#include "tests/support/postgres_server.h"
#include "tests/unit/history/history_fixture.h"

namespace apollo::history {
namespace {

using testing::FakeLog;
using testing::random_log;
using testing::Tables;

class ServerTest : public testing::HistoryTest {
protected:
    void SetUp() override {
        if (const std::string missing = testing::PostgresServer::missing(); !missing.empty()) GTEST_SKIP() << missing << "; nothing of PostgreSQL was tested";
        m_server = std::make_unique<testing::PostgresServer>();
        m_expected = undisturbed(m_log);
        m_durable = write(m_log);
        ASSERT_TRUE(m_disk.make_folder(data() + "/run").ok());
        ASSERT_TRUE(remember_place(m_disk, data(), m_server->url()).ok());
    }
    Tables on_server() { return dump(*connect(m_server->url())); }

    std::unique_ptr<testing::PostgresServer> m_server;
    FakeLog m_log = random_log(5);
    Tables m_expected;
    Position m_durable;
};

TEST_F(ServerTest, HoldsRowForRowWhatTheFileHoldsAlsoOverRestarts) {
    EXPECT_EQ(position_at(m_server->url()).error().kind, ErrorKind::NotFound);
    for (std::uint64_t end = 40; end < m_durable.value; end += 90) {
        Projector projector(m_disk, data());
        ASSERT_TRUE(projector.catch_up(Position{end}).ok());
    }
    Projector projector(m_disk, data());
    const auto done = projector.catch_up(m_durable);
    ASSERT_TRUE(done.ok()) << done.error().message;
    EXPECT_EQ(on_server(), m_expected);
    EXPECT_EQ(*projector.figures(), *figures_at(m_server->url()));
    EXPECT_EQ(*position_at(place_of(m_disk, data())), m_durable);
    EXPECT_TRUE(*place_holds_event(m_server->url(), m_log.events().back().header));
}

TEST_F(ServerTest, ProvesNothingOfALogThatIsNotThere) {
    ASSERT_TRUE(Projector(m_disk, data()).catch_up(m_durable).ok());
    EXPECT_EQ(known_end(m_disk, data(), m_server->url()), Position{}) << "it is not ahead";
    QTemporaryDir fresh;
    EXPECT_EQ(known_end(m_disk, fresh.path().toStdString(), m_server->url()), Position{}) << "a new folder does not lack what another log holds";
}

TEST_F(ServerTest, GoesOnWhenTheServerIsBack) {
    Projector projector(m_disk, data());
    ASSERT_TRUE(projector.step(m_durable).ok());
    m_server->stop();
    const auto away = projector.step(m_durable);
    ASSERT_FALSE(away.ok());
    EXPECT_EQ(away.error().kind, ErrorKind::Io) << away.error().message;
    EXPECT_NE(away.error().message.find(m_server->url()), std::string::npos) << away.error().message;
    m_server->start();
    ASSERT_TRUE(projector.catch_up(m_durable).ok());
    EXPECT_EQ(on_server(), m_expected);
}

TEST_F(ServerTest, WaitsWhileAnotherProgramWrites) {
    Projector projector(m_disk, data(), {}, 1);
    ASSERT_TRUE(projector.step(m_durable).ok());
    auto other = connect(m_server->url());
    ASSERT_TRUE(other->begin().ok());
    const auto refused = projector.step(m_durable);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().kind, ErrorKind::Timeout) << refused.error().message;
    other->rollback();
    ASSERT_TRUE(projector.catch_up(m_durable).ok());
    EXPECT_EQ(on_server(), m_expected);
}

TEST_F(ServerTest, IsMadeAnewWhenAsked) {
    Projector projector(m_disk, data());
    ASSERT_TRUE(projector.catch_up(m_durable).ok());
    ASSERT_TRUE(connect(m_server->url())->execute(QStringLiteral("UPDATE runs SET status = 'WRONG'")).ok());
    ASSERT_TRUE(request_rebuild_at(m_server->url()).ok());
    ASSERT_TRUE(projector.catch_up(m_durable).ok());
    EXPECT_EQ(on_server(), m_expected);
    ASSERT_TRUE(connect(m_server->url())->execute(QStringLiteral("DELETE FROM events")).ok());
    ASSERT_TRUE(Projector(m_disk, data()).rebuild(m_durable).ok());
    EXPECT_EQ(on_server(), m_expected);
}

TEST_F(ServerTest, AnswersPagesAsTheFileDoes) {
    Projector projector(m_disk, data());
    ASSERT_TRUE(projector.catch_up(m_durable).ok());
    auto file_database = connect(file()), server_database = connect(m_server->url());
    std::vector<api::TaskQuestion> questions(6);
    questions[1].text = "LAYERS";
    questions[2].text = "%";
    questions[3].states = {domain::TaskStatus::Failed, domain::TaskStatus::Running};
    questions[4].since = m_log.state().tasks[1].submitted_at;
    questions[5].before = TaskIndex{2};
    questions[5].submitted_by = "o";
    for (const api::TaskQuestion& question : questions) {
        const auto expected = find_tasks(*file_database, question), found = find_tasks(*server_database, question);
        ASSERT_TRUE(found.ok()) << found.error().message;
        ASSERT_EQ(found->tasks.size(), expected->tasks.size());
        for (std::size_t k = 0; k < found->tasks.size(); ++k) EXPECT_EQ(found->tasks[k].id, expected->tasks[k].id);
    }
    EXPECT_EQ(runs_of_task(*server_database, m_log.state().tasks[0].id)->size(), runs_of_task(*file_database, m_log.state().tasks[0].id)->size());
}

TEST_F(ServerTest, TakesTextThatPostgresCannotHold) {
    auto database = connect(m_server->url());
    ASSERT_TRUE(migrate(*database).ok());
    const auto put = database->run("put_node", {1, QStringLiteral("n'\\%1x").arg(QChar(u'\0')), QStringLiteral("connected"), {}, 1, {}, {}, QStringLiteral("{}"), QStringLiteral("[]"), {}});
    ASSERT_TRUE(put.ok()) << put.error().message;
    const auto rows = database->select_text(QStringLiteral("SELECT node_id FROM nodes"));
    ASSERT_TRUE(rows.ok());
    EXPECT_EQ(rows->front().front().toString(), QStringLiteral("n'\\%1x").arg(QChar(0xFFFD)));
}

TEST_F(ServerTest, AFailedMigrationLeavesTheSchemaBeforeIt) {
    auto database = connect(m_server->url());
    ASSERT_TRUE(migrate(*database, 1).ok());
    ASSERT_TRUE(database->execute(QStringLiteral("CREATE TABLE events_by_task (x INTEGER)")).ok()) << "stands in the way of the last statement";
    EXPECT_FALSE(migrate(*database).ok());
    EXPECT_EQ(*schema_of(*database), 1);
    EXPECT_TRUE(database->execute(QStringLiteral("CREATE INDEX tasks_by_id ON tasks (task_id)")).ok()) << "it is not there";
}

TEST(Place, OnAServerIsCheckedBeforeAnythingIsDone) {
    EXPECT_TRUE(check_server_place("postgresql://apollo@db.example:5433/history?sslmode=require").ok());
    for (const char* wrong : {"postgresql://db.example", "postgresql://db.example/", "mysql://db.example/x", "db.example/x", "postgresql://db.example/a/b"}) {
        const auto checked = check_server_place(wrong);
        ASSERT_FALSE(checked.ok()) << wrong;
        EXPECT_NE(checked.error().message.find("postgresql://USER@HOST/DATABASE"), std::string::npos) << checked.error().message;
    }
    for (const char* with_password : {"postgresql://apollo:secret@db.example/x", "postgresql://apollo@db.example/x?password=secret"}) {
        const auto checked = check_server_place(with_password);
        ASSERT_FALSE(checked.ok()) << with_password;
        EXPECT_EQ(checked.error().message.find("secret"), std::string::npos) << "the password is not repeated";
    }
}

TEST(Place, TheFolderRemembersIt) {
    QTemporaryDir folder;
    const std::string data = folder.path().toStdString();
    SystemDisk disk;
    EXPECT_EQ(place_of(disk, data), data + "/history.sqlite");
    ASSERT_TRUE(disk.make_folder(data + "/run").ok());
    ASSERT_TRUE(remember_place(disk, data, "postgresql://a@b/c").ok());
    EXPECT_EQ(place_of(disk, data), "postgresql://a@b/c");
    ASSERT_TRUE(remember_place(disk, data, {}).ok());
    EXPECT_EQ(place_of(disk, data), data + "/history.sqlite");
}

}  // namespace
}  // namespace apollo::history
