// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/support/postgres_server.h"

#include <pwd.h>
#include <signal.h>
#include <unistd.h>

#include <QDir>
#include <QSqlDatabase>
#include <QStandardPaths>
#include <cstdlib>

#include "app/history/database.h"

namespace apollo::testing {

namespace {

constexpr int program_ms = 60000;

QString find(const QString& program) {
    const QString on_path = QStandardPaths::findExecutable(program);
    if (!on_path.isEmpty()) return on_path;
    const QStringList versions = QDir(QStringLiteral("/usr/lib/postgresql")).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name | QDir::Reversed);
    for (const QString& version : versions) {
        const QString file = QStringLiteral("/usr/lib/postgresql/%1/bin/%2").arg(version, program);
        if (QFile::exists(file)) return file;
    }
    return {};
}

void start_as_somebody(QProcess& process, const QString& program, QStringList arguments) {
    process.setProcessChannelMode(QProcess::ForwardedChannels);
    if (::geteuid() != 0) return process.start(program, arguments);
    arguments = QStringList{QStringLiteral("-u"), QStringLiteral("nobody"), QStringLiteral("--"), program} + arguments;
    process.start(QStringLiteral("runuser"), arguments);
}

}  // namespace

std::string PostgresServer::missing() {
    if (find(QStringLiteral("initdb")).isEmpty()) return "PostgreSQL's server is not installed (package postgresql)";
    if (!QSqlDatabase::isDriverAvailable(QStringLiteral("QPSQL"))) return "Qt's driver for PostgreSQL is not installed (package libqt6sql6-psql)";
    return {};
}

PostgresServer::PostgresServer() {
    std::string name = QDir::tempPath().toStdString() + "/apollo-postgres-XXXXXX";
    APOLLO_ASSERT(::mkdtemp(name.data()) != nullptr);
    m_folder = name;
    const passwd* nobody = ::getpwnam("nobody");
    if (::geteuid() == 0) APOLLO_ASSERT(nobody != nullptr && ::chown(name.c_str(), nobody->pw_uid, nobody->pw_gid) == 0);
    QProcess made;
    start_as_somebody(made, find(QStringLiteral("initdb")),
                      {QStringLiteral("--auth=trust"), QStringLiteral("--username=apollo"), QStringLiteral("--encoding=UTF8"), QStringLiteral("--no-sync"),
                       QStringLiteral("--pgdata"), QString::fromStdString(m_folder) + QStringLiteral("/data")});
    APOLLO_ASSERT(made.waitForFinished(program_ms) && made.exitCode() == 0);
    start();
}

PostgresServer::~PostgresServer() {
    stop();
    QDir(QString::fromStdString(m_folder)).removeRecursively();
}

void PostgresServer::start() {
    m_server = std::make_unique<QProcess>();
    const QString folder = QString::fromStdString(m_folder);
    start_as_somebody(*m_server, find(QStringLiteral("postgres")),
                      {QStringLiteral("-D"), folder + QStringLiteral("/data"), QStringLiteral("-k"), folder, QStringLiteral("-h"), QString(), QStringLiteral("-F")});
    APOLLO_ASSERT(m_server->waitForStarted(program_ms));
    for (int left = program_ms / 100; !history::Database::open(url(), 1000).ok(); --left) {
        APOLLO_ASSERT(left > 0 && m_server->state() == QProcess::Running);
        (void)m_server->waitForFinished(100);
    }
}

void PostgresServer::stop() {
    if (!m_server) return;
    // SIGQUIT is its immediate shutdown; runuser hands SIGTERM on only, so the server itself is told.
    QFile file(QString::fromStdString(m_folder) + QStringLiteral("/data/postmaster.pid"));
    if (file.open(QIODevice::ReadOnly)) ::kill(file.readLine().trimmed().toInt(), SIGQUIT);
    APOLLO_ASSERT(m_server->waitForFinished(program_ms));
    m_server.reset();
}

std::string PostgresServer::url() const { return "postgresql://apollo@/postgres?host=" + m_folder; }

}  // namespace apollo::testing
