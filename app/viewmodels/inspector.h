// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What is known of one run at the shown event: its attempts with times and results, what it wrote, its flags, who
// decided what. Nothing from later.
#pragma once

#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

#include "app/viewmodels/durations.h"
#include "app/viewmodels/navigator.h"

namespace apollo::viewmodels {

struct AttemptView {
    std::uint32_t number = 0;
    domain::RunStatus status = domain::RunStatus::Dispatched;
    WallTime dispatched_at;
    WallTime started_at;
    WallTime ended_at;
    Elapsed took;
    QString result;  // "exit 3", "signal 9", or empty
    QString message;
    QString output;                               // text or JSON, as written
    std::optional<domain::ArtifactRef> artifact;  // the whole output
};

struct RunView {
    QString task, step, node, intent;
    Look look;
    QStringList flags;
    std::uint32_t retries = 0;
    QString next_try;                   // "in 4.0 s" while RETRYING, else empty
    std::vector<AttemptView> attempts;  // oldest first
    QStringList decisions;              // of people, and late facts; oldest first
    WallTime updated_at;
    std::vector<Ordinal> events;
};

// nullopt: no run is selected, or its task did not exist yet.
std::optional<RunView> inspect_run(const Navigator& navigator);

// The open task in a few lines, for when no run is selected.
struct TaskView {
    QString id, intent, submitted_by, note, metadata;
    TaskLook look;
    WallTime submitted_at;
    std::uint32_t steps = 0, runs = 0;
    bool paused = false, cancel_requested = false, historical = false;
};
std::optional<TaskView> inspect_task(const Navigator& navigator);

// Runs of the open task that went wrong or are on their way to another try, worst first, at most `limit`.
std::vector<RunIndex> runs_in_need(const Navigator& navigator, std::size_t limit);
// How a run's newest attempt had ended at the shown event, as the history tells it.
std::optional<domain::RunEnded> last_end(const Navigator& navigator, RunIndex run);
// How the newest attempt of a run ended: "exit 3 · its message", either part alone, or empty. One line.
QString last_end_text(const Navigator& navigator, RunIndex run);
// "step · node" of a run of the open task.
QString run_name(const Navigator& navigator, RunIndex run);

}  // namespace apollo::viewmodels
