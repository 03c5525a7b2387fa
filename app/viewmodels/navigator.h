// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Where the operator is: which task and run are looked at, and at which moment. One for the whole window; every view
// reads the looks of runs from cursor(), which stands at the end (live) or at a chosen event (replay).
//
// Scope = the events the replay bar walks through: those of the open task, or all when no task is open. A scope index
// counts scope events that have happened: 0 = none, scope_size() = all.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>
#include <vector>

#include "app/viewmodels/live_model.h"
#include "app/viewmodels/status_timeline.h"
#include "app/viewmodels/task_replay.h"
#include "common/base/clock.h"

namespace apollo::viewmodels {

// What commands may be about beside the open task and the selected run: several of them, or something else. Kept by what
// it is, not by where it stands in a list.
struct Chosen {
    std::vector<TaskIndex> tasks;  // more than the open one, ascending; else empty
    std::vector<RunIndex> runs;    // of the open task, more than the selected one, ascending; else empty
    std::optional<NodeId> node;
    std::optional<Position> alert;   // of its ALERT_RAISED
    std::optional<Position> letter;  // of its DEAD_LETTERED
    friend bool operator==(const Chosen&, const Chosen&) = default;
};

class Navigator : public QObject {
    Q_OBJECT
public:
    Navigator(LiveModel& live, const Clock& clock, QObject* parent = nullptr);

    const LiveModel& live() const { return m_live; }
    const StatusCursor& cursor() const { return m_cursor; }
    bool is_replay() const { return m_replay; }
    // "Loading history: 43 %" while only the present is known; empty when everything is there.
    QString loading_text() const;
    Ordinal shown_events() const { return m_cursor.events(); }
    Position shown_position() const;
    // The moment that is looked at: now when live, else the time of the shown event.
    WallTime shown_time() const;

    // The open task with the plan and the numbers of runs that it had at the shown event; nullptr when none is open, or it
    // was not yet submitted then.
    const domain::Task* task() const;
    TaskIndex task_index() const { return m_task; }
    std::optional<std::uint32_t> selected_step() const { return m_step; }
    std::optional<RunIndex> selected_run() const { return m_run; }
    const Chosen& chosen() const { return m_chosen; }
    // The runs that are selected, one or several.
    std::vector<RunIndex> marked_runs() const;
    bool is_marked(RunIndex run) const;
    // The number that a run of the open task, however it was numbered, has at the shown event; nullopt: it is not in that plan.
    std::optional<RunIndex> shown_run(RunIndex run) const;
    // The plan in which a run has this number; null if none is known.
    const PlanVersion* plan_of_run(RunIndex run) const;
    // The open task's full state at the shown event; its runs count from its first_run. Valid until the next call.
    const domain::State* task_state() const;
    // All nodes as they were known at the shown event; nothing else is in it. Valid until the next call.
    const domain::State& nodes_state() const;

    Ordinal scope_size() const;
    Ordinal scope_index() const;
    // Ordinal of the event number `index` (from 0) of the scope; its time, never jumping back.
    Ordinal scope_ordinal(Ordinal index) const;
    WallTime scope_time(Ordinal index) const;
    Ordinal scope_index_at(WallTime time) const;
    std::optional<Ordinal> first_failure() const;  // scope index at which the first failure has happened
    bool is_playing() const { return m_playing.isActive(); }
    bool plays_backwards() const { return m_playing.isActive() && m_backwards; }
    double speed() const { return m_speed; }

    void open_task(TaskIndex task);  // no_task: everything
    void select_step(std::optional<std::uint32_t> step);
    void select_run(std::optional<RunIndex> run);
    // Several at once; the last one stays or becomes the selected one. Fewer than two are a plain selection.
    void mark_runs(std::vector<RunIndex> runs);
    void toggle_run(RunIndex run);
    void mark_tasks(std::vector<TaskIndex> tasks);  // does not open any
    void choose_node(std::optional<NodeId> node);
    void choose_alert(std::optional<Position> alert);
    void choose_letter(std::optional<Position> letter);
    void seek(Ordinal scope_index);  // enters replay
    void seek_ordinal(Ordinal ordinal) { seek_events(ordinal + 1); }
    void seek_position(Position position);
    void step_events(int count);
    void go_live();
    void play(bool backwards = false);
    void pause();
    // Times the speed it happened at, 0.1 to 10,000; event_by_event: one event after the other at an even pace.
    void set_speed(double factor);
    static constexpr double event_by_event = 0;

Q_SIGNALS:
    void picture_changed();  // something shown may look different: repaint
    void task_changed();     // another task is open, or the plan of this one is another than before
    void selection_changed();
    void mode_changed();  // live or replay
    void play_changed();
    void history_grew();

private:
    void on_advanced();
    void seek_events(Ordinal events);
    void follow_plan();
    const PlanVersion* shown_plan() const;
    void stand_at_end();
    void extend_scope_times() const;
    void play_on();
    Ordinal played_forwards(Ordinal index);
    Ordinal played_backwards(Ordinal index);
    const Ordinals* scope_list() const;
    bool is_historical() const;

    LiveModel& m_live;
    const Clock& m_clock;
    StatusCursor m_cursor;
    TaskIndex m_task = no_task;
    std::optional<std::uint32_t> m_step;
    std::optional<RunIndex> m_run;
    Chosen m_chosen;
    RunIndex m_plan_first_run = no_run;  // of the plan that was shown last
    mutable domain::Task m_task_then;    // with an earlier plan
    bool m_replay = false;
    mutable std::unique_ptr<TaskReplay> m_task_replay;
    mutable TaskReplay m_nodes_replay;  // folds events of no task only
    mutable std::vector<std::int64_t> m_scope_ms;  // of the open task, if it is a historical one
    QTimer m_playing;
    QElapsedTimer m_play_clock;
    double m_play_ms = 0;  // time of the log that playing has reached
    double m_speed = 10;
    bool m_backwards = false;
};

}  // namespace apollo::viewmodels
