// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/table_page.h"

#include <QEvent>
#include <QHeaderView>
#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <QVBoxLayout>

#include "app/gui/text_delegate.h"
#include "app/gui/theme.h"

namespace apollo::gui {

namespace {

// Shows the whole text of a cell that is cut off, or that stands there in fewer words. The default would take a cell's text for
// markup.
class CellTooltips : public QObject {
public:
    using QObject::QObject;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() != QEvent::ToolTip) return QObject::eventFilter(watched, event);
        auto* table = qobject_cast<QTableView*>(watched->parent());
        const auto* help = static_cast<QHelpEvent*>(event);
        const QModelIndex index = table->indexAt(help->pos());
        const QString text = index.data().toString(), whole = index.data(Qt::ToolTipRole).toString();
        const bool shortened = !whole.isEmpty() && whole != text;
        if (index.isValid() && (shortened || is_cut(table, index))) {
            QToolTip::showText(help->globalPos(), plain_tooltip(shortened ? whole : text), table);
        } else {
            QToolTip::hideText();
        }
        return true;
    }

private:
    static bool is_cut(const QTableView* table, const QModelIndex& index) {
        QStyleOptionViewItem option;
        option.initFrom(table);
        option.rect = table->visualRect(index);
        const auto* delegate = qobject_cast<const TextDelegate*>(table->itemDelegateForIndex(index));
        return delegate && delegate->is_cut(option, index);
    }
};

// Paints rows whole and cells by their delegates alone: the style's panels and options for each cell cost more than the
// texts, and in a replay every cell in sight changes with each event.
class RowTable : public QTableView {
public:
    using QTableView::QTableView;

protected:
    void paintEvent(QPaintEvent* event) override {
        QPainter painter(viewport());
        QStyleOptionViewItem option;
        initViewItemOption(&option);
        const QStyle::State plain = option.state & ~(QStyle::State_Selected | QStyle::State_HasFocus);
        const QColor base = palette().color(QPalette::Base), other = palette().color(QPalette::AlternateBase);
        const int first = rowAt(event->rect().top()), rows = model()->rowCount();
        for (int row = first; row >= 0 && row < rows; ++row) {
            const QRect line(0, rowViewportPosition(row), viewport()->width(), rowHeight(row));
            if (line.top() > event->rect().bottom()) break;
            const bool selected = selectionModel()->isSelected(model()->index(row, 0));
            painter.fillRect(line, row % 2 == 0 ? base : other);
            for (int column = 0; column < model()->columnCount(); ++column) {
                if (isColumnHidden(column)) continue;
                option.rect = QRect(columnViewportPosition(column), line.top(), columnWidth(column), line.height());
                if (!option.rect.intersects(event->rect())) continue;
                const QModelIndex index = model()->index(row, column);
                option.state = plain | (selected ? QStyle::State_Selected : QStyle::State_None) |
                               (hasFocus() && index == currentIndex() ? QStyle::State_HasFocus : QStyle::State_None);
                itemDelegateForIndex(index)->paint(&painter, option, index);
            }
        }
    }
};

}  // namespace

void prepare_table(QTableView* table) {
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setShowGrid(false);
    table->setAlternatingRowColors(true);
    table->setWordWrap(false);
    table->setTextElideMode(Qt::ElideRight);
    table->setFrameShape(QFrame::NoFrame);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() + 9);
    table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table->horizontalHeader()->setStretchLastSection(true);
    table->horizontalHeader()->setHighlightSections(false);
    table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table->setTabKeyNavigation(false);
    table->setItemDelegate(new TextDelegate(table));
    table->viewport()->installEventFilter(new CellTooltips(table));
}

TablePage::TablePage(QAbstractItemModel* model, Text empty, const std::vector<int>& widths, QWidget* parent)
    : QWidget(parent),
      m_table(new RowTable(this)),
      m_empty(new QLabel(m_table->viewport())),
      m_text(std::move(empty)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_table);
    m_table->setModel(model);
    prepare_table(m_table);
    for (std::size_t column = 0; column < widths.size(); ++column) {
        if (widths[column] == 0)
            m_table->hideColumn(static_cast<int>(column));
        else
            m_table->setColumnWidth(static_cast<int>(column), widths[column] * fontMetrics().averageCharWidth() + 14);
    }
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setTextFormat(Qt::PlainText);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    m_empty->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_table->viewport()->installEventFilter(this);
    connect(model, &QAbstractItemModel::rowsInserted, this, &TablePage::refresh_empty);
    connect(model, &QAbstractItemModel::rowsRemoved, this, &TablePage::refresh_empty);
    connect(model, &QAbstractItemModel::modelReset, this, &TablePage::refresh_empty);
    refresh_empty();
}

void TablePage::refresh_empty() {
    const bool empty = m_table->model()->rowCount() == 0;
    m_empty->setVisible(empty);
    if (!empty) return;
    m_empty->setText(m_text());
    m_empty->setGeometry(m_table->viewport()->rect().adjusted(24, 8, -24, -8));
}

void TablePage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) refresh_empty();
    QWidget::changeEvent(event);
}

bool TablePage::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) refresh_empty();
    return QWidget::eventFilter(watched, event);
}

}  // namespace apollo::gui
