// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/replay_bar.h"

#include <QAbstractItemView>
#include <QEvent>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include "app/gui/overview_strip.h"
#include "app/gui/theme.h"
#include "app/viewmodels/text.h"

namespace apollo::gui {

using viewmodels::Navigator;

namespace {

constexpr const char* icon_names[][2] = {
    {"replay.start", "start"},
    {"replay.previous_failure", "previous-failure"},
    {"replay.previous", "previous"},
    {"replay.play_back", "play-back"},
    {"replay.play", "play"},
    {"replay.next", "next"},
    {"replay.next_failure", "next-failure"},
    {"replay.end", "end"},
    {"replay.bookmark", "bookmark"},
    {"replay.live", "live"},
};

}  // namespace

ReplayBar::ReplayBar(viewmodels::Navigator& navigator, viewmodels::Bookmarks& bookmarks, Shortcuts& shortcuts,
                     QWidget* parent)
    : QWidget(parent), m_navigator(navigator), m_shortcuts(shortcuts) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(4, 4, 4, 4);
    column->setSpacing(3);
    m_row = new QWidget(this);
    auto* row = new QHBoxLayout(m_row);
    row->setContentsMargins(5, 0, 5, 0);
    row->setSpacing(2);
    for (const char* id :
         {"replay.start", "replay.previous_failure", "replay.previous", "replay.play_back", "replay.play", "replay.next",
          "replay.next_failure", "replay.end", "replay.bookmark"}) {
        add_button(QString::fromUtf8(id));
    }
    row->addSpacing(8);
    m_speed = new QComboBox(m_row);
    m_speed->addItem(QString(), Navigator::event_by_event);
    for (const double factor : {0.1, 1.0, 10.0, 100.0, 1000.0, 10000.0})
        m_speed->addItem(QLocale::c().toString(factor) + QChar(0xd7), factor);
    m_speed->setCurrentIndex(m_speed->findData(m_navigator.speed()));
    connect(m_speed, &QComboBox::activated, this, [this] { m_navigator.set_speed(m_speed->currentData().toDouble()); });
    m_speed->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_speed->setMinimumContentsLength(6);
    m_speed->setMaximumWidth(m_speed->fontMetrics().averageCharWidth() * 16);
    m_speed->view()->setMinimumWidth(m_speed->fontMetrics().averageCharWidth() * 20);
    row->addWidget(m_speed);
    row->addSpacing(12);
    m_moment = new LineLabel(m_row);
    row->addWidget(m_moment, 1);
    row->addSpacing(8);
    m_live = new QToolButton(m_row);
    m_live->setDefaultAction(shortcuts.find(QStringLiteral("replay.live")));
    m_live->setToolButtonStyle(Qt::ToolButtonIconOnly);  // in a replay the bar above says it in words
    row->addWidget(m_live);
    column->addWidget(m_row);
    m_overview = new OverviewStrip(navigator, bookmarks, this);
    column->addWidget(m_overview);
    for (const auto signal : {&viewmodels::Navigator::picture_changed, &viewmodels::Navigator::task_changed,
                              &viewmodels::Navigator::mode_changed, &viewmodels::Navigator::play_changed,
                              &viewmodels::Navigator::history_grew}) {
        connect(&navigator, signal, this, &ReplayBar::refresh);
    }
    connect(&navigator, &viewmodels::Navigator::play_changed, this, &ReplayBar::reload_icons);
    reload_icons();
    retranslate();
}

void ReplayBar::add_button(const QString& action_id) {
    auto* button = new QToolButton(m_row);
    button->setDefaultAction(m_shortcuts.find(action_id));
    button->setAutoRaise(true);
    button->setIconSize(QSize(18, 18));
    button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    m_row->layout()->addWidget(button);
}

void ReplayBar::reload_icons() {
    for (const auto& [id, name] : icon_names) {
        const char* playing = m_navigator.plays_backwards() ? "replay.play_back" : "replay.play";
        const bool pause = m_navigator.is_playing() && QLatin1String(id) == QLatin1String(playing);
        m_shortcuts.find(QString::fromUtf8(id))
            ->setIcon(themed_icon(QString::fromUtf8(pause ? "pause" : name), palette()));
    }
}

void ReplayBar::ensure_ready() {
    m_overview->ensure_ready();
}

void ReplayBar::refresh() {
    const auto size = m_navigator.scope_size(), index = m_navigator.scope_index();
    const auto enable = [&](const char* id, bool on) { m_shortcuts.find(QString::fromUtf8(id))->setEnabled(on); };
    const bool any = size > 0;
    for (const char* id : {"replay.start", "replay.first_failure", "replay.next_failure", "replay.previous_failure",
                           "replay.end", "replay.play", "replay.play_back"})
        enable(id, any);
    enable("replay.bookmark", m_navigator.task() != nullptr);
    enable("replay.previous", any && index > 1);
    enable("replay.next", any && index < size);
    enable("replay.live", m_navigator.is_replay());
    if (!any) return m_moment->set_text(QString());
    const QString number = viewmodels::count_text(index), all = viewmodels::count_text(size), words = tr("Event %1 of %2").arg(number, all);
    if (index == 0) return m_moment->set_text(words);
    const QString time = viewmodels::time_text(m_navigator.scope_time(index - 1)), dot = QStringLiteral("  ·  ");
    const QString clock = time.section(QLatin1Char(' '), 1), numbers = number + QStringLiteral(" / ") + all;
    m_moment->set_texts({words + dot + time, numbers + dot + time, numbers + dot + clock, clock});
}

void ReplayBar::retranslate() {
    m_speed->setItemText(0, tr("event by event"));
    m_speed->setAccessibleName(tr("Speed"));
    m_speed->setToolTip(tr("How much faster than it happened; idle time is cut short"));
    refresh();
}

void ReplayBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    if (event->type() == QEvent::PaletteChange) reload_icons();
    QWidget::changeEvent(event);
}

}  // namespace apollo::gui
