// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/compare_dialog.h"

#include <QVBoxLayout>

#include "app/gui/state_delegate.h"
#include "app/viewmodels/text.h"

namespace apollo::gui {

using viewmodels::CompareModel;

namespace {

// The newest other task of the same intent: what somebody most likely wants to compare with.
int likely_partner(const viewmodels::Navigator& navigator, const QComboBox& tasks) {
    const domain::Task* open = navigator.task();
    for (int k = 0; k < tasks.count(); ++k) {
        const auto& task = navigator.live().state().tasks[tasks.itemData(k).toUInt()];
        if (open && task.id != open->id && task.plan->definition.intent == open->plan->definition.intent) return k;
    }
    return open ? tasks.findData(navigator.task_index().value) : 0;
}

}  // namespace

CompareDialog::CompareDialog(viewmodels::Navigator& navigator, viewmodels::Bookmarks& bookmarks, QWidget* parent)
    : QDialog(parent),
      m_navigator(navigator),
      m_bookmarks(bookmarks),
      m_model(navigator.live()),
      m_only_different(new QCheckBox(tr("Only what differs"), this)),
      m_words(new QLabel(this)) {
    setWindowTitle(tr("Compare"));
    resize(880, 600);
    auto* column = new QVBoxLayout(this);
    auto* grid = new QGridLayout;
    grid->setColumnStretch(1, 2);
    grid->setColumnStretch(2, 1);
    m_left = add_choice(grid, 0, tr("A"));
    m_right = add_choice(grid, 1, tr("B"));
    column->addLayout(grid);
    m_words->setTextFormat(Qt::PlainText);
    m_words->setWordWrap(true);
    column->addWidget(m_words);
    column->addWidget(m_only_different);
    m_filtered.setSourceModel(&m_model);
    m_filtered.setFilterRole(CompareModel::DiffersRole);
    m_page = new TablePage(&m_filtered, [] { return tr("Nothing differs."); }, {20, 12, 14, 14, 11, 11, 10}, this);
    for (const int state : {int(CompareModel::LeftState), int(CompareModel::RightState)}) {
        m_page->table()->setItemDelegateForColumn(
            state, new StateDelegate(
                       [](const QModelIndex& index) -> std::optional<domain::RunStatus> {
                           const int status = index.data(CompareModel::StatusRole).toInt();
                           if (status < 0) return std::nullopt;
                           return static_cast<domain::RunStatus>(status);
                       },
                       this));
    }
    column->addWidget(m_page, 1);
    m_left.task->setCurrentIndex(likely_partner(navigator, *m_left.task));
    m_right.task->setCurrentIndex(m_right.task->findData(navigator.task_index().value));
    m_right.moment->setCurrentIndex(navigator.is_replay() ? 1 : 0);
    connect(m_only_different, &QCheckBox::toggled, this, [this](bool on) {
        m_filtered.setFilterFixedString(on ? QStringLiteral("true") : QString());
        m_page->refresh_empty();
    });
    QWidget* const order[] = {m_left.task, m_left.moment, m_right.task, m_right.moment, m_only_different, m_page->table()};
    for (std::size_t k = 0; k + 1 < std::size(order); ++k)
        setTabOrder(order[k], order[k + 1]);
    m_left.task->setFocus();
    refresh();
}

CompareDialog::Choice CompareDialog::add_choice(QGridLayout* grid, int row, const QString& name) {
    const Choice choice{new QComboBox(this), new QComboBox(this)};
    auto* label = new QLabel(name, this);
    label->setBuddy(choice.task);
    choice.task->setAccessibleName(tr("Task of %1").arg(name));
    choice.moment->setAccessibleName(tr("Moment of %1").arg(name));
    grid->addWidget(label, row, 0);
    grid->addWidget(choice.task, row, 1);
    grid->addWidget(choice.moment, row, 2);
    const auto& tasks = m_navigator.live().state().tasks;
    for (auto task = static_cast<std::uint32_t>(tasks.size()); task-- > 0;) {
        if (tasks[task].plan && m_navigator.cursor().task(task).exists)
            choice.task->addItem(viewmodels::one_line(viewmodels::to_qstring(tasks[task].id.text)), task);
    }
    fill_moments(choice);
    connect(choice.task, &QComboBox::currentIndexChanged, this, [this, choice] {
        fill_moments(choice);
        refresh();
    });
    connect(choice.moment, &QComboBox::currentIndexChanged, this, &CompareDialog::refresh);
    return choice;
}

void CompareDialog::fill_moments(const Choice& choice) {
    const QSignalBlocker blocker(choice.moment);
    choice.moment->clear();
    choice.moment->addItem(tr("as it is now"), m_navigator.live().history().size());
    choice.moment->addItem(tr("at the shown moment"), m_navigator.shown_events());
    if (choice.task->currentIndex() < 0) return;
    const auto& task = m_navigator.live().state().tasks[choice.task->currentData().toUInt()];
    for (const auto& bookmark : m_bookmarks.of(task.id)) {
        const QString text = viewmodels::count_text(bookmark.position.value) + QStringLiteral("  ") + bookmark.note;
        choice.moment->addItem(viewmodels::one_line(text, 60), m_navigator.live().history().count_until(bookmark.position));
    }
}

CompareModel::Side CompareDialog::side(const Choice& choice) const {
    if (choice.task->currentIndex() < 0) return {};
    // What is not known at the shown moment is not compared either.
    const bool all = !m_navigator.is_replay();
    const auto events = choice.moment->currentData().toUInt();
    return {TaskIndex{choice.task->currentData().toUInt()}, all ? events : std::min(events, m_navigator.shown_events())};
}

void CompareDialog::refresh() {
    if (!m_page) return;
    m_model.compare(side(m_left), side(m_right));
    m_page->refresh_empty();
    const auto first = m_model.first_difference();
    if (!first) return m_words->setText(tr("No state differs."));
    const QString step = m_model.index(*first, CompareModel::Step).data().toString();
    const QString node = m_model.index(*first, CompareModel::Node).data().toString();
    const QString left = m_model.index(*first, CompareModel::LeftState).data().toString();
    const QString right = m_model.index(*first, CompareModel::RightState).data().toString();
    m_words->setText(tr("States that differ: %1. The first: %2 on %3, %4 in A and %5 in B.")
                         .arg(QString::number(m_model.difference_count()), step, node, left, right));
    m_page->table()->selectRow(m_filtered.mapFromSource(m_model.index(*first, 0)).row());
}

}  // namespace apollo::gui
