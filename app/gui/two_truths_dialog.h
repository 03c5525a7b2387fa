// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Two truths beside the window: follows the replay, and goes to the moment at which the center learned of a row.
#pragma once

#include <QDialog>
#include <QLabel>

#include "app/gui/table_page.h"
#include "app/viewmodels/two_truths.h"

namespace apollo::gui {

class TwoTruthsDialog : public QDialog {
    Q_OBJECT
public:
    explicit TwoTruthsDialog(viewmodels::Navigator& navigator, QWidget* parent);

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void retranslate();
    void select(const QModelIndex& index);

    viewmodels::Navigator& m_navigator;
    viewmodels::TwoTruths m_model;
    QLabel* m_words;
    TablePage* m_page;
};

}  // namespace apollo::gui
