// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Asks what another tab shall show: a server, or a file. What is wrong with the answer is said in place.
#pragma once

#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <functional>

#include "app/gui/doors.h"

namespace apollo::gui {

class PlaceDialog : public QDialog {
    Q_OBJECT
public:
    using Open = std::function<Status(const QString& place)>;

    PlaceDialog(const Doors& doors, Open open, QWidget* parent);

private:
    void open_place();
    void choose_file();

    Open m_open;
    QComboBox* m_place;
    QLabel* m_fault;
};

}  // namespace apollo::gui
