// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/table_columns.h"

#include <QEvent>
#include <QHeaderView>
#include <QMenu>
#include <algorithm>

namespace apollo::gui {

namespace {

constexpr int least_first_letters = 12;

}  // namespace

TableColumns::TableColumns(QTableView* table, std::vector<int> usual, Rest rest)
    : QObject(table), m_table(table), m_usual(std::move(usual)), m_rest(rest) {
    QHeaderView* header = table->horizontalHeader();
    for (int column = 0; column < header->count(); ++column) m_widths.push_back(header->sectionSize(column));
    header->setStretchLastSection(rest == Rest::ToLast);
    if (rest == Rest::ToFirst) header->setSectionResizeMode(0, QHeaderView::Stretch);
    header->setMinimumSectionSize(5 * table->fontMetrics().averageCharWidth());
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QHeaderView::customContextMenuRequested, this, &TableColumns::show_menu);
    table->viewport()->installEventFilter(this);
    fit();
}

// Of one that is shown. A title is longer in one language than in another.
int TableColumns::wanted_width(int column) const {
    return std::max(m_widths[static_cast<std::size_t>(column)], m_table->horizontalHeader()->sectionSizeHint(column));
}

// One more column is worth it while the others lose no more than a tenth.
void TableColumns::fit() {
    if (m_chosen) return;
    const bool to_last = m_rest == Rest::ToLast;
    const double least_share = to_last ? 0.9 : 1;
    const int room = m_table->viewport()->width();
    int sum = to_last ? wanted_width(0) : least_first_letters * m_table->fontMetrics().averageCharWidth();
    for (int column = 1; column < m_table->model()->columnCount(); ++column) m_table->setColumnHidden(column, true);
    std::vector<int> shown;
    for (const int column : m_usual) {
        m_table->setColumnHidden(column, false);
        const int width = wanted_width(column);
        if ((sum + width) * least_share > room) {
            m_table->setColumnHidden(column, true);
            break;
        }
        shown.push_back(column);
        sum += width;
    }
    const double share = std::clamp(static_cast<double>(room) / sum, least_share, 1.0);
    if (to_last) m_table->setColumnWidth(0, static_cast<int>(wanted_width(0) * share));
    for (const int column : shown) m_table->setColumnWidth(column, static_cast<int>(wanted_width(column) * share));
}

void TableColumns::show_menu(const QPoint& at) {
    auto* menu = new QMenu(m_table);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (int column = 1; column < m_table->model()->columnCount(); ++column) {
        QAction* action = menu->addAction(m_table->model()->headerData(column, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(!m_table->isColumnHidden(column));
        connect(action, &QAction::toggled, this, [this, column](bool shown) {
            m_chosen = true;
            m_table->setColumnHidden(column, !shown);
            if (shown) m_table->setColumnWidth(column, wanted_width(column));
        });
    }
    menu->popup(m_table->horizontalHeader()->mapToGlobal(at));
}

bool TableColumns::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::LanguageChange) fit();
    return QObject::eventFilter(watched, event);
}

}  // namespace apollo::gui
