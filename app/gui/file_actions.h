// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The File menu: task files in (open, paste, drop, the sample), an agent added, pages and tasks out.
#pragma once

#include <QObject>
#include <functional>

#include "app/api/api.h"
#include "app/gui/doors.h"
#include "app/gui/shortcuts.h"
#include "app/viewmodels/bookmarks.h"
#include "app/viewmodels/navigator.h"

class QMimeData;

namespace apollo::gui {

class FileActions : public QObject {
    Q_OBJECT
public:
    // `page`: the one that is shown.
    FileActions(viewmodels::Navigator& navigator, viewmodels::Bookmarks& bookmarks, const api::Session& session,
                const Doors& doors, Shortcuts& shortcuts, std::function<QWidget*()> page, QWidget* window);

    static bool can_take(const QMimeData& data);
    void take(const QMimeData& data);  // dropped or pasted
    void refresh();
    void amend();  // the open task

Q_SIGNALS:
    void said(const QString& text, int for_ms);

private:
    void add(const char* id, Shortcuts::Text text, const QKeySequence& key, std::function<void()> run);
    void open_file(const QString& file);
    void edit(const QString& title, const QByteArray& bytes);
    void open_submitted(const TaskId& task);
    void open_wanted();
    void ask_for_file();
    void ask_for_page_file();
    void ask_for_task_file();
    void add_agent();
    void write_task(const QString& file, const std::string& format);

    viewmodels::Navigator& m_navigator;
    viewmodels::Bookmarks& m_bookmarks;
    api::Session m_session;
    Doors m_doors;
    Shortcuts& m_shortcuts;
    std::function<QWidget*()> m_page;
    QWidget* m_window;
    std::optional<TaskId> m_wanted;  // submitted, its event is on its way
};

}  // namespace apollo::gui
