// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// One line of plain text, elided where it does not fit. Unlike a QLabel it never asks for a new layout when its text
// changes, which matters for what changes with each frame of a replay, and never widens its window.
#pragma once

#include <QWidget>

namespace apollo::gui {

class LineLabel : public QWidget {
    Q_OBJECT
public:
    explicit LineLabel(QWidget* parent = nullptr);

    void set_text(const QString& text) { set_texts({text}); }
    // The same thing from long to short: the first that fits is shown, else the last, cut off.
    void set_texts(const QStringList& texts);
    QString text() const { return m_texts.value(0); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QStringList m_texts;
};

}  // namespace apollo::gui
