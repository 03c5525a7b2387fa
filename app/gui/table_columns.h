// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Which columns of a table are shown: as many of the usual ones as there is room for, the most important first, and the
// header's context menu adds any. What the operator chose there stays as it is.
#pragma once

#include <QObject>
#include <QTableView>
#include <vector>

namespace apollo::gui {

class TableColumns : public QObject {
    Q_OBJECT
public:
    enum class Rest { ToFirst, ToLast };  // which column takes what is left
    // The first column is always there. `usual`: others, the most important first. `elastic`: those that say enough when they
    // are cut to half; ToLast only. The table owns this.
    TableColumns(QTableView* table, std::vector<int> usual, Rest rest, std::vector<int> elastic = {});

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fit();
    void show_menu(const QPoint& at);
    int wanted_width(int column) const;
    int least_width(int column) const;

    QTableView* m_table;
    std::vector<int> m_usual;
    std::vector<int> m_elastic;
    std::vector<int> m_widths;  // as set before, by column
    Rest m_rest;
    bool m_chosen = false;  // by the operator
};

}  // namespace apollo::gui
