// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/replay_actions.h"

#include <QInputDialog>
#include <algorithm>

#include "app/viewmodels/text.h"

namespace apollo::gui {

using viewmodels::Landmark;

ReplayActions::ReplayActions(viewmodels::Navigator& navigator, viewmodels::Bookmarks& bookmarks, Shortcuts& shortcuts,
                             QWidget* window)
    : QObject(window), m_navigator(navigator), m_bookmarks(bookmarks), m_shortcuts(shortcuts), m_window(window) {
    add_playing();
    add_landmarks();
}

void ReplayActions::add(const char* id, Shortcuts::Text text, const QKeySequence& key, std::function<void()> run) {
    m_shortcuts.add(QString::fromUtf8(id), [] { return tr("Replay"); }, std::move(text), key, std::move(run));
}

void ReplayActions::add_playing() {
    add("replay.play", [] { return tr("&Play or pause"); }, QKeySequence(Qt::Key_Space), [this] { toggle_play(false); });
    add("replay.play_back", [] { return tr("Play &backwards"); }, QKeySequence(Qt::SHIFT | Qt::Key_Space),
        [this] { toggle_play(true); });
    add("replay.previous", [] { return tr("Pre&vious event"); }, QKeySequence(Qt::Key_Comma),
        [this] { m_navigator.step_events(-1); });
    add("replay.next", [] { return tr("&Next event"); }, QKeySequence(Qt::Key_Period),
        [this] { m_navigator.step_events(1); });
    add("replay.start", [] { return tr("&First event"); }, QKeySequence(Qt::Key_Home), [this] { m_navigator.seek(0); });
    add("replay.end", [] { return tr("&Last event"); }, QKeySequence(Qt::Key_End),
        [this] { m_navigator.seek(m_navigator.scope_size()); });
    add("replay.live", [] { return tr("Back to &live"); }, QKeySequence(Qt::Key_L), [this] { m_navigator.go_live(); });
}

void ReplayActions::add_landmarks() {
    add("replay.first_failure", [] { return tr("First f&ailure"); }, QKeySequence(Qt::Key_E), [this] {
        const auto index = m_navigator.first_failure();
        if (index)
            go_to(*index);
        else
            Q_EMIT said(tr("Nothing has failed here."), 6000);
    });
    add("replay.next_failure", [] { return tr("Next failure"); }, QKeySequence(Qt::Key_N),
        [this] { jump(Landmark::Failure, true); });
    add("replay.previous_failure", [] { return tr("Previous failure"); }, QKeySequence(Qt::SHIFT | Qt::Key_N),
        [this] { jump(Landmark::Failure, false); });
    add("replay.next_retry", [] { return tr("Next retry"); }, QKeySequence(Qt::Key_R),
        [this] { jump(Landmark::Retry, true); });
    add("replay.previous_retry", [] { return tr("Previous retry"); }, QKeySequence(Qt::SHIFT | Qt::Key_R),
        [this] { jump(Landmark::Retry, false); });
    add("replay.next_of_run", [] { return tr("Next event of this run"); }, QKeySequence(Qt::Key_BracketRight),
        [this] { jump(Landmark::OfRun, true); });
    add("replay.previous_of_run", [] { return tr("Previous event of this run"); }, QKeySequence(Qt::Key_BracketLeft),
        [this] { jump(Landmark::OfRun, false); });
    add("replay.bookmark", [] { return tr("Book&mark this moment…"); }, QKeySequence(Qt::Key_B),
        [this] { add_bookmark(); });
    add("replay.next_bookmark", [] { return tr("Next bookmark"); }, QKeySequence(Qt::CTRL | Qt::Key_Period),
        [this] { next_bookmark(true); });
    add("replay.previous_bookmark", [] { return tr("Previous bookmark"); }, QKeySequence(Qt::CTRL | Qt::Key_Comma),
        [this] { next_bookmark(false); });
}

void ReplayActions::toggle_play(bool backwards) {
    if (m_navigator.is_playing() && m_navigator.plays_backwards() == backwards) return m_navigator.pause();
    m_navigator.play(backwards);
}

void ReplayActions::go_to(viewmodels::Ordinal scope_index) {
    m_navigator.pause();
    m_navigator.seek(scope_index);
    const auto& header = m_navigator.live().history().header(m_navigator.scope_ordinal(scope_index - 1));
    if (header.task == m_navigator.task_index() && header.run != no_run) m_navigator.select_run(header.run);
}

void ReplayActions::jump(Landmark landmark, bool forwards) {
    if (landmark == Landmark::OfRun && !m_navigator.selected_run()) return Q_EMIT said(tr("Choose a run first."), 6000);
    const auto index = viewmodels::find_landmark(m_navigator, landmark, forwards);
    if (index) return go_to(*index);
    Q_EMIT said(forwards ? tr("There is no later one.") : tr("There is no earlier one."), 6000);
}

void ReplayActions::add_bookmark() {
    const domain::Task* task = m_navigator.task();
    if (!task) return Q_EMIT said(tr("Open a task first; bookmarks are kept beside it."), 6000);
    m_navigator.pause();
    const TaskId id = task->id;
    const Position position = m_navigator.shown_position();
    auto* dialog = new QInputDialog(m_window);
    dialog->setWindowTitle(tr("Bookmark"));
    dialog->setLabelText(tr("Note for position %1:").arg(viewmodels::count_text(position.value)));
    dialog->setOkButtonText(tr("Keep"));
    dialog->setCancelButtonText(tr("Do nothing"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    for (const auto& known : m_bookmarks.of(id)) {
        if (known.position == position) dialog->setTextValue(known.note);
    }
    connect(dialog, &QInputDialog::textValueSelected, this, [this, id, position](const QString& note) {
        if (!m_bookmarks.set(id, {position, note.trimmed()}))
            Q_EMIT said(tr("The bookmark could not be written; it is kept until the window closes."), 0);
    });
    dialog->open();
}

void ReplayActions::next_bookmark(bool forwards) {
    const domain::Task* task = m_navigator.task();
    if (!task) return Q_EMIT said(tr("Open a task first; bookmarks are kept beside it."), 6000);
    const auto& all = m_bookmarks.of(task->id);
    const Position here = m_navigator.shown_position();
    const viewmodels::Bookmark* found = nullptr;
    for (const auto& one : all) {
        if (forwards ? !found && one.position > here : one.position < here) found = &one;
    }
    if (!found) return Q_EMIT said(forwards ? tr("There is no later one.") : tr("There is no earlier one."), 6000);
    m_navigator.pause();
    m_navigator.seek_position(found->position);
    if (!found->note.isEmpty()) Q_EMIT said(viewmodels::one_line(found->note), 0);
}

}  // namespace apollo::gui
