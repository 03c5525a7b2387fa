// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/task_text.h"

#include <QSignalBlocker>
#include <QTextBlock>
#include <QVBoxLayout>

#include "app/gui/desktop_look.h"
#include "app/gui/state_glyph.h"
#include "app/gui/theme.h"

namespace apollo::gui {

namespace {

constexpr int check_after_ms = 250;

}  // namespace

TaskText::TaskText(Check check, QWidget* parent)
    : QWidget(parent), m_check(std::move(check)), m_text(new QPlainTextEdit(this)), m_faults(new QListWidget(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    m_text->setFont(fixed_font());
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setAccessibleName(tr("Text of the task"));
    m_text->setTabChangesFocus(true);  // a task file has no tabs
    m_faults->setAccessibleName(tr("Faults"));
    m_faults->setMaximumHeight(110);
    m_faults->setWordWrap(true);
    column->addWidget(m_text, 1);
    column->addWidget(m_faults);
    m_later.setSingleShot(true);
    m_later.setInterval(check_after_ms);
    connect(&m_later, &QTimer::timeout, this, &TaskText::check_now);
    connect(m_text, &QPlainTextEdit::textChanged, this, [this] {
        m_edited = true;
        m_checked.definition.reset();
        m_later.start();
        Q_EMIT edited();
    });
    connect(m_faults, &QListWidget::currentRowChanged, this, &TaskText::go_to_fault);
    setFocusProxy(m_text);
}

void TaskText::show_bytes(const QByteArray& bytes) {
    m_bytes = bytes;
    const QSignalBlocker quiet(m_text);
    m_text->setPlainText(QString::fromUtf8(bytes));
    m_edited = false;
    check_now();
}

void TaskText::check_now() {
    m_later.stop();
    m_checked = m_check(m_edited ? m_text->toPlainText().toStdString() : m_bytes.toStdString());
    list_faults();
    if (m_checked.faults.empty()) new QListWidgetItem(m_praise, m_faults);
    Q_EMIT checked();
}

void TaskText::show_problem(const QString& sentence) {
    m_checked.faults = {{0, 0, sentence}};
    list_faults();
}

void TaskText::list_faults() {
    m_faults->clear();
    for (const TextFault& fault : m_checked.faults) {
        const QString place = fault.line == 0 ? QString() : QStringLiteral("%1:%2: ").arg(fault.line).arg(fault.column);
        new QListWidgetItem(state_icon(domain::RunStatus::Failed, palette(), 14, devicePixelRatioF()), place + fault.message, m_faults);
    }
    mark_faults();
}

// The line pale, the place itself underlined.
void TaskText::mark_faults() {
    QList<QTextEdit::ExtraSelection> marks;
    const QColor bad = state_colour(domain::RunStatus::Failed, palette());
    for (const TextFault& fault : m_checked.faults) {
        const QTextBlock block = m_text->document()->findBlockByNumber(fault.line - 1);
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

void TaskText::go_to_fault(int row) {
    if (row < 0 || row >= static_cast<int>(m_checked.faults.size())) return;
    const TextFault& fault = m_checked.faults[static_cast<std::size_t>(row)];
    const QTextBlock block = m_text->document()->findBlockByNumber(fault.line - 1);
    if (!block.isValid()) return;
    QTextCursor cursor(block);
    cursor.setPosition(block.position() + std::clamp(fault.column - 1, 0, std::max(0, block.length() - 1)));
    m_text->setTextCursor(cursor);
}

}  // namespace apollo::gui
