// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// One connection to the SQL database of the history. Used and destroyed on the thread that opened it.
//
// Errors: Timeout = another program holds the database, try again later; Io = it cannot be reached or written just now.
// SQL stands in files (sql/<dialect>/NAME.sql, what is the same in all of them in sql/common; compiled in) and is called by name.
#pragma once

#include <QSqlDatabase>
#include <QSqlQuery>
#include <QString>
#include <QVariantList>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "common/base/result.h"

namespace apollo::history {

class Database {
public:
    // `place`: see place.h; a file is made when it is missing. `busy_timeout_ms`: how long each call waits for another program's lock.
    static Result<std::unique_ptr<Database>> open(const std::string& place, int busy_timeout_ms);
    ~Database();

    // SQL text that is not kept for the next time: migrations, pragmas.
    Status execute(const QString& sql);
    // A named statement. Returns how many rows it changed.
    Result<int> run(const char* name, const QVariantList& values);
    using Rows = std::vector<QVariantList>;
    Result<Rows> select(const char* name, const QVariantList& values);
    Result<Rows> select_text(const QString& sql);

    // Takes the one right to write at once, so that nothing read afterwards can change until the end.
    Status begin();
    Status commit();
    void rollback();

    const std::string& place() const { return m_place; }
    // "sqlite" or "postgresql", as its SQL files' folder.
    const QString& dialect() const { return m_dialect; }
    // What a person does to have it made anew from the log.
    std::string how_to_forget() const;

private:
    explicit Database(const std::string& place);
    Status connect_to_file(int busy_timeout_ms);
    Status connect_to_server(int busy_timeout_ms);
    void bind(QSqlQuery& query, const QVariantList& values) const;
    Error error_of(const QSqlError& error, const std::string& doing) const;
    Result<QSqlQuery*> prepared(const char* name);
    static Rows fetch(QSqlQuery& query);

    std::string m_place;
    QString m_dialect;
    QString m_connection;
    QSqlDatabase m_database;
    std::map<std::string, QSqlQuery> m_prepared;
};

// The text of sql/<dialect>/NAME.sql, or else of sql/common/NAME.sql, without comments. One of them must exist.
QString statement_text(const QString& dialect, const QString& name);
// Names of the dialect's numbered migrations, ascending.
std::vector<QString> migration_names(const QString& dialect);

}  // namespace apollo::history
