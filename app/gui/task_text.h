// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The text of a task file with every fault marked in its place, checked while one types. A file that is no text is checked
// as the bytes it has until somebody edits it.
#pragma once

#include <QListWidget>
#include <QPlainTextEdit>
#include <QTimer>
#include <QWidget>

#include "app/gui/doors.h"

namespace apollo::gui {

class TaskText : public QWidget {
    Q_OBJECT
public:
    using Check = std::function<CheckedTask(const std::string& text)>;
    TaskText(Check check, QWidget* parent);

    void show_bytes(const QByteArray& bytes);
    void check_now();
    const std::vector<TextFault>& faults() const { return m_checked.faults; }
    // Of the text as it stands; nullopt while it has faults or was not checked since the last letter.
    const std::optional<domain::TaskDefinition>& definition() const { return m_checked.definition; }
    // What somebody else has against it, in place of the faults.
    void show_problem(const QString& sentence);
    // What is said when there are no faults.
    void set_praise(const QString& text) { m_praise = text; }

Q_SIGNALS:
    void edited();   // not checked yet
    void checked();

private:
    void mark_faults();
    void list_faults();
    void go_to_fault(int row);

    Check m_check;
    QPlainTextEdit* m_text;
    QListWidget* m_faults;
    QTimer m_later;
    QByteArray m_bytes;     // as read
    bool m_edited = false;  // the text stands, not the bytes
    CheckedTask m_checked;
    QString m_praise;
};

}  // namespace apollo::gui
