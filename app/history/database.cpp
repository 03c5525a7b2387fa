// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/history/database.h"

#include <QDir>
#include <QFile>
#include <QSqlError>
#include <QSqlRecord>
#include <QVariant>
#include <atomic>

// Resources of a static library are only linked in when somebody asks for them; the macro wants the global namespace.
static void load_history_resources() { Q_INIT_RESOURCE(history); }

namespace apollo::history {

namespace {

constexpr int sqlite_busy = 5;
constexpr int sqlite_locked = 6;
const QString statements_folder = QStringLiteral(":/apollo/history/sql/sqlite");

QString next_connection_name() {
    static std::atomic<std::uint64_t> number{0};
    return QStringLiteral("apollo-history-%1").arg(++number);
}

}  // namespace

QString statement_text(const QString& name) {
    load_history_resources();
    QFile file(statements_folder + QLatin1Char('/') + name + QStringLiteral(".sql"));
    APOLLO_ASSERT(file.open(QIODevice::ReadOnly));
    QString text;
    for (const QString& line : QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'))) {
        if (!line.startsWith(QLatin1String("--"))) text += line + QLatin1Char('\n');
    }
    return text.trimmed();
}

std::vector<QString> migration_names() {
    load_history_resources();
    std::vector<QString> names;
    for (const QString& file : QDir(statements_folder).entryList(QDir::Files, QDir::Name)) {
        if (file.at(0).isDigit()) names.push_back(file.chopped(4));
    }
    return names;
}

Result<std::unique_ptr<Database>> Database::open(const std::string& file, int busy_timeout_ms) {
    std::unique_ptr<Database> database(new Database);
    database->m_file = file;
    database->m_connection = next_connection_name();
    database->m_database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), database->m_connection);
    database->m_database.setDatabaseName(QString::fromStdString(file));
    database->m_database.setConnectOptions(QStringLiteral("QSQLITE_BUSY_TIMEOUT=%1").arg(busy_timeout_ms));
    if (!database->m_database.open()) return database->error_of(database->m_database.lastError(), "opened");
    // A reader never holds up the writer, nor the other way round. What a power failure takes is projected again. Where
    // the file system cannot do it, or another program is in the file, SQLite keeps its other mode.
    (void)database->select_text(QStringLiteral("PRAGMA journal_mode = WAL"));
    if (auto set = database->execute(QStringLiteral("PRAGMA synchronous = NORMAL")); !set) return set.error();
    return database;
}

Database::~Database() {
    m_prepared.clear();
    m_database.close();
    m_database = QSqlDatabase();
    QSqlDatabase::removeDatabase(m_connection);
}

Error Database::error_of(const QSqlError& error, const std::string& doing) const {
    const int code = error.nativeErrorCode().toInt() & 0xFF;
    if (code == sqlite_busy || code == sqlite_locked) {
        return {ErrorKind::Timeout, m_file + " is locked by another program; close it, or wait until it is done"};
    }
    return {ErrorKind::Io, m_file + " cannot be " + doing + ": " + error.text().trimmed().toStdString()};
}

Status Database::execute(const QString& sql) {
    QSqlQuery query(m_database);
    if (!query.exec(sql)) return error_of(query.lastError(), "written");
    return success();
}

Result<QSqlQuery*> Database::prepared(const char* name) {
    const auto known = m_prepared.find(name);
    if (known != m_prepared.end()) return &known->second;
    QSqlQuery query(m_database);
    query.setForwardOnly(true);
    if (!query.prepare(statement_text(QString::fromLatin1(name)))) return error_of(query.lastError(), "read");
    return &m_prepared.emplace(name, std::move(query)).first->second;
}

Result<int> Database::run(const char* name, const QVariantList& values) {
    auto query = prepared(name);
    if (!query) return query.error();
    for (int k = 0; k < values.size(); ++k) (*query)->bindValue(k, values[k]);
    if (!(*query)->exec()) return error_of((*query)->lastError(), "written");
    const int changed = (*query)->numRowsAffected();
    (*query)->finish();
    return changed;
}

Database::Rows Database::fetch(QSqlQuery& query) {
    Rows rows;
    const int columns = query.record().count();
    while (query.next()) {
        QVariantList row;
        for (int k = 0; k < columns; ++k) row.append(query.value(k));
        rows.push_back(std::move(row));
    }
    return rows;
}

Result<Database::Rows> Database::select(const char* name, const QVariantList& values) {
    auto query = prepared(name);
    if (!query) return query.error();
    for (int k = 0; k < values.size(); ++k) (*query)->bindValue(k, values[k]);
    if (!(*query)->exec()) return error_of((*query)->lastError(), "read");
    Rows rows = fetch(**query);
    (*query)->finish();
    return rows;
}

Result<Database::Rows> Database::select_text(const QString& sql) {
    QSqlQuery query(m_database);
    query.setForwardOnly(true);
    if (!query.exec(sql)) return error_of(query.lastError(), "read");
    return fetch(query);
}

Status Database::begin() { return execute(QStringLiteral("BEGIN IMMEDIATE")); }
Status Database::commit() { return execute(QStringLiteral("COMMIT")); }
void Database::rollback() { (void)execute(QStringLiteral("ROLLBACK")); }

}  // namespace apollo::history
