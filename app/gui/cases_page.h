// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Alerts or dead letters: what waits for somebody, what can be done about it, and all that is known of the chosen one.
#pragma once

#include <QPlainTextEdit>
#include <QWidget>

#include "app/gui/shortcuts.h"
#include "app/gui/table_page.h"
#include "app/viewmodels/case_list_model.h"

namespace apollo::gui {

class CasesPage : public QWidget {
    Q_OBJECT
public:
    CasesPage(viewmodels::Navigator& navigator, viewmodels::CaseListModel::Subject subject, const Shortcuts& shortcuts,
              QWidget* parent = nullptr);

    void refresh();
    int waiting() const { return m_model.waiting(); }
    QTableView* table() const { return m_page->table(); }
    void focus_details();

protected:
    void changeEvent(QEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    std::optional<Position> chosen() const;
    void choose(int row);
    void show_chosen();
    void retranslate();

    viewmodels::Navigator& m_navigator;
    viewmodels::CaseListModel::Subject m_subject;
    viewmodels::CaseListModel m_model;
    TablePage* m_page;
    QPlainTextEdit* m_details;
    bool m_following = false;  // rows move; that chooses nothing
};

}  // namespace apollo::gui
