// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A field and a list under it: what fits the typed letters, best first. Used to go to anything and as command palette.
// Enter takes the marked entry, Ctrl+C copies its line for the shell.
#pragma once

#include <QDialog>
#include <QLineEdit>
#include <QListWidget>
#include <functional>
#include <vector>

namespace apollo::gui {

class FinderDialog : public QDialog {
    Q_OBJECT
public:
    struct Entry {
        QString text;
        QString detail;      // at the right, pale
        QString tip;         // below the list while it is marked: the shell's line, or why it cannot be done
        bool enabled = true;
        std::function<void()> take;
    };
    using Find = std::function<std::vector<Entry>(const QString& typed)>;

    FinderDialog(const QString& title, const QString& placeholder, Find find, QWidget* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();
    void show_tip();
    void take();

    Find m_find;
    QLineEdit* m_field;
    QListWidget* m_list;
    class LineLabel* m_tip;
    std::vector<Entry> m_entries;
};

}  // namespace apollo::gui
