// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The one registry of what can be done by key or menu: every QAction of the window with its text, key and category. The
// help page is made from it, so it is never out of date.
#pragma once

#include <QAction>
#include <QKeySequence>
#include <QObject>
#include <functional>
#include <vector>

namespace apollo::gui {

// A menu text as it stands on a button: without "&", or "(&X)" as Chinese has it.
QString without_mnemonic(QString text);

class Shortcuts : public QObject {
    Q_OBJECT
public:
    using Text = std::function<QString()>;  // in the current language

    explicit Shortcuts(QWidget* owner);

    // The action belongs to the owner widget and works wherever the focus is in its window.
    QAction* add(const QString& id, Text category, Text text, const QKeySequence& key, std::function<void()> run);
    QAction* find(const QString& id) const;
    void retranslate();

    struct Entry {
        QString id;
        Text category;
        Text text;
        QAction* action;
    };
    const std::vector<Entry>& entries() const { return m_entries; }

private:
    QWidget* m_owner;
    std::vector<Entry> m_entries;
};

}  // namespace apollo::gui
