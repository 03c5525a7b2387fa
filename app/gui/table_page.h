// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A table with words in its place while it is empty.
#pragma once

#include <QLabel>
#include <QTableView>
#include <QWidget>
#include <functional>

namespace apollo::gui {

class TablePage : public QWidget {
    Q_OBJECT
public:
    using Text = std::function<QString()>;
    // Does not own the model. `widths`: of the columns in characters; the last column takes the rest; 0 hides one.
    TablePage(QAbstractItemModel* model, Text empty, const std::vector<int>& widths, QWidget* parent = nullptr);

    QTableView* table() const { return m_table; }
    void refresh_empty();

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QTableView* m_table;
    QLabel* m_empty;
    Text m_text;
};

// Same look for every table: plain rows, whole-row selection, no grid, plain tooltips of cut-off text.
void prepare_table(QTableView* table);

}  // namespace apollo::gui
