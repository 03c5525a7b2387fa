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

TableColumns::TableColumns(QTableView* table, std::vector<int> usual, Rest rest, std::vector<int> elastic)
    : QObject(table), m_table(table), m_usual(std::move(usual)), m_elastic(std::move(elastic)), m_rest(rest) {
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

// Room for its title in any case, and for most of what it shows.
int TableColumns::least_width(int column) const {
    if (m_rest == Rest::ToFirst) return wanted_width(column);
    const int title = m_table->horizontalHeader()->sectionSizeHint(column);
    const bool takes_rest = column + 1 == m_table->model()->columnCount();
    const bool elastic = std::find(m_elastic.begin(), m_elastic.end(), column) != m_elastic.end();
    return takes_rest ? title : std::max(wanted_width(column) * (elastic ? 5 : 9) / 10, title);
}

// One more column is worth it while the others lose no more than a tenth, or the elastic ones half.
void TableColumns::fit() {
    if (m_chosen) return;
    const bool to_last = m_rest == Rest::ToLast;
    const int room = m_table->viewport()->width();
    int least = to_last ? least_width(0) : least_first_letters * m_table->fontMetrics().averageCharWidth();
    int wanted = to_last ? wanted_width(0) : least;
    for (int column = 1; column < m_table->model()->columnCount(); ++column) m_table->setColumnHidden(column, true);
    std::vector<int> shown;
    if (to_last) shown.push_back(0);
    int rest = 0;  // what the last column, once it is there, should have beyond its title before another one joins
    for (const int column : m_usual) {
        m_table->setColumnHidden(column, false);
        if (least + rest + least_width(column) > room) {
            m_table->setColumnHidden(column, true);
            break;
        }
        shown.push_back(column);
        least += least_width(column);
        wanted += wanted_width(column);
        if (to_last && column + 1 == m_table->model()->columnCount()) rest = wanted_width(column) - least_width(column);
    }
    const double share = wanted > least ? std::clamp(static_cast<double>(room - least) / (wanted - least), 0.0, 1.0) : 0.0;
    for (const int column : shown) {
        const int spare = wanted_width(column) - least_width(column);
        m_table->setColumnWidth(column, least_width(column) + static_cast<int>(spare * share));
    }
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
