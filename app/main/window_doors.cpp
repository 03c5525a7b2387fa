// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/main/window_doors.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QLocale>
#include <QProcess>
#include <QStandardPaths>
#include <QSysInfo>
#include <QTimer>

#include "app/interchange/archive.h"
#include "app/interchange/export_file.h"
#include "app/main/task_check.h"
#include "app/main/window_sources.h"
#include "common/base/bytes.h"
#include "common/base/disk.h"
#include "common/base/host.h"
#include "common/definition/write.h"

namespace apollo::programs {

namespace {

QString program(const char* name) {
    return QString::fromStdString(program_file(QCoreApplication::applicationDirPath().toStdString(), name));
}

Status start_detached(const char* name, const QStringList& arguments) {
    if (QProcess::startDetached(program(name), arguments)) return success();
    return Error{ErrorKind::Io, "could not start " + program(name).toStdString()};
}

Status start_agent(const std::string& server, const domain::CommandResult& token) {
    const QString node = QSysInfo::machineHostName().section(QLatin1Char('.'), 0, 0);
    const QString data = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + QStringLiteral("/apollo-agent");
    return start_detached("apollo-agent", {QStringLiteral("--data"), data, QStringLiteral("--server"), QString::fromStdString(server),
                                           QStringLiteral("--node-id"), node.isEmpty() ? QStringLiteral("this-machine") : node,
                                           QStringLiteral("--label"), QStringLiteral("role=worker"), QStringLiteral("--token"),
                                           QString::fromStdString(token.token)});
}

Status export_task(const gui::Doors::Export& what) {
    interchange::RecordCollector collector(what.task);
    for (const domain::Event& event : what.events) collector.take(event);
    auto record = collector.finish();
    if (!record) return record.error();
    for (const auto& [position, text] : what.notes) record->notes.push_back({position, text});
    auto bytes = interchange::export_bytes(*record, what.format);
    if (!bytes) return bytes.error();
    SystemDisk disk;
    return disk.write_file_atomically(what.file, as_bytes(*bytes));
}

// Events from memory, handed over from the event loop.
class ArchiveSource final : public api::EventSource {
public:
    explicit ArchiveSource(std::vector<domain::Event> events) : m_events(std::move(events)) {}

    std::unique_ptr<api::Subscription> subscribe(Position after, Observer observer) override {
        auto subscription = std::make_unique<Delivery>();
        QTimer::singleShot(0, &subscription->context, [this, after, observer = std::move(observer)] {
            std::vector<domain::Event> batch;
            for (const domain::Event& event : m_events)
                if (event.header.position > after) batch.push_back(event);
            if (!batch.empty() && observer.on_events) observer.on_events(batch);
            if (observer.on_caught_up) observer.on_caught_up(m_events.empty() ? after : m_events.back().header.position);
        });
        return subscription;
    }

private:
    struct Delivery : api::Subscription {
        QObject context;
    };
    std::vector<domain::Event> m_events;
};

std::string sample_task() {
    QFile file(QStringLiteral(":/samples/five-stage.yaml"));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

}  // namespace

QString window_folder() {
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + QStringLiteral("/apollo-control");
}

gui::Doors make_window_doors(const std::string& agent_server) {
    gui::Doors doors;
    doors.notes_folder = window_folder() + QStringLiteral("/notes");
    doors.check_task = check_task;
    doors.task_text = definition::task_text;
    doors.sample_task = sample_task();
    doors.agent_server = QString::fromStdString(agent_server);
    if (!agent_server.empty() && QFile::exists(program("apollo-agent")))
        doors.start_agent = [agent_server](const domain::CommandResult& token) { return start_agent(agent_server, token); };
    doors.export_task = export_task;
    doors.open_source = open_source;
    doors.profiles = profile_names;
    // In the language of the window that it is opened from.
    doors.open_archive = [](const std::string& file) {
        const QString language = QLocale().language() == QLocale::Chinese ? QStringLiteral("zh_CN") : QStringLiteral("en");
        return start_detached("apollo-control", {QString::fromStdString(file), QStringLiteral("--lang"), language});
    };
    return doors;
}

Result<OpenedArchive> open_archive(const std::string& file) {
    SystemDisk disk;
    auto bytes = disk.read_file(file);
    if (!bytes) return Error{ErrorKind::BadInput, bytes.error().message};
    auto record = interchange::read_archive(*bytes);
    if (!record) return Error{ErrorKind::BadInput, file + ": " + record.error().message};
    OpenedArchive opened;
    opened.task = record->id;
    opened.session.events = std::make_shared<ArchiveSource>(std::move(record->events));
    opened.session.title = file + " (archive)";
    return opened;
}

}  // namespace apollo::programs
