// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/context_menus.h"

#include <QAbstractScrollArea>
#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QWidget>

namespace apollo::gui {

void ContextMenus::offer(QWidget* widget, std::vector<const char*> ids) {
    widget->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(widget, &QWidget::customContextMenuRequested, this, [this, widget, ids = std::move(ids)](const QPoint& at) {
        QMenu* menu = make(ids, widget);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        auto* area = qobject_cast<QAbstractScrollArea*>(widget);
        menu->popup((area ? area->viewport() : widget)->mapToGlobal(at));
    });
}

QMenu* ContextMenus::make(const std::vector<const char*>& ids, QWidget* parent) const {
    auto* menu = new QMenu(parent);
    menu->setToolTipsVisible(true);
    auto* copies = new QMenu(tr("Copy command &line"), menu);
    for (const char* name : ids) {
        QAction* action = *name == '\0' ? nullptr : m_shortcuts.find(QString::fromUtf8(name));
        if (*name == '\0') menu->addSeparator();
        if (!action) continue;
        menu->addAction(action);
        const QString line = action->isEnabled() ? m_shell_line(action->objectName()) : QString();
        if (line.isEmpty()) continue;
        QAction* copy = copies->addAction(action->iconText());
        copy->setStatusTip(line);
        connect(copy, &QAction::triggered, copies, [line] { QApplication::clipboard()->setText(line); });
    }
    menu->addSeparator();
    copies->setEnabled(!copies->isEmpty());
    menu->addMenu(copies);
    return menu;
}

}  // namespace apollo::gui
