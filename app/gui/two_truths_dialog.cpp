// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/two_truths_dialog.h"

#include <QEvent>
#include <QVBoxLayout>

#include "app/gui/state_delegate.h"
#include "app/viewmodels/text.h"

namespace apollo::gui {

using viewmodels::TwoTruths;

TwoTruthsDialog::TwoTruthsDialog(viewmodels::Navigator& navigator, QWidget* parent)
    : QDialog(parent),
      m_navigator(navigator),
      m_model(navigator),
      m_words(new QLabel(this)),
      m_page(new TablePage(
          &m_model,
          [this] {
              return m_navigator.is_replay() ? tr("Center and nodes agreed.")
                                             : tr("Go to a moment of the past: what nodes did meanwhile is known only later.");
          },
          {18, 12, 19, 15, 13}, this)) {
    resize(900, 420);
    auto* column = new QVBoxLayout(this);
    m_words->setTextFormat(Qt::PlainText);
    m_words->setWordWrap(true);
    column->addWidget(m_words);
    column->addWidget(m_page, 1);
    for (const int state : {int(TwoTruths::Believed), int(TwoTruths::Really)}) {
        m_page->table()->setItemDelegateForColumn(
            state, new StateDelegate(
                       [](const QModelIndex& index) {
                           return std::optional(static_cast<domain::RunStatus>(index.data(TwoTruths::StatusRole).toInt()));
                       },
                       this));
    }
    connect(m_page->table(), &QTableView::clicked, this, &TwoTruthsDialog::select);
    connect(m_page->table(), &QTableView::activated, this, &TwoTruthsDialog::select);
    for (const auto signal : {&viewmodels::Navigator::picture_changed, &viewmodels::Navigator::task_changed,
                              &viewmodels::Navigator::mode_changed}) {
        connect(&navigator, signal, this, &TwoTruthsDialog::refresh);
    }
    retranslate();
}

void TwoTruthsDialog::select(const QModelIndex& index) {
    m_navigator.select_run(m_model.run_at(index.row()));
}

void TwoTruthsDialog::refresh() {
    m_model.refresh();
    m_page->refresh_empty();
    m_words->setText(m_navigator.is_replay()
                         ? tr("At %1 the center had heard everything up to position %2. Runs of which the node had done more than "
                              "that: %3.")
                               .arg(viewmodels::precise_time_text(m_model.moment()),
                                    viewmodels::count_text(m_navigator.shown_position().value),
                                    viewmodels::count_text(static_cast<std::uint64_t>(m_model.rowCount())))
                         : QString());
    m_words->setVisible(!m_words->text().isEmpty());
}

void TwoTruthsDialog::retranslate() {
    setWindowTitle(tr("Two truths: what was believed and what was so"));
    m_page->table()->setAccessibleName(tr("Runs that center and node saw differently"));
    m_model.retranslate();
    refresh();
}

void TwoTruthsDialog::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QDialog::changeEvent(event);
}

}  // namespace apollo::gui
