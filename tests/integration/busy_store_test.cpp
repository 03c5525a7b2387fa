// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Other people in the SQL history: work goes on, and the history catches up.
#include <gtest/gtest.h>

#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QVariant>
#include <filesystem>

#include "tests/support/live_cluster.h"

namespace apollo::live {
namespace {

// Another program's connection to the history.
class Guest {
public:
    explicit Guest(const std::string& file) {
        m_database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("guest"));
        m_database.setDatabaseName(QString::fromStdString(file));
        EXPECT_TRUE(m_database.open()) << m_database.lastError().text().toStdString();
    }
    ~Guest() {
        m_database.close();
        m_database = QSqlDatabase();
        QSqlDatabase::removeDatabase(QStringLiteral("guest"));
    }
    qint64 ask(const char* sql) {
        QSqlQuery query(m_database);
        if (!query.exec(QString::fromLatin1(sql))) {
            ADD_FAILURE() << sql << ": " << query.lastError().text().toStdString();
            return -1;
        }
        return query.next() ? query.value(0).toLongLong() : 0;
    }

private:
    QSqlDatabase m_database;
};

class BusyStore : public ::testing::Test {
protected:
    void SetUp() override {
        cluster.add_workers({"n1"});
        run("first");
        ASSERT_TRUE(wait_until([&] { return std::filesystem::exists(file()); }, 20000));
        Guest guest(file());
        ASSERT_TRUE(wait_until([&] { return guest.ask("SELECT COUNT(*) FROM sqlite_master WHERE name = 'events'") == 1; }, 20000));
        expect_it_catches_up(guest);
    }
    std::string file() { return cluster.data() + "/history.sqlite"; }
    void run(const std::string& id) {
        ASSERT_EQ(cluster.submit(task_of(id, {"n1"}, {shell_step("s", "true")})).code, 0);
        ASSERT_TRUE(cluster.wait_for_state(id, "SUCCEEDED")) << cluster.status(id).dump(1);
    }
    qint64 log_events() { return cluster.cli({"log", "verify"}).json["events"].get<qint64>(); }
    void expect_it_catches_up(Guest& guest) {
        EXPECT_TRUE(wait_until([&] { return guest.ask("SELECT COUNT(*) FROM events") == log_events(); }, 30000))
            << guest.ask("SELECT COUNT(*) FROM events") << " of " << log_events();
    }

    LiveCluster cluster;
};

TEST_F(BusyStore, B052AWriterThatHoldsItDelaysNobodyAndNothingIsMissingAfterwards) {
    Guest guest(file());
    guest.ask("BEGIN IMMEDIATE");
    for (const char* id : {"a", "b", "c"}) run(id);
    EXPECT_EQ(cluster.node_state("n1"), "connected");
    guest.ask("COMMIT");
    expect_it_catches_up(guest);
}

TEST_F(BusyStore, B052AReaderThatStaysAndACleaningDoNoHarm) {
    Guest guest(file());
    guest.ask("BEGIN");
    const qint64 seen = guest.ask("SELECT COUNT(*) FROM events");
    for (const char* id : {"a", "b"}) run(id);
    EXPECT_EQ(guest.ask("SELECT COUNT(*) FROM events"), seen) << "a reader sees one moment";
    guest.ask("COMMIT");
    expect_it_catches_up(guest);
    guest.ask("VACUUM");
    run("c");
    expect_it_catches_up(guest);
    std::error_code none;
    EXPECT_LT(std::filesystem::file_size(file() + "-wal", none), std::uintmax_t{16} << 20);
}

}  // namespace
}  // namespace apollo::live
