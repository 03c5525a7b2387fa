// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A task file before it is submitted: its text with every fault marked in its place, checked while one types. A file that
// is no text is checked as the bytes it has until somebody edits it.
#pragma once

#include <QDialog>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTimer>
#include <memory>

#include "app/api/api.h"
#include "app/gui/doors.h"

namespace apollo::gui {

class TaskEditor : public QDialog {
    Q_OBJECT
public:
    using Check = std::function<CheckedTask(const std::string& text)>;
    TaskEditor(Check check, std::shared_ptr<api::CommandSink> commands, QWidget* parent);

    void show_bytes(const QString& title, const QByteArray& bytes);
    const std::vector<TextFault>& faults() const { return m_checked.faults; }
    bool can_submit() const { return m_submit->isEnabled(); }

Q_SIGNALS:
    void submitted(const apollo::TaskId& task);

private:
    void check_now();
    void mark_faults();
    void go_to_fault(int row);
    void submit();

    Check m_check;
    std::shared_ptr<api::CommandSink> m_commands;
    QPlainTextEdit* m_text;
    QListWidget* m_faults;
    QPushButton* m_submit;
    QTimer m_later;
    QByteArray m_bytes;     // as read
    bool m_edited = false;  // the text stands, not the bytes
    CheckedTask m_checked;
};

}  // namespace apollo::gui
