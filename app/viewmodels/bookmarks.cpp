// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/bookmarks.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>
#include <algorithm>

#include "app/viewmodels/text.h"

namespace apollo::viewmodels {

Bookmarks::Bookmarks(QString folder, QObject* parent) : QObject(parent), m_folder(std::move(folder)) {}

// A task's id is a safe name for a file: letters, digits, dot, dash and underscore, never beginning with a dot.
QString Bookmarks::file_of(const TaskId& task) const {
    return m_folder + QLatin1Char('/') + to_qstring(task.text) + QStringLiteral(".notes.json");
}

const std::vector<Bookmark>& Bookmarks::of(const TaskId& task) {
    if (m_read && m_task == task) return m_bookmarks;
    m_task = task;
    m_read = true;
    m_bookmarks.clear();
    if (m_folder.isEmpty() || task.text.empty()) return m_bookmarks;
    QFile file(file_of(task));
    if (file.open(QIODevice::ReadOnly)) m_bookmarks = from_json(file.readAll());
    return m_bookmarks;
}

bool Bookmarks::set(const TaskId& task, const Bookmark& bookmark) {
    of(task);
    const auto at = std::lower_bound(m_bookmarks.begin(), m_bookmarks.end(), bookmark.position,
                                     [](const Bookmark& one, Position position) { return one.position < position; });
    if (at != m_bookmarks.end() && at->position == bookmark.position)
        *at = bookmark;
    else
        m_bookmarks.insert(at, bookmark);
    return save();
}

bool Bookmarks::remove(const TaskId& task, Position position) {
    of(task);
    std::erase_if(m_bookmarks, [&](const Bookmark& one) { return one.position == position; });
    return save();
}

bool Bookmarks::save() {
    bool saved = true;
    if (!m_folder.isEmpty()) {
        QDir().mkpath(m_folder);
        QSaveFile file(file_of(m_task));
        saved = file.open(QIODevice::WriteOnly) && file.write(to_json(m_bookmarks)) >= 0 && file.commit();
    }
    Q_EMIT changed();
    return saved;
}

QByteArray Bookmarks::to_json(const std::vector<Bookmark>& bookmarks) {
    QJsonArray list;
    for (const Bookmark& one : bookmarks) {
        list.append(QJsonObject{{QStringLiteral("position"), static_cast<qint64>(one.position.value)},
                                {QStringLiteral("note"), one.note}});
    }
    return QJsonDocument(QJsonObject{{QStringLiteral("bookmarks"), list}}).toJson(QJsonDocument::Indented);
}

std::vector<Bookmark> Bookmarks::from_json(const QByteArray& json) {
    std::vector<Bookmark> bookmarks;
    const QJsonArray list = QJsonDocument::fromJson(json).object()[QLatin1String("bookmarks")].toArray();
    for (const QJsonValue& value : list) {
        const qint64 position = value[QLatin1String("position")].toInteger(-1);
        if (position < 0) continue;
        bookmarks.push_back({Position{static_cast<std::uint64_t>(position)}, value[QLatin1String("note")].toString()});
    }
    std::sort(bookmarks.begin(), bookmarks.end(),
              [](const Bookmark& a, const Bookmark& b) { return a.position < b.position; });
    return bookmarks;
}

}  // namespace apollo::viewmodels
