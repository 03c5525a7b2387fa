// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Holds the pages; while they show the past it has a frame in the colour of replay, so that past and present are never
// mistaken for each other.
#pragma once

#include <QWidget>

#include "app/viewmodels/navigator.h"

namespace apollo::gui {

class ReplayFrame : public QWidget {
    Q_OBJECT
public:
    ReplayFrame(viewmodels::Navigator& navigator, QWidget* parent);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    static constexpr int frame_px = 3;
    viewmodels::Navigator& m_navigator;
};

}  // namespace apollo::gui
