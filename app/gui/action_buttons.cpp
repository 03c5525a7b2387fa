// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/action_buttons.h"

#include <QToolButton>

#include "app/gui/flow_layout.h"

namespace apollo::gui {

QWidget* make_action_buttons(const Shortcuts& shortcuts, std::initializer_list<const char*> ids, QWidget* parent) {
    auto* box = new QWidget(parent);
    auto* flow = new FlowLayout(box);
    flow->setContentsMargins(0, 0, 0, 0);
    flow->setSpacing(4);
    for (const char* id : ids) {
        QAction* action = shortcuts.find(QString::fromUtf8(id));
        if (!action) continue;
        auto* button = new QToolButton(box);
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        button->setFocusPolicy(Qt::StrongFocus);
        flow->addWidget(button);
    }
    return box;
}

}  // namespace apollo::gui
