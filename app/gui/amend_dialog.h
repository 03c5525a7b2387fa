// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Another definition for a task that exists: its text, a preview of what would change as the orchestrator judges it, and
// only then, with a reason, the change itself. A preview holds for the text that it was made from.
#pragma once

#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>
#include <memory>

#include "app/api/api.h"
#include "app/gui/task_text.h"

class QVBoxLayout;

namespace apollo::gui {

class AmendDialog : public QDialog {
    Q_OBJECT
public:
    AmendDialog(TaskText::Check check, std::shared_ptr<api::CommandSink> commands, const TaskId& task,
                const std::string& text, QWidget* parent);

Q_SIGNALS:
    void amended(const apollo::TaskId& task);

private:
    void make_preview_part(QVBoxLayout* column);
    void make_buttons(QVBoxLayout* column);
    std::optional<domain::AmendTask> command(bool dry_run);
    void preview();
    void apply();
    void show_rows(const std::vector<domain::ResultRow>& rows);
    void forget_preview();
    void refresh();
    QString verdict() const;

    std::shared_ptr<api::CommandSink> m_commands;
    TaskId m_task;
    TaskText* m_text;
    QLabel* m_verdict = nullptr;
    QTableWidget* m_table = nullptr;
    QLineEdit* m_reason = nullptr;
    QPushButton* m_preview = nullptr;
    QPushButton* m_apply = nullptr;
    std::optional<std::vector<domain::ResultRow>> m_rows;  // of the text as it stands
    bool m_asked = false;                                  // an answer is on its way
};

}  // namespace apollo::gui
