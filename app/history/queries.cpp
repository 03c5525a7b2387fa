// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/history/queries.h"

#include <QFile>
#include <algorithm>
#include <array>

#include "app/history/database.h"
#include "app/history/migrations.h"
#include "app/history/place.h"

namespace apollo::history {

namespace {

constexpr int patient_timeout_ms = 10000;

WallTime time_of(const QVariant& value) { return {value.toLongLong()}; }
std::string text_of(const QVariant& value) { return value.toString().toStdString(); }

// As SQLite's LOWER: letters of ASCII only.
QString lower_ascii(const std::string& text) {
    std::string lowered = text;
    for (char& letter : lowered) letter = letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
    return QString::fromStdString(lowered);
}

Result<std::unique_ptr<Database>> open_known(const std::string& place) {
    if (!is_on_server(place) && !QFile::exists(QString::fromStdString(place))) return Error{ErrorKind::NotFound, "there is no SQL history " + place + "; is --data right?"};
    auto database = Database::open(place, patient_timeout_ms);
    if (!database) return database;
    auto schema = schema_of(**database);
    if (!schema) return schema.error();
    if (*schema == 0) return Error{ErrorKind::NotFound, "there is no SQL history in " + place + " yet"};
    if (*schema != newest_schema()) {
        return Error{ErrorKind::Unsupported, place + " has schema " + std::to_string(*schema) + ", this program knows " + std::to_string(newest_schema()) +
                                                 "; use the program that the orchestrator belongs to"};
    }
    return database;
}

Result<std::uint64_t> count(Database& database, const char* statement) {
    auto rows = database.select(statement, {});
    if (!rows) return rows.error();
    return static_cast<std::uint64_t>(rows->front().front().toLongLong());
}

}  // namespace

Result<std::vector<TaskRow>> list_tasks(Database& database) {
    auto rows = database.select("select_tasks", {});
    if (!rows) return rows.error();
    std::vector<TaskRow> tasks;
    for (const QVariantList& row : *rows) {
        tasks.push_back({TaskId{text_of(row[0])}, text_of(row[1]), text_of(row[2]), text_of(row[3]), row[4].toUInt(), row[5].toBool(), time_of(row[6]),
                         time_of(row[7]), text_of(row[8])});
    }
    return tasks;
}

Result<api::TaskPage> find_tasks(Database& database, const api::TaskQuestion& question) {
    constexpr std::uint32_t most = 1000;
    const std::uint32_t limit = std::clamp(question.limit, 1u, most);
    const auto lowered = [](const std::string& text) { return text.empty() ? QVariant() : QVariant(lower_ascii(text)); };
    const auto time = [](const std::optional<WallTime>& moment) { return moment ? QVariant(static_cast<qlonglong>(moment->ms)) : QVariant(); };
    QString states;
    for (const domain::TaskStatus status : question.states) states += QLatin1Char(',') + QString::fromLatin1(domain::to_text(status));
    const QVariant before = question.before == no_task ? QVariant() : QVariant(static_cast<qlonglong>(question.before.value));
    const QVariant text = lowered(question.text), person = lowered(question.submitted_by), since = time(question.since), until = time(question.until);
    const QVariant named = states.isEmpty() ? QVariant() : QVariant(states + QLatin1Char(','));
    // One more than asked for tells whether there are more.
    auto rows = database.select("select_task_page", {before, before, text, text, text, person, person, named, named, since, since, until, until, static_cast<qlonglong>(limit) + 1});
    if (!rows) return rows.error();
    api::TaskPage page;
    page.more = rows->size() > limit;
    if (page.more) rows->resize(limit);
    for (const QVariantList& row : *rows) {
        const auto status = domain::task_status_from_text(text_of(row[3]));
        page.tasks.push_back({TaskIndex{row[0].toUInt()}, TaskId{text_of(row[1])}, IntentName{text_of(row[2])}, status.value_or(domain::TaskStatus::Pending),
                              OperatorName{text_of(row[4])}, time_of(row[5]), time_of(row[6]), row[7].toUInt(), row[8].toUInt()});
    }
    return page;
}

Result<std::vector<RunRow>> runs_of_task(Database& database, const TaskId& task) {
    auto rows = database.select("select_runs_of_task", {QString::fromStdString(task.text)});
    if (!rows) return rows.error();
    std::vector<RunRow> runs;
    for (const QVariantList& row : *rows) {
        runs.push_back({StepName{text_of(row[0])}, NodeId{text_of(row[1])}, text_of(row[2]), Attempt{row[3].toUInt()}, Version{row[4].toUInt()},
                        row[5].toUInt(), row[6].toBool(), row[7].toBool(), time_of(row[8]), time_of(row[9]), std::nullopt, text_of(row[11])});
        if (!row[10].isNull()) runs.back().exit_code = row[10].toInt();
    }
    return runs;
}

Result<Figures> read_figures(Database& database) {
    Figures figures;
    auto position = read_position(database);
    if (!position) return position.error();
    figures.position = *position;
    const std::array<std::pair<const char*, std::uint64_t*>, 3> wanted{
        {{"count_events", &figures.events}, {"count_tasks", &figures.tasks}, {"count_runs", &figures.runs}}};
    for (const auto& [statement, target] : wanted) {
        auto counted = count(database, statement);
        if (!counted) return counted.error();
        *target = *counted;
    }
    return figures;
}

Result<Position> read_position(Database& database) {
    auto rows = database.select("select_position", {});
    if (!rows) return rows.error();
    if (rows->empty()) return Error{ErrorKind::Damaged, database.place() + " has lost its position; " + database.how_to_forget() + " to have it made anew from the log"};
    return Position{static_cast<std::uint64_t>(rows->front().front().toLongLong())};
}

Result<bool> holds_event(Database& database, const domain::EventHeader& header) {
    auto rows = database.select("select_event_identity", {static_cast<qlonglong>(header.position.value)});
    if (!rows) return rows.error();
    if (rows->empty()) return false;
    const QVariantList& row = rows->front();
    const qlonglong run = header.run == no_run ? -1 : static_cast<qlonglong>(header.run.value);
    return row[0].toUInt() == static_cast<unsigned>(header.type) && row[1].toUInt() == header.epoch.value && row[2].toLongLong() == run &&
           row[3].toLongLong() == header.recorded_time.ms;
}

Status request_rebuild(Database& database) {
    auto done = database.run("reset_position", {});
    return done ? success() : Status(done.error());
}

Result<Figures> figures_at(const std::string& place) {
    auto database = open_known(place);
    return database ? read_figures(**database) : Result<Figures>(database.error());
}

Result<api::TaskPage> find_tasks_at(const std::string& place, const api::TaskQuestion& question) {
    auto database = open_known(place);
    return database ? find_tasks(**database, question) : Result<api::TaskPage>(database.error());
}

Result<Position> position_at(const std::string& place) {
    auto database = open_known(place);
    return database ? read_position(**database) : Result<Position>(database.error());
}

Result<bool> place_holds_event(const std::string& place, const domain::EventHeader& header) {
    auto database = open_known(place);
    return database ? holds_event(**database, header) : Result<bool>(database.error());
}

Status request_rebuild_at(const std::string& place) {
    auto database = open_known(place);
    return database ? request_rebuild(**database) : Status(database.error());
}

}  // namespace apollo::history
