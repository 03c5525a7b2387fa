// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Makes what a canvas paints known to screen readers and test tools: each visible item is a child with a name, a place and
// a press action.
#pragma once

#include <QRect>
#include <QString>

class QWidget;

namespace apollo::gui {

// A widget that paints its items itself. Items are those in sight, numbered from 0; numbers hold until the next paint.
class AccessibleCanvas {
public:
    virtual ~AccessibleCanvas() = default;
    virtual int accessible_count() const = 0;
    virtual QString accessible_text(int item) const = 0;  // "extract, Succeeded"
    virtual QRect accessible_rect(int item) const = 0;    // in the widget
    virtual bool accessible_selected(int item) const = 0;
    virtual void accessible_press(int item) = 0;
    virtual int accessible_at(const QPoint& at) const = 0;  // -1: none
};

// Once per process, before the first canvas is asked.
void install_canvas_access();

}  // namespace apollo::gui
