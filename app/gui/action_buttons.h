// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A row of buttons for actions of the registry, wrapped where the width ends. A button that cannot be pressed says why in
// its tooltip.
#pragma once

#include <initializer_list>

#include "app/gui/shortcuts.h"

class QWidget;

namespace apollo::gui {

QWidget* make_action_buttons(const Shortcuts& shortcuts, std::initializer_list<const char*> ids, QWidget* parent);

}  // namespace apollo::gui
