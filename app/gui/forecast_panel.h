// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The part of the inspector that looks ahead: when the open task is expected to end, how likely it fails, what decides
// about both. Of the present only, since a replay shows nothing that was not known. Made anew now and then, never so often
// that it takes a noticeable share of the time; of a very large task when asked.
#pragma once

#include <QElapsedTimer>
#include <QLabel>
#include <QListWidget>
#include <QTimer>
#include <QToolButton>
#include <QWidget>

#include "app/viewmodels/forecast_view.h"
#include "app/viewmodels/navigator.h"

namespace apollo::gui {

class ForecastPanel : public QWidget {
    Q_OBJECT
public:
    explicit ForecastPanel(viewmodels::Navigator& navigator, QWidget* parent);
    void refresh();  // shows, hides and renews as the open task asks for

protected:
    void changeEvent(QEvent* event) override;

private:
    void make();
    void show_view(const viewmodels::ForecastView& view);
    void retranslate();

    viewmodels::Navigator& m_navigator;
    QLabel* m_title;
    QToolButton* m_ask;
    QLabel* m_words;
    QLabel* m_path_title;
    QListWidget* m_path;
    QTimer m_later;
    TaskIndex m_task = no_task;  // that was looked at last
    qint64 m_cost_ms = 0;        // of the last look
};

}  // namespace apollo::gui
