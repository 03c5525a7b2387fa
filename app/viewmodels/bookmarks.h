// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Moments of a task that somebody wants to find again, each with a note. Kept beside the tasks, one small JSON file per
// task in `folder`, never in the log: they are remarks about history, not history.
#pragma once

#include <QObject>
#include <QString>
#include <vector>

#include "common/base/ids.h"

namespace apollo::viewmodels {

struct Bookmark {
    Position position;  // of the log
    QString note;       // may be empty
    friend bool operator==(const Bookmark&, const Bookmark&) = default;
};

class Bookmarks : public QObject {
    Q_OBJECT
public:
    // An empty folder keeps nothing beyond the object's life.
    explicit Bookmarks(QString folder, QObject* parent = nullptr);

    // Ascending by position. Reads the file the first time.
    const std::vector<Bookmark>& of(const TaskId& task);
    // Replaces the note of a bookmark at the same position. False if the file could not be written.
    bool set(const TaskId& task, const Bookmark& bookmark);
    bool remove(const TaskId& task, Position position);

    static QByteArray to_json(const std::vector<Bookmark>& bookmarks);
    static std::vector<Bookmark> from_json(const QByteArray& json);  // what is no bookmark is left out

Q_SIGNALS:
    void changed();

private:
    QString file_of(const TaskId& task) const;
    bool save();

    QString m_folder;
    TaskId m_task;  // whose bookmarks are at hand
    bool m_read = false;
    std::vector<Bookmark> m_bookmarks;
};

}  // namespace apollo::viewmodels
