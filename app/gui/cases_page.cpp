// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/cases_page.h"

#include <QEvent>
#include <QHideEvent>
#include <QSplitter>
#include <QVBoxLayout>

#include "app/gui/action_buttons.h"
#include "app/gui/state_delegate.h"

namespace apollo::gui {

using viewmodels::CaseListModel;

namespace {

// The run state whose sign fits how a case stands.
domain::RunStatus sign_of(CaseListModel::Standing standing) {
    switch (standing) {
        case CaseListModel::Standing::Waits:
            return domain::RunStatus::Failed;
        case CaseListModel::Standing::Seen:
            return domain::RunStatus::Retrying;
        case CaseListModel::Standing::Over:
            return domain::RunStatus::Succeeded;
    }
    return domain::RunStatus::Pending;
}

QWidget* make_buttons(CaseListModel::Subject subject, const Shortcuts& shortcuts, QWidget* parent) {
    if (subject == CaseListModel::Subject::Alerts)
        return make_action_buttons(shortcuts, {"alert.acknowledge", "breaker.close_alert"}, parent);
    return make_action_buttons(shortcuts, {"letter.show", "letter.requeue", "letter.drop"}, parent);
}

}  // namespace

CasesPage::CasesPage(viewmodels::Navigator& navigator, CaseListModel::Subject subject, const Shortcuts& shortcuts,
                     QWidget* parent)
    : QWidget(parent),
      m_navigator(navigator),
      m_subject(subject),
      m_model(navigator, subject),
      m_page(new TablePage(
          &m_model,
          [this, subject] {
              if (m_navigator.live().is_loading()) return tr("The history is still being loaded.");
              return subject == CaseListModel::Subject::Alerts ? tr("No alert has been raised.")
                                                               : tr("No dead letters: every event could be applied.");
          },
          // What it says must be in sight; where it stands in the log is among the details.
          subject == CaseListModel::Subject::Alerts ? std::vector<int>{16, 0, 19, 0, 0} : std::vector<int>{14, 0, 19, 0, 22}, this)),
      m_details(new QPlainTextEdit(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 6, 0, 0);
    column->setSpacing(6);
    QWidget* buttons = make_buttons(subject, shortcuts, this);
    buttons->layout()->setContentsMargins(8, 0, 8, 0);
    column->addWidget(buttons);
    auto* split = new QSplitter(Qt::Vertical, this);
    split->addWidget(m_page);
    split->addWidget(m_details);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 1);
    split->setChildrenCollapsible(false);
    column->addWidget(split, 1);
    m_details->setReadOnly(true);
    m_details->setTabChangesFocus(true);
    m_details->setFrameShape(QFrame::NoFrame);
    table()->setItemDelegateForColumn(
        CaseListModel::StateColumn,
        new StateDelegate(
            [](const QModelIndex& index) {
                return std::optional(
                    sign_of(static_cast<CaseListModel::Standing>(index.data(CaseListModel::StandingRole).toInt())));
            },
            this));
    connect(table()->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) { choose(current.isValid() ? current.row() : -1); });
    connect(&navigator, &viewmodels::Navigator::selection_changed, this, &CasesPage::show_chosen);
    retranslate();
}

std::optional<Position> CasesPage::chosen() const {
    return m_subject == CaseListModel::Subject::Alerts ? m_navigator.chosen().alert : m_navigator.chosen().letter;
}

void CasesPage::choose(int row) {
    if (m_following) return;
    const auto position = row < 0 ? std::nullopt : std::optional(m_model.position_at(row));
    if (m_subject == CaseListModel::Subject::Alerts)
        m_navigator.choose_alert(position);
    else
        m_navigator.choose_letter(position);
}

void CasesPage::refresh() {
    m_following = true;
    m_model.refresh();
    m_page->refresh_empty();
    m_following = false;
    show_chosen();
}

void CasesPage::show_chosen() {
    const auto position = chosen();
    const auto row = position ? m_model.row_of(*position) : std::nullopt;
    m_following = true;
    if (!row)
        table()->selectionModel()->clear();
    else if (table()->currentIndex().row() != *row || !table()->selectionModel()->isRowSelected(*row))
        table()->selectRow(*row);
    m_following = false;
    const QString text = row ? m_model.details(*row) : QString();
    // Setting the same text again would lose the reader's place.
    if (m_details->toPlainText() != text) m_details->setPlainText(text);
    m_details->setVisible(m_model.rowCount() > 0);
}

void CasesPage::focus_details() {
    m_details->setFocus();
}

void CasesPage::retranslate() {
    const bool alerts = m_subject == CaseListModel::Subject::Alerts;
    table()->setAccessibleName(alerts ? tr("Alerts") : tr("Dead letters"));
    m_details->setAccessibleName(tr("All of the chosen one"));
    m_details->setPlaceholderText(alerts ? tr("Choose an alert to see all of it.") : tr("Choose a dead letter to see all of it."));
    m_model.retranslate();
    show_chosen();
}

// A command is never about what is not in sight.
void CasesPage::hideEvent(QHideEvent* event) {
    if (!event->spontaneous()) choose(-1);
}

void CasesPage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

}  // namespace apollo::gui
