// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// In which order the matrix and the timeline show their rows: one action each that goes on to the next order and says it.
#pragma once

#include <QObject>

#include "app/gui/shortcuts.h"

namespace apollo::gui {

class MatrixView;
class TimelinePlot;

class OrderActions : public QObject {
    Q_OBJECT
public:
    OrderActions(MatrixView& matrix, TimelinePlot& timeline, Shortcuts& shortcuts, QObject* parent);

Q_SIGNALS:
    void said(const QString& text, int for_ms);

private:
    void add_time_actions(TimelinePlot& timeline, Shortcuts& shortcuts);
};

}  // namespace apollo::gui
