// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Asks once more before something is changed: what is about to happen to what, why, and the same as a command line.
#pragma once

#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include "app/viewmodels/operator_actions.h"

namespace apollo::gui {

class CommandDialog : public QDialog {
    Q_OBJECT
public:
    CommandDialog(viewmodels::Verb verb, const viewmodels::Navigator& navigator, QWidget* parent);

    std::vector<domain::Command> commands() const;
    QString command_line() const;

private:
    void refresh();
    std::string reason() const;
    std::optional<domain::RunStatus> chosen_state() const;

    viewmodels::Verb m_verb;
    const viewmodels::Navigator& m_navigator;
    QComboBox* m_state = nullptr;  // Override only
    QLineEdit* m_reason = nullptr;
    QLabel* m_line = nullptr;
    QPushButton* m_do = nullptr;
};

}  // namespace apollo::gui
