// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/shortcuts.h"

#include <QRegularExpression>
#include <QWidget>

namespace apollo::gui {

QString without_mnemonic(QString text) {
    static const QRegularExpression appended(QStringLiteral("\\(&.\\)"));
    return text.remove(appended).remove(QLatin1Char('&'));
}

Shortcuts::Shortcuts(QWidget* owner) : QObject(owner), m_owner(owner) {}

QAction* Shortcuts::add(const QString& id, Text category, Text text, const QKeySequence& key,
                        std::function<void()> run) {
    auto* action = new QAction(text(), m_owner);
    action->setObjectName(id);
    if (!key.isEmpty()) action->setShortcut(key);
    action->setShortcutContext(Qt::WindowShortcut);
    if (run) connect(action, &QAction::triggered, this, [run = std::move(run)] { run(); });
    m_owner->addAction(action);
    m_entries.push_back({id, std::move(category), std::move(text), action});
    return action;
}

QAction* Shortcuts::find(const QString& id) const {
    for (const Entry& entry : m_entries) {
        if (entry.id == id) return entry.action;
    }
    return nullptr;
}

void Shortcuts::retranslate() {
    for (const Entry& entry : m_entries) {
        entry.action->setText(entry.text());
        entry.action->setIconText(without_mnemonic(entry.text()));
        // The default tooltip is the text without its mark; buttons also say the key.
        QString tip = entry.action->iconText();
        if (!entry.action->shortcut().isEmpty()) {
            tip +=
                QStringLiteral(" (") + entry.action->shortcut().toString(QKeySequence::NativeText) + QLatin1Char(')');
        }
        entry.action->setToolTip(tip);
    }
}

}  // namespace apollo::gui
