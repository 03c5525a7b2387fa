// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/history/database.h"

#include <QDir>
#include <QFile>
#include <QSqlError>
#include <QSqlRecord>
#include <QUrl>
#include <QUrlQuery>
#include <QVariant>
#include <atomic>

#include "app/history/place.h"

// Resources of a static library are only linked in when somebody asks for them; the macro wants the global namespace.
static void load_history_resources() { Q_INIT_RESOURCE(history); }

namespace apollo::history {

namespace {

constexpr int sqlite_busy = 5;
constexpr int sqlite_locked = 6;
const QString folder_of_statements = QStringLiteral(":/apollo/history/sql/");

QString file_of(const QString& dialect, const QString& name) {
    const QString own = folder_of_statements + dialect + QLatin1Char('/') + name + QStringLiteral(".sql");
    return QFile::exists(own) ? own : folder_of_statements + QStringLiteral("common/") + name + QStringLiteral(".sql");
}

// Of PostgreSQL, appendix A: somebody else holds it, or two were in each other's way.
bool is_waiting(const QString& server_code) {
    return server_code == QLatin1String("55P03") || server_code == QLatin1String("40P01") || server_code == QLatin1String("40001");
}

QString next_connection_name() {
    static std::atomic<std::uint64_t> number{0};
    return QStringLiteral("apollo-history-%1").arg(++number);
}

}  // namespace

QString statement_text(const QString& dialect, const QString& name) {
    load_history_resources();
    QFile file(file_of(dialect, name));
    APOLLO_ASSERT(file.open(QIODevice::ReadOnly));
    QString text;
    for (const QString& line : QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'))) {
        if (!line.startsWith(QLatin1String("--"))) text += line + QLatin1Char('\n');
    }
    return text.trimmed();
}

std::vector<QString> migration_names(const QString& dialect) {
    load_history_resources();
    std::vector<QString> names;
    for (const QString& file : QDir(folder_of_statements + dialect).entryList(QDir::Files, QDir::Name)) {
        if (file.at(0).isDigit()) names.push_back(file.chopped(4));
    }
    return names;
}

Database::Database(const std::string& place)
    : m_place(place), m_dialect(is_on_server(place) ? QStringLiteral("postgresql") : QStringLiteral("sqlite")), m_connection(next_connection_name()) {}

Result<std::unique_ptr<Database>> Database::open(const std::string& place, int busy_timeout_ms) {
    std::unique_ptr<Database> database(new Database(place));
    auto connected = is_on_server(place) ? database->connect_to_server(busy_timeout_ms) : database->connect_to_file(busy_timeout_ms);
    if (!connected) return connected.error();
    return database;
}

Status Database::connect_to_file(int busy_timeout_ms) {
    m_database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), m_connection);
    m_database.setDatabaseName(QString::fromStdString(m_place));
    m_database.setConnectOptions(QStringLiteral("QSQLITE_BUSY_TIMEOUT=%1").arg(busy_timeout_ms));
    if (!m_database.open()) return error_of(m_database.lastError(), "opened");
    // A reader never holds up the writer, nor the other way round. What a power failure takes is projected again. Where
    // the file system cannot do it, or another program is in the file, SQLite keeps its other mode.
    (void)select_text(QStringLiteral("PRAGMA journal_mode = WAL"));
    return execute(QStringLiteral("PRAGMA synchronous = NORMAL"));
}

Status Database::connect_to_server(int busy_timeout_ms) {
    if (auto checked = check_server_place(m_place); !checked) return checked;
    if (!QSqlDatabase::isDriverAvailable(QStringLiteral("QPSQL"))) {
        return Error{ErrorKind::Unsupported, "this machine's Qt cannot talk to PostgreSQL; install the package libqt6sql6-psql"};
    }
    const QUrl url(QString::fromStdString(m_place));
    m_database = QSqlDatabase::addDatabase(QStringLiteral("QPSQL"), m_connection);
    m_database.setDatabaseName(url.path().mid(1));
    m_database.setHostName(url.host());
    m_database.setUserName(url.userName());
    if (url.port() > 0) m_database.setPort(url.port());
    QStringList options{QStringLiteral("connect_timeout=3"), QStringLiteral("application_name=apollo-11")};
    for (const auto& [key, value] : QUrlQuery(url).queryItems(QUrl::FullyDecoded)) {
        if (key == QLatin1String("host")) m_database.setHostName(value);
        else options.append(key + QLatin1Char('=') + value);
    }
    m_database.setConnectOptions(options.join(QLatin1Char(';')));
    if (!m_database.open()) return error_of(m_database.lastError(), "opened");
    // What a crash of the server takes is projected again.
    for (const QString& setting : {QStringLiteral("lock_timeout = %1").arg(busy_timeout_ms), QStringLiteral("synchronous_commit = off"),
                                   QStringLiteral("client_min_messages = warning")}) {
        if (auto set = execute(QStringLiteral("SET ") + setting); !set) return set;
    }
    return success();
}

std::string Database::how_to_forget() const { return is_on_server(m_place) ? "drop its tables" : "delete the file"; }

Database::~Database() {
    m_prepared.clear();
    m_database.close();
    m_database = QSqlDatabase();
    QSqlDatabase::removeDatabase(m_connection);
}

Error Database::error_of(const QSqlError& error, const std::string& doing) const {
    const int code = error.nativeErrorCode().toInt() & 0xFF;
    const bool locked = is_on_server(m_place) ? is_waiting(error.nativeErrorCode()) : code == sqlite_busy || code == sqlite_locked;
    if (locked) return {ErrorKind::Timeout, m_place + " is locked by another program; close it, or wait until it is done"};
    return {ErrorKind::Io, m_place + " cannot be " + doing + ": " + error.text().trimmed().toStdString()};
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
    if (!query.prepare(statement_text(m_dialect, QString::fromLatin1(name)))) return error_of(query.lastError(), "read");
    return &m_prepared.emplace(name, std::move(query)).first->second;
}

// PostgreSQL's text cannot hold U+0000.
void Database::bind(QSqlQuery& query, const QVariantList& values) const {
    for (int k = 0; k < values.size(); ++k) {
        const bool is_text = is_on_server(m_place) && values[k].typeId() == QMetaType::QString && !values[k].isNull();
        query.bindValue(k, is_text ? QVariant(values[k].toString().replace(QChar(u'\0'), QChar(0xFFFD))) : values[k]);
    }
}

Result<int> Database::run(const char* name, const QVariantList& values) {
    auto query = prepared(name);
    if (!query) return query.error();
    bind(**query, values);
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
    bind(**query, values);
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

Status Database::begin() {
    if (!is_on_server(m_place)) return execute(QStringLiteral("BEGIN IMMEDIATE"));
    if (auto begun = execute(QStringLiteral("BEGIN")); !begun) return begun;
    auto alone = execute(QStringLiteral("SELECT pg_advisory_xact_lock(hashtext('apollo-11 history in ' || current_schema()))"));
    if (!alone) rollback();
    return alone;
}
Status Database::commit() { return execute(QStringLiteral("COMMIT")); }
void Database::rollback() { (void)execute(QStringLiteral("ROLLBACK")); }

}  // namespace apollo::history
