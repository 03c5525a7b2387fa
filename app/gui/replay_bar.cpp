// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/replay_bar.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include "app/gui/overview_strip.h"
#include "app/gui/theme.h"
#include "app/viewmodels/text.h"

namespace apollo::gui {

namespace {

constexpr const char* icon_names[][2] = {
    {"replay.start", "start"},       {"replay.first_failure", "first-failure"},
    {"replay.previous", "previous"}, {"replay.play", "play"},
    {"replay.next", "next"},         {"replay.end", "end"},
    {"replay.live", "live"},
};

}  // namespace

ReplayBar::ReplayBar(viewmodels::Navigator& navigator, Shortcuts& shortcuts, QWidget* parent)
    : QWidget(parent), m_navigator(navigator), m_shortcuts(shortcuts) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(4, 4, 4, 4);
    column->setSpacing(3);
    m_row = new QWidget(this);
    auto* row = new QHBoxLayout(m_row);
    row->setContentsMargins(5, 0, 5, 0);
    row->setSpacing(2);
    for (const char* id :
         {"replay.start", "replay.first_failure", "replay.previous", "replay.play", "replay.next", "replay.end"}) {
        add_button(QString::fromUtf8(id));
    }
    row->addSpacing(8);
    m_speed = new QComboBox(m_row);
    for (const int factor : {1, 10, 100, 1000}) m_speed->addItem(QStringLiteral("%1×").arg(factor), factor);
    m_speed->setCurrentIndex(1);
    connect(m_speed, &QComboBox::activated, this, [this] { m_navigator.set_speed(m_speed->currentData().toInt()); });
    row->addWidget(m_speed);
    row->addSpacing(12);
    m_moment = new QLabel(m_row);
    m_moment->setTextFormat(Qt::PlainText);
    m_moment->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row->addWidget(m_moment, 1);
    row->addSpacing(8);
    m_live = new QToolButton(m_row);
    m_live->setDefaultAction(shortcuts.find(QStringLiteral("replay.live")));
    m_live->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    row->addWidget(m_live);
    column->addWidget(m_row);
    m_overview = new OverviewStrip(navigator, this);
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
        const bool pause = m_navigator.is_playing() && QLatin1String(id) == QLatin1String("replay.play");
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
    for (const char* id : {"replay.start", "replay.first_failure", "replay.end", "replay.play"}) enable(id, any);
    enable("replay.previous", any && index > 1);
    enable("replay.next", any && index < size);
    enable("replay.live", m_navigator.is_replay());
    QString text = tr("Event %1 of %2").arg(viewmodels::count_text(index), viewmodels::count_text(size));
    const QString short_text = text;
    if (index > 0) text += QStringLiteral("  ·  ") + viewmodels::time_text(m_navigator.scope_time(index - 1));
    // Where the time does not fit it is left to the banner and the tool tip; half a time would be a wrong one.
    const bool fits = m_moment->fontMetrics().horizontalAdvance(text) <= m_moment->width();
    m_moment->setText(!any ? QString() : fits ? text : short_text);
    m_moment->setToolTip(any ? text : QString());
}

void ReplayBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    refresh();
}

void ReplayBar::retranslate() {
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
