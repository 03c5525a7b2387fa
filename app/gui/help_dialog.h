// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Every key and what it does, from the registry of shortcuts.
#pragma once

#include <QDialog>

#include "app/gui/shortcuts.h"

namespace apollo::gui {

class HelpDialog : public QDialog {
    Q_OBJECT
public:
    HelpDialog(const Shortcuts& shortcuts, QWidget* parent);
};

}  // namespace apollo::gui
