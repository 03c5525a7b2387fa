// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The desktop's window: one tab per source, as in a browser. With a single one there is no tab to see. What the tabs can
// do is an entry of each source's registry of keys, so that it stands in the menus, the palette and the help.
#pragma once

#include <QMainWindow>
#include <QStackedWidget>
#include <QTabBar>
#include <functional>
#include <vector>

#include "app/gui/source_tab.h"

class QSettings;

namespace apollo::gui {

class TabDesk : public QMainWindow {
    Q_OBJECT
public:
    // `doors`: those that open further sources.
    TabDesk(const Doors& doors, const Clock& clock);
    ~TabDesk() override;

    // The first one is what the program was started with; it stays as long as the window.
    SourceTab* add(Source source, const QString& place);
    // A place that a person typed: a sentence if it cannot be opened. A place that is open already is shown.
    Status open(const QString& place);
    void show_tab(int index);
    void close_tab(int index);
    SourceTab* tab(int index) const { return m_tabs[static_cast<std::size_t>(index)]; }
    SourceTab* current() const { return tab(m_bar->currentIndex()); }
    int count() const { return static_cast<int>(m_tabs.size()); }

    // Size, docks and page, and each further tab with its own, as a small settings file; what of it is of another layout
    // is ignored. Without `tabs`, those that the file names are neither opened nor forgotten.
    void save_layout(const QString& file, bool tabs) const;
    void restore_layout(const QString& file, bool tabs);

Q_SIGNALS:
    void language_wanted(const QString& language);
    void theme_wanted(const QString& theme);

protected:
    void changeEvent(QEvent* event) override;

private:
    void show_window(SourceTab* tab, int index);
    void restore_tabs(QSettings& settings);
    void ask_for_place();
    void turn(int by);
    void refresh();
    void refresh_actions();
    int index_of(const SourceTab* tab) const;
    void mark(SourceTab* tab);

    Doors m_doors;
    const Clock& m_clock;
    QTabBar* m_bar;
    QStackedWidget* m_pages;
    std::vector<SourceTab*> m_tabs;
    std::vector<const SourceTab*> m_marked;  // something happened there that was not looked at
};

}  // namespace apollo::gui
