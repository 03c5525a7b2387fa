// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Compares two tasks, or two moments of one: choose A and B, see what differs, what differed first, and how long each step
// took in both. Choosing a row goes to that run.
#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QGridLayout>
#include <QLabel>
#include <QSortFilterProxyModel>

#include "app/gui/table_page.h"
#include "app/viewmodels/bookmarks.h"
#include "app/viewmodels/compare_model.h"
#include "app/viewmodels/navigator.h"

namespace apollo::gui {

class CompareDialog : public QDialog {
    Q_OBJECT
public:
    CompareDialog(viewmodels::Navigator& navigator, viewmodels::Bookmarks& bookmarks, QWidget* parent);
    const viewmodels::CompareModel& model() const { return m_model; }

private:
    struct Choice {
        QComboBox* task;
        QComboBox* moment;
    };
    Choice add_choice(QGridLayout* grid, int row, const QString& name);
    void fill_moments(const Choice& choice);
    viewmodels::CompareModel::Side side(const Choice& choice) const;
    void refresh();

    viewmodels::Navigator& m_navigator;
    viewmodels::Bookmarks& m_bookmarks;
    viewmodels::CompareModel m_model;
    QSortFilterProxyModel m_filtered;
    Choice m_left{};
    Choice m_right{};
    QCheckBox* m_only_different;
    QLabel* m_words;
    TablePage* m_page = nullptr;
};

}  // namespace apollo::gui
