// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/notice_bars.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QVBoxLayout>
#include <algorithm>

#include "app/gui/theme.h"
#include "app/viewmodels/connection_text.h"
#include "app/viewmodels/text.h"

namespace apollo::gui {

using viewmodels::LiveModel;
using viewmodels::Navigator;

NoticeBar::NoticeBar(const QString& name, QAction* action, QWidget* parent, Lines lines) : QWidget(parent) {
    setObjectName(name);
    setAutoFillBackground(true);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 4, 8, 4);
    if (lines == Lines::One) {
        row->addWidget(m_line = new LineLabel(this), 1);
    } else {
        row->addWidget(m_words = new QLabel(this), 1);
        m_words->setTextFormat(Qt::PlainText);
        m_words->setWordWrap(true);
    }
    if (!action) return;
    auto* button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    row->addWidget(button);
}

void NoticeBar::show_text(const QString& text, const QColor& background) {
    m_line ? m_line->set_text(text) : m_words->setText(text);
    if (m_background != background) {
        m_background = background;
        QPalette colours = palette();
        colours.setColor(QPalette::Window, background);
        colours.setColor(QPalette::WindowText, readable_on(background));
        setPalette(colours);
    }
    setVisible(true);
}

NoticeBars::NoticeBars(Navigator& navigator, const Actions& actions, QWidget* parent)
    : QWidget(parent),
      m_navigator(navigator),
      m_read(new QAction(this)),
      m_replaced(new NoticeBar(QStringLiteral("replaced-notice"), m_read, this)),
      m_lost(new NoticeBar(QStringLiteral("lost-notice"), nullptr, this)),
      m_damaged(new NoticeBar(QStringLiteral("damage-notice"), actions.alerts, this)),
      m_loading(new NoticeBar(QStringLiteral("loading-notice"), nullptr, this, NoticeBar::Lines::One)),
      m_paused(new NoticeBar(QStringLiteral("paused-notice"), actions.resume, this)),
      m_throttled(new NoticeBar(QStringLiteral("throttled-notice"), nullptr, this)),
      m_replay(new NoticeBar(QStringLiteral("replay-notice"), actions.live, this, NoticeBar::Lines::One)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_replaced);
    column->addWidget(m_lost);
    column->addWidget(m_damaged);
    column->addWidget(m_loading);
    column->addWidget(m_paused);
    column->addWidget(m_throttled);
    column->addWidget(m_replay);
    for (const auto signal : {&Navigator::picture_changed, &Navigator::task_changed, &Navigator::mode_changed,
                              &Navigator::history_grew}) {
        connect(&navigator, signal, this, &NoticeBars::refresh_mode);
        connect(&navigator, signal, this, &NoticeBars::refresh_halt);
        connect(&navigator, signal, this, &NoticeBars::refresh_damage);
    }
    connect(&navigator.live(), &LiveModel::connection_changed, this, &NoticeBars::refresh_connection);
    connect(&navigator.live(), &LiveModel::loading_changed, this, &NoticeBars::refresh_loading);
    connect(m_read, &QAction::triggered, m_replaced, &QWidget::hide);
    m_replaced->setVisible(false);
    refresh_replacement();
    refresh_mode();
    refresh_connection();
    refresh_halt();
    refresh_damage();
    refresh_loading();
}

void NoticeBars::refresh_loading() {
    const QString text = m_navigator.loading_text();
    if (text.isEmpty()) return m_loading->setVisible(false);
    m_loading->show_text(tr("%1. What you see is the present; events, earlier attempts and replay follow.").arg(text),
                         mixed(palette().color(QPalette::Window), palette().color(QPalette::Highlight), 0.3));
}

// Stays until it was read: what somebody had in mind may no longer be so.
void NoticeBars::refresh_replacement() {
    m_read->setText(tr("Close"));
    const auto& what = m_navigator.live().replaces();
    const bool unread = what && (!m_replaced->isHidden() || m_replaced->text().isEmpty());
    if (unread) m_replaced->show_text(viewmodels::replacement_text(*what), state_colour(domain::RunStatus::Retrying, palette()));
}

// Of the present only: a replay shows nothing from after its moment.
void NoticeBars::refresh_halt() {
    const domain::State& state = m_navigator.live().state();
    const bool shown = !m_navigator.is_replay();
    const QColor background = state_colour(domain::RunStatus::Retrying, palette());
    if (shown && state.dispatch_paused)
        m_paused->show_text(tr("Everything is paused since %1: what runs finishes, nothing new is started.")
                                .arg(viewmodels::time_text(state.dispatch_paused_at)),
                            background);
    else
        m_paused->setVisible(false);
    if (shown && state.dispatch_throttled)
        m_throttled->show_text(tr("Too many retries wait: nothing new is started until they are fewer."), background);
    else
        m_throttled->setVisible(false);
}

// Until a person has acknowledged it. Damage has no condition that could end by itself: its alert is the one without a key.
void NoticeBars::refresh_damage() {
    const auto& alerts = m_navigator.live().state().alerts;
    const auto open = std::find_if(alerts.begin(), alerts.end(), [](const domain::Alert& alert) { return alert.key.empty() && !alert.acknowledged; });
    if (m_navigator.live().state().known_damage.empty() || open == alerts.end()) return m_damaged->setVisible(false);
    m_damaged->show_text(tr("Some of the history cannot be read: %1").arg(viewmodels::one_line(QString::fromStdString(open->message), 400)),
                         state_colour(domain::RunStatus::Failed, palette()));
}

void NoticeBars::refresh_mode() {
    if (!m_navigator.is_replay()) return m_replay->setVisible(false);
    const QColor accent = replay_colour(palette());
    const QColor background = is_dark(palette()) ? accent : mixed(QColor(Qt::white), accent, 0.4);
    m_replay->show_text(tr("Replay at event %1 of %2 · %4 · position %3 · commands are off")
                            .arg(viewmodels::count_text(m_navigator.scope_index()),
                                 viewmodels::count_text(m_navigator.scope_size()),
                                 viewmodels::count_text(m_navigator.shown_position().value),
                                 viewmodels::time_text(m_navigator.shown_time())),
                        background);
}

void NoticeBars::refresh_connection() {
    const LiveModel& live = m_navigator.live();
    const bool interrupted = live.connection() == LiveModel::Connection::Interrupted;
    if (!interrupted && live.connection() != LiveModel::Connection::Gone) return m_lost->setVisible(false);
    const QString why = viewmodels::one_line(live.interruption());
    m_lost->show_text(
        interrupted ? tr("Connection lost, reconnecting… What you see is the last that was heard. Reason: %1").arg(why)
                    : tr("Connection lost for good. What you see is the last that was heard. Reason: %1").arg(why),
        state_colour(domain::RunStatus::Failed, palette()));
}

void NoticeBars::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange) {
        refresh_replacement();
        refresh_mode();
        refresh_connection();
        refresh_halt();
        refresh_damage();
        refresh_loading();
    }
    QWidget::changeEvent(event);
}

}  // namespace apollo::gui
