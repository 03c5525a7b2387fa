// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/history/migrations.h"

namespace apollo::history {

namespace {

constexpr const char* version_table = "CREATE TABLE IF NOT EXISTS schema_version (version INTEGER PRIMARY KEY, name TEXT NOT NULL)";

Status apply_migration(Database& database, int version, const QString& name) {
    for (const QString& statement : statement_text(database.dialect(), name).split(QStringLiteral(";\n"))) {
        const QString text = statement.trimmed();
        if (text.isEmpty()) continue;
        if (auto done = database.execute(text); !done) return done;
    }
    return database.execute(QStringLiteral("INSERT INTO schema_version (version, name) VALUES (%1, '%2')").arg(version).arg(name));
}

// The version is read again inside: another program may have been faster.
Status migrate_one(Database& database, int version, const QString& name) {
    auto present = schema_of(database);
    if (!present) return present.error();
    return *present >= version ? success() : apply_migration(database, version, name);
}

}  // namespace

int newest_schema() { return static_cast<int>(migration_names(QStringLiteral("sqlite")).size()); }

Result<int> schema_of(Database& database) {
    auto table = database.select("find_schema_table", {});
    if (!table) return table.error();
    if (table->empty()) return 0;
    auto rows = database.select_text(QStringLiteral("SELECT COALESCE(MAX(version), 0) FROM schema_version"));
    if (!rows) return rows.error();
    return rows->front().front().toInt();
}

Status migrate(Database& database, int up_to) {
    auto present = schema_of(database);
    if (!present) return present.error();
    if (*present > newest_schema()) {
        return Error{ErrorKind::Unsupported, database.place() + " was written by a newer program (schema " + std::to_string(*present) + ", this one knows " +
                                                 std::to_string(newest_schema()) + "); use that program, or " + database.how_to_forget() + " to have it made anew from the log"};
    }
    const std::vector<QString> names = migration_names(database.dialect());
    for (int version = *present + 1; version <= up_to; ++version) {
        if (auto begun = database.begin(); !begun) return begun;
        auto done = database.execute(QString::fromLatin1(version_table));
        if (done) done = migrate_one(database, version, names[static_cast<std::size_t>(version - 1)]);
        if (done) done = database.commit();
        if (!done) {
            database.rollback();
            return done;
        }
    }
    return success();
}

}  // namespace apollo::history
