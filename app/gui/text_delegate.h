// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Table cells of plain one-line text, painted without the style's text layout: a whole page of them changes with each
// event of a replay, and this is a fifth of the time.
#pragma once

#include <QStyledItemDelegate>

namespace apollo::gui {

class TextDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    // Whether there is no room for all of its text.
    bool is_cut(const QStyleOptionViewItem& option, const QModelIndex& index) const;

protected:
    // A small picture before the text; null: none.
    virtual QPixmap mark_of(const QStyleOptionViewItem&, const QModelIndex&) const { return {}; }

private:
    static QRect room_beside(const QPixmap& mark, const QRect& cell);
};

}  // namespace apollo::gui
