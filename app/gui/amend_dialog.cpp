// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/amend_dialog.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QPointer>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>

#include "app/gui/state_glyph.h"
#include "app/gui/theme.h"
#include "app/viewmodels/text.h"

namespace apollo::gui {

namespace {

struct Change {
    QString name;
    domain::RunStatus sign;
};

Change change_of(const std::string& what) {
    if (what == "add") return {AmendDialog::tr("added"), domain::RunStatus::Succeeded};
    if (what == "remove") return {AmendDialog::tr("removed"), domain::RunStatus::Cancelled};
    if (what == "rewire") return {AmendDialog::tr("re-wired"), domain::RunStatus::Retrying};
    if (what == "change") return {AmendDialog::tr("changed"), domain::RunStatus::Running};
    if (what == "refuse") return {AmendDialog::tr("refused"), domain::RunStatus::Failed};
    return {viewmodels::to_qstring(what), domain::RunStatus::Pending};
}

bool is_refused(const domain::ResultRow& row) {
    return row.what == "refuse";
}

}  // namespace

AmendDialog::AmendDialog(TaskText::Check check, std::shared_ptr<api::CommandSink> commands, const TaskId& task,
                         const std::string& text, QWidget* parent)
    : QDialog(parent), m_commands(std::move(commands)), m_task(task), m_text(new TaskText(std::move(check), this)) {
    setWindowTitle(tr("Amend task %1").arg(viewmodels::one_line(viewmodels::to_qstring(task.text), 80)));
    resize(900, 760);
    m_text->set_praise(tr("No faults; look at the preview."));
    auto* column = new QVBoxLayout(this);
    make_preview_part(column);
    make_buttons(column);
    connect(m_text, &TaskText::edited, this, &AmendDialog::forget_preview);
    connect(m_text, &TaskText::checked, this, &AmendDialog::refresh);
    m_text->show_bytes(QByteArray::fromStdString(text));
    m_text->setFocus();
}

void AmendDialog::make_preview_part(QVBoxLayout* column) {
    auto* split = new QSplitter(Qt::Vertical, this);
    split->setChildrenCollapsible(false);
    split->addWidget(m_text);
    auto* part = new QWidget(this);
    auto* inside = new QVBoxLayout(part);
    inside->setContentsMargins(0, 4, 0, 0);
    m_verdict = new QLabel(part);
    m_verdict->setTextFormat(Qt::PlainText);
    m_verdict->setWordWrap(true);
    inside->addWidget(m_verdict);
    m_table = new QTableWidget(0, 3, part);
    m_table->setHorizontalHeaderLabels({tr("Change"), tr("Step"), tr("Detail")});
    m_table->setAccessibleName(tr("What would change"));
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setTabKeyNavigation(false);
    m_table->setShowGrid(false);
    m_table->setAlternatingRowColors(true);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(2, QHeaderView::Stretch);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->horizontalHeader()->setHighlightSections(false);
    inside->addWidget(m_table, 1);
    split->addWidget(part);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 2);
    column->addWidget(split, 1);
}

void AmendDialog::make_buttons(QVBoxLayout* column) {
    auto* form = new QFormLayout;
    m_reason = new QLineEdit(this);
    m_reason->setMaxLength(500);
    m_reason->setPlaceholderText(tr("Needed; it is kept in the log with your name"));
    connect(m_reason, &QLineEdit::textChanged, this, &AmendDialog::refresh);
    form->addRow(tr("Reason"), m_reason);
    column->addLayout(form);
    auto* buttons = new QDialogButtonBox(this);
    m_preview = buttons->addButton(tr("&Preview"), QDialogButtonBox::ActionRole);
    m_apply = buttons->addButton(tr("&Amend"), QDialogButtonBox::AcceptRole);
    QPushButton* leave = buttons->addButton(tr("Do &nothing"), QDialogButtonBox::RejectRole);
    for (QPushButton* button : {m_preview, m_apply, leave}) button->setAutoDefault(false);
    connect(m_preview, &QPushButton::clicked, this, &AmendDialog::preview);
    connect(m_apply, &QPushButton::clicked, this, &AmendDialog::apply);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
}

std::optional<domain::AmendTask> AmendDialog::command(bool dry_run) {
    if (!m_text->definition()) return std::nullopt;
    domain::AmendTask amend;
    amend.definition = *m_text->definition();
    amend.dry_run = dry_run;
    amend.why.reason = m_reason->text().trimmed().toStdString();
    if (!amend.definition.task_id.empty() && amend.definition.task_id != m_task) {
        m_text->show_problem(tr("The text is of task %1; this is about task %2.")
                                 .arg(viewmodels::to_qstring(amend.definition.task_id.text), viewmodels::to_qstring(m_task.text)));
        return std::nullopt;
    }
    amend.definition.task_id = m_task;
    return amend;
}

void AmendDialog::preview() {
    m_text->check_now();
    auto amend = command(true);
    if (!amend) return;
    m_asked = true;
    m_commands->send(std::move(*amend), [guard = QPointer<AmendDialog>(this)](Result<domain::CommandResult> result) {
        if (!guard || !guard->m_asked) return;
        guard->m_asked = false;
        if (result)
            guard->show_rows(result->rows);
        else
            guard->m_text->show_problem(viewmodels::to_qstring(result.error().message));
        guard->refresh();
    });
    refresh();
}

void AmendDialog::apply() {
    auto amend = command(false);
    if (!amend) return;
    m_asked = true;
    m_commands->send(std::move(*amend), [guard = QPointer<AmendDialog>(this)](Result<domain::CommandResult> result) {
        if (!guard) return;
        guard->m_asked = false;
        if (result) {
            Q_EMIT guard->amended(guard->m_task);
            return guard->accept();
        }
        guard->forget_preview();
        guard->m_text->show_problem(viewmodels::to_qstring(result.error().message));
    });
    refresh();
}

// Refused first: they are what stands in the way.
void AmendDialog::show_rows(const std::vector<domain::ResultRow>& rows) {
    m_rows = rows;
    std::stable_partition(m_rows->begin(), m_rows->end(), is_refused);
    m_table->setRowCount(static_cast<int>(m_rows->size()));
    for (int k = 0; k < m_table->rowCount(); ++k) {
        const domain::ResultRow& row = (*m_rows)[static_cast<std::size_t>(k)];
        const Change change = change_of(row.what);
        auto* first = new QTableWidgetItem(state_icon(change.sign, palette(), 14, devicePixelRatioF()), change.name);
        m_table->setItem(k, 0, first);
        m_table->setItem(k, 1, new QTableWidgetItem(row.step.empty() ? tr("the task") : viewmodels::one_line(viewmodels::to_qstring(row.step))));
        auto* detail = new QTableWidgetItem(viewmodels::one_line(viewmodels::to_qstring(row.detail), 500));
        detail->setToolTip(plain_tooltip(viewmodels::to_qstring(row.detail)));
        m_table->setItem(k, 2, detail);
    }
}

void AmendDialog::forget_preview() {
    m_rows.reset();
    m_asked = false;
    m_table->setRowCount(0);
    refresh();
}

QString AmendDialog::verdict() const {
    if (m_asked) return tr("Asking…");
    if (!m_rows) return tr("Change the text, then look at the preview: nothing changes before you say so.");
    if (m_rows->empty()) return tr("Nothing would change.");
    const auto refused = std::count_if(m_rows->begin(), m_rows->end(), is_refused);
    if (refused > 0) return tr("It cannot be done: what was dispatched or is done cannot change (refused: %1).").arg(refused);
    return tr("Changes: %1. Give a reason to go on.").arg(m_rows->size());
}

void AmendDialog::refresh() {
    m_verdict->setText(verdict());
    const bool possible = m_rows && !m_rows->empty() && std::none_of(m_rows->begin(), m_rows->end(), is_refused);
    m_preview->setEnabled(!m_asked && m_text->definition() && m_commands);
    m_apply->setEnabled(!m_asked && possible && m_text->definition() && !m_reason->text().trimmed().isEmpty());
}

}  // namespace apollo::gui
