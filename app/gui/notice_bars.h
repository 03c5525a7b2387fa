// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What must not be overlooked, above the pages: the source is lost; the log is damaged; the history is not there yet; nothing
// new is started; this is a replay and not the present. Each is a bar in a colour of its own with one button.
#pragma once

#include <QLabel>
#include <QToolButton>
#include <QWidget>

#include "app/gui/line_label.h"
#include "app/viewmodels/navigator.h"

namespace apollo::gui {

class NoticeBar : public QWidget {
    Q_OBJECT
public:
    // One: what changes with each frame of a replay and must not move what is below.
    enum class Lines { One, Many };
    NoticeBar(const QString& name, QAction* action, QWidget* parent, Lines lines = Lines::Many);
    void show_text(const QString& text, const QColor& background);
    QString text() const { return m_line ? m_line->text() : m_words->text(); }

private:
    LineLabel* m_line = nullptr;
    QLabel* m_words = nullptr;  // in place of it
    QColor m_background;
};

class NoticeBars : public QWidget {
    Q_OBJECT
public:
    // What the buttons do. The actions are the window's.
    struct Actions {
        QAction* live;    // goes back to the present
        QAction* resume;  // lets everything go on that a person has paused
        QAction* alerts;  // shows them
    };
    NoticeBars(viewmodels::Navigator& navigator, const Actions& actions, QWidget* parent);

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh_mode();
    void refresh_connection();
    void refresh_halt();
    void refresh_damage();
    void refresh_replacement();
    void refresh_loading();

    viewmodels::Navigator& m_navigator;
    QAction* m_read;  // the notice of a replaced log was read
    NoticeBar* m_replaced;
    NoticeBar* m_lost;
    NoticeBar* m_damaged;
    NoticeBar* m_loading;
    NoticeBar* m_paused;
    NoticeBar* m_throttled;
    NoticeBar* m_replay;
};

}  // namespace apollo::gui
