// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/forecast_panel.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QVBoxLayout>
#include <algorithm>

#include "app/gui/state_glyph.h"
#include "app/gui/theme.h"

namespace apollo::gui {

namespace {

constexpr int rest_ms = 2000;
constexpr qint64 rests_per_cost = 50;  // at most a fiftieth of the time
// Some 20 ms: a frame or two. What is known of all other tasks is gone through, too.
constexpr std::uint32_t most_runs_unasked = 1000, most_known_unasked = 50'000;
constexpr std::size_t most_rows = 60;
constexpr int most_rows_high = 6;

QLabel* words_label(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    return label;
}

}  // namespace

ForecastPanel::ForecastPanel(viewmodels::Navigator& navigator, QWidget* parent)
    : QWidget(parent),
      m_navigator(navigator),
      m_title(words_label(this)),
      m_ask(new QToolButton(this)),
      m_words(words_label(this)),
      m_path_title(words_label(this)),
      m_path(new QListWidget(this)) {
    setObjectName(QStringLiteral("forecast"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    auto* row = new QHBoxLayout;
    row->addWidget(m_title, 1);
    row->addWidget(m_ask);
    column->addLayout(row);
    for (QWidget* part : {static_cast<QWidget*>(m_words), static_cast<QWidget*>(m_path_title), static_cast<QWidget*>(m_path)}) column->addWidget(part);
    m_words->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_path->setFrameShape(QFrame::NoFrame);
    m_path->setTextElideMode(Qt::ElideMiddle);
    m_path->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    const auto select = [this](const QListWidgetItem* item) { m_navigator.select_run(RunIndex{item->data(Qt::UserRole).toUInt()}); };
    connect(m_path, &QListWidget::itemClicked, this, select);
    connect(m_path, &QListWidget::itemActivated, this, select);  // by key
    connect(m_ask, &QToolButton::clicked, this, &ForecastPanel::make);
    m_later.setSingleShot(true);
    connect(&m_later, &QTimer::timeout, this, &ForecastPanel::refresh);
    retranslate();
}

void ForecastPanel::refresh() {
    const domain::Task* task = m_navigator.task();
    const bool wanted = task && !m_navigator.is_replay() && !task->historical && !domain::is_ended(task->status);
    setVisible(wanted);
    if (!wanted) return m_later.stop();
    const bool other = m_task != m_navigator.task_index();
    const bool large = task->plan->run_count > most_runs_unasked || m_navigator.live().state().runs.size() > most_known_unasked;
    m_ask->setVisible(large);
    if (other && large) show_view({});
    if (other) m_path->scrollToTop();
    if (other) m_task = m_navigator.task_index();
    if (large || (!other && m_later.isActive())) return;
    make();
}

void ForecastPanel::make() {
    const domain::Task* task = m_navigator.task();
    if (!task) return;
    QElapsedTimer clock;
    clock.start();
    show_view(viewmodels::forecast_view(m_navigator.live().state(), m_navigator.task_index(), m_navigator.shown_time()));
    m_cost_ms = clock.elapsed();
    m_later.start(static_cast<int>(std::max<qint64>(rest_ms, m_cost_ms * rests_per_cost)));
}

// Rows that stay are left alone, so that nothing jumps below a pointer.
void ForecastPanel::show_view(const viewmodels::ForecastView& view) {
    QStringList lines{view.expectation, view.risk};
    for (const viewmodels::ForecastRow& slow : view.slow) lines << slow.place + QLatin1Char(' ') + slow.text;
    if (view.slow_more > 0) lines << tr("%1 more run longer than usual").arg(view.slow_more);
    for (const QString& note : view.notes) lines << note;
    lines.removeAll(QString());
    if (m_words->text() != lines.join(QLatin1Char('\n'))) m_words->setText(lines.join(QLatin1Char('\n')));
    m_words->setVisible(!lines.isEmpty());
    m_path_title->setText(view.path_title);
    m_path_title->setVisible(!view.path.empty());
    m_path->setVisible(!view.path.empty());
    const auto rows = static_cast<int>(std::min(view.path.size(), most_rows));
    while (m_path->count() > rows) delete m_path->takeItem(m_path->count() - 1);
    for (int k = 0; k < rows; ++k) {
        const viewmodels::ForecastRow& row = view.path[static_cast<std::size_t>(k)];
        QListWidgetItem* item = m_path->item(k);
        if (!item) m_path->addItem(item = new QListWidgetItem);
        const QString text = row.place + QStringLiteral("  —  ") + row.text;
        item->setData(Qt::UserRole, row.run.value);
        if (item->text() == text) continue;
        item->setText(text);
        item->setToolTip(plain_tooltip(text));
        item->setIcon(state_icon(m_navigator.cursor().look(row.run.value).status(), palette(), 14, devicePixelRatioF()));
    }
    const int row_px = m_path->count() > 0 ? m_path->sizeHintForRow(0) : 0;
    m_path->setFixedHeight(row_px * std::min(rows, most_rows_high) + 4);
}

void ForecastPanel::retranslate() {
    m_title->setText(tr("Forecast"));
    m_ask->setText(tr("Foretell"));
    m_ask->setToolTip(tr("So large a task is looked at when asked; it may take a second"));
    m_path->setAccessibleName(tr("Critical path"));
    m_later.stop();
    m_task = no_task;
    m_path->clear();
    refresh();
}

void ForecastPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange) retranslate();
    QWidget::changeEvent(event);
}

}  // namespace apollo::gui
