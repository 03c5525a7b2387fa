// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Time travel for what is seen at a glance: the look of every run (status and flags) and the state of every task after
// any number of events, from reversible deltas and a checkpoint every 8,192 of them (every so many more that checkpoints
// take no more room than deltas). A seek replays from the nearest of: the cursor, the checkpoint before, the checkpoint
// after (backwards). Rejected: a search in each run's own list of changes (100 × slower for a whole picture). Deltas and
// checkpoints stand in pages, of which only those in use are in memory.
//
// StatusTimeline is written by the live model only; any number of cursors read it, all on one thread. Live and replay
// are both cursors: the live one stands at the end.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "app/viewmodels/event_history.h"
#include "common/domain/state.h"

namespace apollo::viewmodels {

// A run's status and the flags beside it, in one byte.
class Look {
public:
    constexpr Look() = default;
    constexpr Look(domain::RunStatus status, bool blocked, bool quarantined, bool unneeded = false)
        : m_value(static_cast<std::uint8_t>(static_cast<std::uint8_t>(status) | (blocked ? 16u : 0u) |
                                            (quarantined ? 32u : 0u) | (unneeded ? 64u : 0u))) {}
    static constexpr Look from_byte(std::uint8_t value) {
        Look look;
        look.m_value = value;
        return look;
    }
    constexpr domain::RunStatus status() const { return static_cast<domain::RunStatus>(m_value & 15u); }
    constexpr bool blocked() const { return (m_value & 16u) != 0; }
    constexpr bool quarantined() const { return (m_value & 32u) != 0; }
    constexpr bool unneeded() const { return (m_value & 64u) != 0; }
    constexpr std::uint8_t byte() const { return m_value; }
    friend constexpr bool operator==(Look, Look) = default;

private:
    std::uint8_t m_value = 0;
};

Look look_of(const domain::Run& run);

using StatusCounts = std::array<std::uint32_t, domain::run_status_count>;

struct TaskLook {
    domain::TaskStatus status = domain::TaskStatus::Pending;
    bool exists = false;  // submitted at or before the position
    StatusCounts counts{};
    std::uint32_t blocked = 0;
    std::uint32_t quarantined = 0;
    std::uint32_t unneeded = 0;  // of those that are PENDING
    friend bool operator==(const TaskLook&, const TaskLook&) = default;
};

struct Delta {
    static constexpr std::uint32_t task_bit = 0x80000000u;
    static constexpr std::uint8_t not_submitted = 255;
    static constexpr std::uint8_t amended = 254;  // of a task, before and after: it has another number of runs
    Ordinal ordinal = 0;       // of the event that caused it
    std::uint32_t entity = 0;  // run index, or task index | task_bit
    std::uint8_t before = 0;   // Look byte; of a task: status, or not_submitted
    std::uint8_t after = 0;

    bool is_task() const { return (entity & task_bit) != 0; }
    bool is_amendment() const { return is_task() && after == amended; }
    std::uint32_t index() const { return entity & ~task_bit; }
};

// A task's plan from one event on, until the next amendment.
struct PlanVersion {
    Ordinal ordinal = 0;  // of the event that brought it
    RunIndex first_run;
    std::shared_ptr<const domain::Plan> plan;

    bool has(RunIndex run) const { return run >= first_run && run.value - first_run.value < plan->run_count; }
    std::uint32_t local(RunIndex run) const { return run.value - first_run.value; }
    // The number that a run of another version (same step, same node) has in this one; nullopt: it is not in it.
    std::optional<RunIndex> same_run(const PlanVersion& other, RunIndex run) const;
};

class StatusTimeline {
public:
    explicit StatusTimeline(std::shared_ptr<PageStore> store = std::make_shared<PageStore>());

    // After `state` took the TASK_AMENDED event `ordinal`, before record(): the task's runs have other numbers. False if
    // the plan is the one it was.
    bool amend(Ordinal ordinal, const domain::State& state, TaskIndex task);
    // After `state` took the event `ordinal`: notes what differs from before for all that `changes` names.
    void record(Ordinal ordinal, const domain::State& state, const domain::Changes& changes);

    std::uint32_t delta_count() const { return static_cast<std::uint32_t>(m_deltas.size()); }
    Delta delta(std::uint32_t index) const { return m_deltas[index]; }
    // Number of deltas caused by the first `events` events.
    std::uint32_t deltas_of_first(Ordinal events) const;
    // Indexes of deltas of the runs of one task and of its amendments, ascending.
    const Ordinals& of_task(TaskIndex task) const { return task.value < m_of_task.size() ? m_of_task[task.value] : m_none; }
    std::uint32_t run_count() const { return static_cast<std::uint32_t>(m_task_of_run.size()); }
    std::uint32_t task_count() const { return static_cast<std::uint32_t>(m_task_now.size()); }
    std::uint32_t task_of_run(std::uint32_t run) const { return m_task_of_run[run]; }
    // All plans that a task had, oldest first; none if its submission was lost.
    const std::vector<PlanVersion>& plans_of(TaskIndex task) const;
    // The one that held after the first `events` events; null if the task did not exist.
    const PlanVersion* plan_at(TaskIndex task, Ordinal events) const;
    // The one in which a run has this number; null if none is known.
    const PlanVersion* plan_of_run(RunIndex run) const;
    // By how many runs an amendment's delta made the task larger (smaller: wraps, like the counts do).
    std::uint32_t runs_added(std::uint32_t delta) const;

    struct Picture {
        std::uint32_t deltas = 0;
        std::vector<std::uint8_t> runs;
        std::vector<TaskLook> tasks;
    };
    void apply(Picture& picture, const Delta& delta, bool forwards) const;
    // All deltas between where the picture stands and that many. It has room for all runs and tasks.
    void walk(Picture& picture, std::uint32_t deltas) const;
    // A picture of another moment.
    struct Checkpoint {
        std::uint32_t deltas = 0;
        std::uint32_t page = 0;
        std::uint32_t runs = 0;
        std::uint32_t tasks = 0;
        std::size_t size_bytes() const { return runs + tasks * sizeof(TaskLook); }
    };
    // Nearest one at or before / at or after that many deltas; null if there is none.
    const Checkpoint* checkpoint_before(std::uint32_t deltas) const;
    const Checkpoint* checkpoint_after(std::uint32_t deltas) const;
    void load(const Checkpoint& checkpoint, Picture& picture) const;

private:
    void add(Ordinal ordinal, std::uint32_t entity, std::uint8_t before, std::uint8_t after, std::uint32_t task);
    void add_new_tasks(Ordinal ordinal, const domain::State& state);

    static constexpr std::size_t deltas_of_page = 2048, least_spacing = 8192;

    void add_checkpoint();

    std::shared_ptr<PageStore> m_store;
    PagedVector<Delta, deltas_of_page> m_deltas;
    std::vector<Ordinal> m_first_of_page;  // ordinal of its first delta
    std::vector<std::uint32_t> m_task_of_run;
    std::vector<std::uint8_t> m_run_now;
    std::vector<std::uint8_t> m_task_now;
    std::vector<std::uint32_t> m_runs_of_task;  // as submitted
    std::vector<std::vector<PlanVersion>> m_plans;
    std::unordered_map<std::uint32_t, std::uint32_t> m_runs_added;  // by delta
    std::vector<Ordinals> m_of_task;
    Ordinals m_none;
    Picture m_end;  // stands at the end; copied for checkpoints
    std::vector<Checkpoint> m_checkpoints;
    std::uint32_t m_next_checkpoint = least_spacing;
    mutable std::vector<std::byte> m_loading;
};

// What the views read. Seek is cheap; look() and task() are array reads.
class StatusCursor {
public:
    explicit StatusCursor(const StatusTimeline& timeline) : m_timeline(timeline) {}

    void seek(Ordinal events);
    // Looks that stand in no timeline (yet): after no events, until the next seek.
    void show(const StatusTimeline::Picture& picture);
    Ordinal events() const { return m_events; }
    Look look(std::uint32_t run) const {
        return run < m_picture.runs.size() ? Look::from_byte(m_picture.runs[run]) : Look();
    }
    TaskLook task(std::uint32_t index) const {
        return index < m_picture.tasks.size() ? m_picture.tasks[index] : TaskLook();
    }

private:
    void fit();

    const StatusTimeline& m_timeline;
    StatusTimeline::Picture m_picture;
    bool m_foreign = false;  // m_picture came by show()
    Ordinal m_events = 0;
};

}  // namespace apollo::viewmodels
