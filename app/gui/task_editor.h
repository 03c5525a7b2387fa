// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A task file before it is submitted.
#pragma once

#include <QDialog>
#include <QPushButton>
#include <memory>

#include "app/api/api.h"
#include "app/gui/task_text.h"

namespace apollo::gui {

class TaskEditor : public QDialog {
    Q_OBJECT
public:
    TaskEditor(TaskText::Check check, std::shared_ptr<api::CommandSink> commands, QWidget* parent);

    void show_bytes(const QString& title, const QByteArray& bytes);
    const std::vector<TextFault>& faults() const { return m_text->faults(); }
    bool can_submit() const { return m_submit->isEnabled(); }

Q_SIGNALS:
    void submitted(const apollo::TaskId& task);

private:
    void submit();

    std::shared_ptr<api::CommandSink> m_commands;
    TaskText* m_text;
    QPushButton* m_submit;
};

}  // namespace apollo::gui
