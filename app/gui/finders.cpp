// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/finders.h"

#include <algorithm>

#include "app/gui/finder_dialog.h"
#include "app/viewmodels/finder.h"

namespace apollo::gui {

using viewmodels::Place;

namespace {

constexpr std::size_t place_limit = 200;

void open(FinderDialog* dialog) {
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

}  // namespace

Finders::Finders(viewmodels::Navigator& navigator, viewmodels::Bookmarks& bookmarks, Shortcuts& shortcuts,
                 std::function<QString(const QString&)> shell_line, QWidget* window)
    : QObject(window),
      m_navigator(navigator),
      m_bookmarks(bookmarks),
      m_shortcuts(shortcuts),
      m_shell_line(std::move(shell_line)),
      m_window(window) {
    const auto views = [] { return tr("Find"); };
    shortcuts.add(
        QStringLiteral("find.place"), views, [] { return tr("&Go to anything…"); },
        QKeySequence(Qt::CTRL | Qt::Key_P), [this] { show_places(); });
    shortcuts.add(
        QStringLiteral("find.action"), views, [] { return tr("All &commands…"); },
        QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P), [this] { show_actions(); });
}

void Finders::show_places() {
    const auto find = [this](const QString& typed) {
        std::vector<FinderDialog::Entry> entries;
        for (const Place& place : viewmodels::find_places(m_navigator, m_bookmarks, typed, place_limit)) {
            entries.push_back({place.text, viewmodels::place_kind_name(place.kind), {}, true,
                               [this, kind = static_cast<int>(place.kind), index = place.index] { go_to(kind, index); }});
        }
        return entries;
    };
    open(new FinderDialog(tr("Go to"), tr("Task, step, node, bookmark, or a position of the log"), find, m_window));
}

void Finders::go_to(int kind, std::uint64_t index) {
    switch (static_cast<Place::Kind>(kind)) {
        case Place::Kind::Task:
            return m_navigator.open_task(TaskIndex{static_cast<std::uint32_t>(index)});
        case Place::Kind::Step:
            return m_navigator.select_step(static_cast<std::uint32_t>(index));
        case Place::Kind::Node:
            Q_EMIT node_wanted(NodeIndex{static_cast<std::uint32_t>(index)});
            return;
        case Place::Kind::Bookmark:
        case Place::Kind::Position:
            m_navigator.pause();
            return m_navigator.seek_position(Position{index});
    }
}

void Finders::show_actions() {
    const auto find = [this](const QString& typed) {
        std::vector<std::pair<int, FinderDialog::Entry>> found;
        for (const Shortcuts::Entry& entry : m_shortcuts.entries()) {
            if (entry.id == QLatin1String("find.action")) continue;
            const QString text = entry.category() + QStringLiteral(": ") + without_mnemonic(entry.text());
            const auto score = viewmodels::fuzzy_score(typed, text);
            if (!score) continue;
            const bool enabled = entry.action->isEnabled();
            const QString tip = enabled ? m_shell_line(entry.id) : entry.action->statusTip();
            found.push_back({*score, {text, entry.action->shortcut().toString(QKeySequence::NativeText), tip, enabled,
                                      [action = entry.action] { action->trigger(); }}});
        }
        std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
        std::vector<FinderDialog::Entry> entries;
        for (auto& [score, entry] : found) entries.push_back(std::move(entry));
        return entries;
    };
    open(new FinderDialog(tr("Commands"), tr("Type a few letters; Ctrl+C copies the line for the shell"), find, m_window));
}

}  // namespace apollo::gui
