// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/command_dialog.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QVBoxLayout>

#include "app/gui/desktop_look.h"
#include "app/gui/shortcuts.h"
#include "app/viewmodels/state_style.h"

namespace apollo::gui {

namespace {

QString without_marks(const QString& text) {
    return without_mnemonic(text).remove(QChar(0x2026));
}

QLabel* plain(const QString& text, QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setText(text);
    label->setWordWrap(true);
    return label;
}

}  // namespace

CommandDialog::CommandDialog(viewmodels::Verb verb, const viewmodels::Navigator& navigator, QWidget* parent)
    : QDialog(parent), m_verb(verb), m_navigator(navigator) {
    const QString name = without_marks(viewmodels::verb_name(verb));
    setWindowTitle(name);
    setMinimumWidth(520);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(10);
    QLabel* what = plain(name + QStringLiteral(": ") + viewmodels::target_text(verb, navigator), this);
    QFont bold = what->font();
    bold.setBold(true);
    what->setFont(bold);
    column->addWidget(what);
    if (const QString left_out = viewmodels::left_out_text(verb, navigator); !left_out.isEmpty())
        column->addWidget(plain(left_out, this));
    auto* form = new QFormLayout;
    if (verb == viewmodels::Verb::Override) {
        m_state = new QComboBox(this);
        for (const domain::RunStatus status : viewmodels::override_choices(navigator)) {
            m_state->addItem(viewmodels::status_name(status), static_cast<int>(status));
        }
        connect(m_state, &QComboBox::currentIndexChanged, this, &CommandDialog::refresh);
        form->addRow(tr("New state"), m_state);
    }
    m_reason = new QLineEdit(this);
    m_reason->setMaxLength(500);
    m_reason->setPlaceholderText(viewmodels::needs_reason(verb) ? tr("Needed; it is kept in the log with your name")
                                                                : tr("Optional; it is kept in the log"));
    connect(m_reason, &QLineEdit::textChanged, this, &CommandDialog::refresh);
    form->addRow(tr("Reason"), m_reason);
    column->addLayout(form);
    m_line = plain({}, this);
    m_line->setFont(fixed_font());
    m_line->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_line->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(m_line);
    column->addStretch();
    auto* buttons = new QDialogButtonBox(this);
    m_do = buttons->addButton(name, QDialogButtonBox::AcceptRole);
    QPushButton* leave = buttons->addButton(tr("Do nothing"), QDialogButtonBox::RejectRole);
    leave->setAutoDefault(false);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
    refresh();
}

std::string CommandDialog::reason() const {
    return m_reason->text().trimmed().toStdString();
}

std::optional<domain::RunStatus> CommandDialog::chosen_state() const {
    if (!m_state || m_state->count() == 0) return std::nullopt;
    return static_cast<domain::RunStatus>(m_state->currentData().toInt());
}

void CommandDialog::refresh() {
    constexpr qsizetype shown = 8;
    QStringList lines = command_line().split(QLatin1Char('\n'));
    if (lines.size() > shown) {
        const qsizetype more = lines.size() - shown;
        lines = lines.mid(0, shown);
        lines << tr("… and %1 more").arg(more);
    }
    m_line->setText(lines.join(QLatin1Char('\n')));
    m_do->setEnabled(!viewmodels::needs_reason(m_verb) || !reason().empty());
}

std::vector<domain::Command> CommandDialog::commands() const {
    return viewmodels::make_commands(m_verb, m_navigator, reason(), chosen_state());
}

QString CommandDialog::command_line() const {
    return viewmodels::command_line(m_verb, m_navigator, reason(), chosen_state());
}

}  // namespace apollo::gui
