// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/task_editor.h"

#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QLabel>
#include <QPointer>
#include <QTextBlock>
#include <QVBoxLayout>

#include "app/gui/state_glyph.h"
#include "app/gui/theme.h"
#include "app/viewmodels/text.h"

namespace apollo::gui {

namespace {

constexpr int check_after_ms = 250;

}  // namespace

TaskEditor::TaskEditor(Check check, std::shared_ptr<api::CommandSink> commands, QWidget* parent)
    : QDialog(parent),
      m_check(std::move(check)),
      m_commands(std::move(commands)),
      m_text(new QPlainTextEdit(this)),
      m_faults(new QListWidget(this)) {
    resize(820, 640);
    auto* column = new QVBoxLayout(this);
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setAccessibleName(tr("Text of the task"));
    m_faults->setAccessibleName(tr("Faults"));
    m_faults->setMaximumHeight(150);
    m_faults->setWordWrap(true);
    column->addWidget(m_text, 1);
    column->addWidget(m_faults);
    auto* buttons = new QDialogButtonBox(this);
    m_submit = buttons->addButton(tr("Submit"), QDialogButtonBox::AcceptRole);
    m_submit->setAutoDefault(false);
    buttons->addButton(tr("Do nothing"), QDialogButtonBox::RejectRole)->setAutoDefault(false);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &TaskEditor::submit);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    m_later.setSingleShot(true);
    m_later.setInterval(check_after_ms);
    connect(&m_later, &QTimer::timeout, this, &TaskEditor::check_now);
    connect(m_text, &QPlainTextEdit::textChanged, this, [this] {
        m_edited = true;
        m_submit->setEnabled(false);
        m_later.start();
    });
    connect(m_faults, &QListWidget::currentRowChanged, this, &TaskEditor::go_to_fault);
    check_now();
}

void TaskEditor::show_bytes(const QString& title, const QByteArray& bytes) {
    setWindowTitle(title);
    m_bytes = bytes;
    m_text->setPlainText(QString::fromUtf8(bytes));
    m_edited = false;
    check_now();
}

void TaskEditor::check_now() {
    m_later.stop();
    m_checked = m_check(m_edited ? m_text->toPlainText().toStdString() : m_bytes.toStdString());
    m_faults->clear();
    for (const TextFault& fault : m_checked.faults) {
        const QString place = fault.line == 0 ? QString() : QStringLiteral("%1:%2: ").arg(fault.line).arg(fault.column);
        new QListWidgetItem(state_icon(domain::RunStatus::Failed, palette(), 14, devicePixelRatioF()), place + fault.message, m_faults);
    }
    if (m_checked.faults.empty()) new QListWidgetItem(tr("No faults; it can be submitted."), m_faults);
    m_submit->setEnabled(m_checked.definition && m_commands);
    mark_faults();
}

// The line pale, the place itself underlined.
void TaskEditor::mark_faults() {
    QList<QTextEdit::ExtraSelection> marks;
    const QColor bad = state_colour(domain::RunStatus::Failed, palette());
    for (const TextFault& fault : m_checked.faults) {
        const QTextBlock block = m_text->document()->findBlockByNumber(std::max(0, fault.line - 1));
        if (!block.isValid()) continue;
        QTextEdit::ExtraSelection line;
        line.cursor = QTextCursor(block);
        line.format.setBackground(mixed(palette().color(QPalette::Base), bad, 0.25));
        line.format.setProperty(QTextFormat::FullWidthSelection, true);
        marks.append(line);
        QTextEdit::ExtraSelection place;
        place.cursor = QTextCursor(block);
        place.cursor.setPosition(block.position() + std::clamp(fault.column - 1, 0, std::max(0, block.length() - 1)));
        place.cursor.movePosition(QTextCursor::EndOfWord, QTextCursor::KeepAnchor);
        place.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        place.format.setUnderlineColor(bad);
        marks.append(place);
    }
    m_text->setExtraSelections(marks);
}

void TaskEditor::go_to_fault(int row) {
    if (row < 0 || row >= static_cast<int>(m_checked.faults.size())) return;
    const TextFault& fault = m_checked.faults[static_cast<std::size_t>(row)];
    const QTextBlock block = m_text->document()->findBlockByNumber(std::max(0, fault.line - 1));
    if (!block.isValid()) return;
    QTextCursor cursor(block);
    cursor.setPosition(block.position() + std::clamp(fault.column - 1, 0, std::max(0, block.length() - 1)));
    m_text->setTextCursor(cursor);
}

void TaskEditor::submit() {
    check_now();
    if (!m_checked.definition || !m_commands) return;
    m_submit->setEnabled(false);
    m_commands->send(domain::SubmitTask{*m_checked.definition},
                     [guard = QPointer<TaskEditor>(this)](Result<domain::CommandResult> result) {
                         if (!guard) return;
                         if (result) {
                             Q_EMIT guard->submitted(result->task);
                             return guard->accept();
                         }
                         guard->m_checked.faults = {{0, 0, viewmodels::to_qstring(result.error().message)}};
                         guard->m_faults->clear();
                         new QListWidgetItem(state_icon(domain::RunStatus::Failed, guard->palette(), 14, guard->devicePixelRatioF()),
                                             guard->m_checked.faults[0].message, guard->m_faults);
                         guard->m_submit->setEnabled(true);
                     });
}

}  // namespace apollo::gui
