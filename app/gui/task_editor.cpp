// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/task_editor.h"

#include <QDialogButtonBox>
#include <QPointer>
#include <QVBoxLayout>

#include "app/viewmodels/text.h"

namespace apollo::gui {

TaskEditor::TaskEditor(TaskText::Check check, std::shared_ptr<api::CommandSink> commands, QWidget* parent)
    : QDialog(parent), m_commands(std::move(commands)), m_text(new TaskText(std::move(check), this)) {
    resize(820, 640);
    auto* column = new QVBoxLayout(this);
    m_text->set_praise(tr("No faults; it can be submitted."));
    column->addWidget(m_text, 1);
    auto* buttons = new QDialogButtonBox(this);
    m_submit = buttons->addButton(tr("&Submit"), QDialogButtonBox::AcceptRole);
    m_submit->setAutoDefault(false);
    buttons->addButton(tr("Do &nothing"), QDialogButtonBox::RejectRole)->setAutoDefault(false);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &TaskEditor::submit);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_text, &TaskText::edited, this, [this] { m_submit->setEnabled(false); });
    connect(m_text, &TaskText::checked, this, [this] { m_submit->setEnabled(m_text->definition() && m_commands); });
    m_text->check_now();
}

void TaskEditor::show_bytes(const QString& title, const QByteArray& bytes) {
    setWindowTitle(title);
    m_text->show_bytes(bytes);
}

void TaskEditor::submit() {
    m_text->check_now();
    if (!m_text->definition() || !m_commands) return;
    m_submit->setEnabled(false);
    m_commands->send(domain::SubmitTask{*m_text->definition()},
                     [guard = QPointer<TaskEditor>(this)](Result<domain::CommandResult> result) {
                         if (!guard) return;
                         if (result) {
                             Q_EMIT guard->submitted(result->task);
                             return guard->accept();
                         }
                         guard->m_text->show_problem(viewmodels::to_qstring(result.error().message));
                         guard->m_submit->setEnabled(true);
                     });
}

}  // namespace apollo::gui
