// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/status_timeline.h"

#include <algorithm>
#include <cstring>

namespace apollo::viewmodels {

namespace {

std::uint32_t distance(std::uint32_t a, std::uint32_t b) {
    return a < b ? b - a : a - b;
}

void change_run(TaskLook& task, std::uint8_t& run, std::uint8_t from, std::uint8_t to) {
    const Look before = Look::from_byte(from), after = Look::from_byte(to);
    --task.counts[static_cast<std::size_t>(before.status())];
    ++task.counts[static_cast<std::size_t>(after.status())];
    task.blocked += (after.blocked() ? 1u : 0u) - (before.blocked() ? 1u : 0u);
    task.quarantined += (after.quarantined() ? 1u : 0u) - (before.quarantined() ? 1u : 0u);
    task.unneeded += (after.unneeded() ? 1u : 0u) - (before.unneeded() ? 1u : 0u);
    run = to;
}

}  // namespace

StatusTimeline::StatusTimeline(std::shared_ptr<PageStore> store) : m_store(std::move(store)), m_deltas(m_store), m_none(m_store) {}

Look look_of(const domain::Run& run) {
    return {run.status, run.blocked, run.quarantined, run.unneeded};
}

std::optional<RunIndex> PlanVersion::same_run(const PlanVersion& other, RunIndex run) const {
    if (!other.has(run)) return std::nullopt;
    if (other.first_run == first_run) return run;
    const std::uint32_t theirs = other.local(run);
    const StepName& step = other.plan->definition.steps[other.plan->step_of_run(theirs)].name;
    const auto ours = plan->find_run(step, other.plan->node_of_run(theirs));
    return ours ? std::optional(RunIndex{first_run.value + *ours}) : std::nullopt;
}

// The old runs go back to the look of runs that never were, the task gets its new size, and the new runs get the looks
// they have: each step can be taken back, so that a cursor crosses an amendment in both directions.
bool StatusTimeline::amend(Ordinal ordinal, const domain::State& state, TaskIndex index) {
    if (index.value >= m_plans.size() || m_plans[index.value].empty()) return false;
    const domain::Task& task = state.tasks[index.value];
    const PlanVersion before = m_plans[index.value].back();
    if (before.first_run == task.first_run) return false;
    const auto set_look = [&](std::uint32_t run, std::uint8_t now) {
        const std::uint8_t old = m_run_now[run];
        m_run_now[run] = now;
        if (old != now) add(ordinal, run, old, now, index.value);
    };
    for (std::uint32_t k = 0; k < before.plan->run_count; ++k) set_look(before.first_run.value + k, 0);
    const std::uint32_t count = task.plan->run_count;
    m_plans[index.value].push_back({ordinal, task.first_run, task.plan});
    m_task_of_run.resize(std::max<std::size_t>(m_task_of_run.size(), task.first_run.value + count), index.value);
    m_run_now.resize(m_task_of_run.size(), 0);
    m_runs_added[delta_count()] = count - before.plan->run_count;
    add(ordinal, index.value | Delta::task_bit, Delta::amended, Delta::amended, index.value);
    for (std::uint32_t k = 0; k < count; ++k) {
        const std::uint32_t run = task.first_run.value + k;
        set_look(run, look_of(state.runs[run]).byte());
    }
    return true;
}

void StatusTimeline::record(Ordinal ordinal, const domain::State& state, const domain::Changes& changes) {
    add_new_tasks(ordinal, state);
    for (const RunIndex run : changes.runs) {
        if (run.value >= m_run_now.size()) continue;
        const std::uint8_t now = look_of(state.runs[run.value]).byte();
        const std::uint8_t before = m_run_now[run.value];
        if (now == before) continue;
        m_run_now[run.value] = now;
        add(ordinal, run.value, before, now, m_task_of_run[run.value]);
    }
    for (const TaskIndex task : changes.tasks) {
        if (task.value >= m_task_now.size() || m_task_now[task.value] == Delta::not_submitted) continue;
        const auto now = static_cast<std::uint8_t>(state.tasks[task.value].status);
        const std::uint8_t before = m_task_now[task.value];
        if (now == before) continue;
        m_task_now[task.value] = now;
        add(ordinal, task.value | Delta::task_bit, before, now, task.value);
    }
}

// New runs are PENDING and unflagged; the task's own delta comes before those of its runs.
void StatusTimeline::add_new_tasks(Ordinal ordinal, const domain::State& state) {
    while (m_task_now.size() < state.tasks.size()) {
        const domain::Task& task = state.tasks[m_task_now.size()];
        const auto index = static_cast<std::uint32_t>(m_task_now.size());
        const std::uint32_t runs = task.plan ? task.plan->run_count : 0;
        m_task_of_run.resize(std::max<std::size_t>(m_task_of_run.size(), task.first_run.value + runs), index);
        m_run_now.resize(m_task_of_run.size(), 0);
        m_runs_of_task.push_back(runs);
        m_of_task.push_back(m_none);
        m_plans.emplace_back();
        if (!task.plan) {  // its submission was lost to damage: nothing is known of it
            m_task_now.push_back(Delta::not_submitted);
            continue;
        }
        m_plans.back().push_back({ordinal, task.first_run, task.plan});
        m_task_now.push_back(0);
        add(ordinal, index | Delta::task_bit, Delta::not_submitted, 0, index);
    }
}

void StatusTimeline::add(Ordinal ordinal, std::uint32_t entity, std::uint8_t before, std::uint8_t after,
                         std::uint32_t task) {
    const Delta delta{ordinal, entity, before, after};
    if (!delta.is_task() || delta.is_amendment()) m_of_task[task].push_back(delta_count());
    if (m_deltas.size() % deltas_of_page == 0) m_first_of_page.push_back(ordinal);
    m_deltas.push_back(delta);
    apply(m_end, delta, true);
    if (delta_count() >= m_next_checkpoint) add_checkpoint();
}

void StatusTimeline::add_checkpoint() {
    Checkpoint checkpoint{delta_count(), 0, static_cast<std::uint32_t>(m_end.runs.size()), static_cast<std::uint32_t>(m_end.tasks.size())};
    std::vector<std::byte> bytes(checkpoint.size_bytes());
    if (checkpoint.runs > 0) std::memcpy(bytes.data(), m_end.runs.data(), checkpoint.runs);
    if (checkpoint.tasks > 0) std::memcpy(bytes.data() + checkpoint.runs, m_end.tasks.data(), checkpoint.tasks * sizeof(TaskLook));
    checkpoint.page = m_store->keep(bytes.data(), bytes.size());
    m_checkpoints.push_back(checkpoint);
    m_next_checkpoint = delta_count() + static_cast<std::uint32_t>(std::max(least_spacing, bytes.size() / sizeof(Delta)));
}

void StatusTimeline::load(const Checkpoint& checkpoint, Picture& picture) const {
    m_loading.resize(checkpoint.size_bytes());
    m_store->copy(checkpoint.page, m_loading.data());
    const std::byte* bytes = m_loading.data();
    picture.deltas = checkpoint.deltas;
    picture.runs.resize(checkpoint.runs);
    picture.tasks.resize(checkpoint.tasks);
    if (checkpoint.runs > 0) std::memcpy(picture.runs.data(), bytes, checkpoint.runs);
    if (checkpoint.tasks > 0) std::memcpy(picture.tasks.data(), bytes + checkpoint.runs, checkpoint.tasks * sizeof(TaskLook));
}

void StatusTimeline::apply(Picture& picture, const Delta& delta, bool forwards) const {
    if (picture.runs.size() < m_task_of_run.size()) picture.runs.resize(m_task_of_run.size(), 0);
    if (picture.tasks.size() < m_task_now.size()) picture.tasks.resize(m_task_now.size());
    const std::uint8_t old_byte = forwards ? delta.before : delta.after;
    const std::uint8_t new_byte = forwards ? delta.after : delta.before;
    picture.deltas = forwards ? picture.deltas + 1 : picture.deltas - 1;
    if (delta.is_task()) {
        TaskLook& task = picture.tasks[delta.index()];
        if (delta.is_amendment()) {
            const std::uint32_t added = runs_added(forwards ? picture.deltas - 1 : picture.deltas);
            task.counts[0] += forwards ? added : 0u - added;
            return;
        }
        if (old_byte == Delta::not_submitted) {
            task.exists = true;
            task.counts = {};
            task.counts[0] = m_runs_of_task[delta.index()];
        }
        task.exists = new_byte != Delta::not_submitted;
        task.status = task.exists ? static_cast<domain::TaskStatus>(new_byte) : domain::TaskStatus::Pending;
        if (!task.exists) task.counts = {};
        return;
    }
    change_run(picture.tasks[m_task_of_run[delta.index()]], picture.runs[delta.index()], old_byte, new_byte);
}

// Deltas of runs are nearly all there are, and a seek walks thousands of them.
void StatusTimeline::walk(Picture& picture, std::uint32_t deltas) const {
    while (picture.deltas != deltas) {
        const bool forwards = picture.deltas < deltas;
        const auto part = m_deltas.part_of(forwards ? picture.deltas : picture.deltas - 1);
        const auto last = forwards ? std::min<std::size_t>(deltas, part.first + part.size) : std::max<std::size_t>(deltas, part.first);
        while (picture.deltas != last) {
            const Delta& delta = part.values[(forwards ? picture.deltas : picture.deltas - 1) - part.first];
            if (delta.is_task()) {
                apply(picture, delta, forwards);
                continue;
            }
            change_run(picture.tasks[m_task_of_run[delta.entity]], picture.runs[delta.entity], forwards ? delta.before : delta.after,
                       forwards ? delta.after : delta.before);
            picture.deltas = forwards ? picture.deltas + 1 : picture.deltas - 1;
        }
    }
}

std::uint32_t StatusTimeline::deltas_of_first(Ordinal events) const {
    const auto after = std::lower_bound(m_first_of_page.begin(), m_first_of_page.end(), events);
    if (after == m_first_of_page.begin()) return 0;
    const auto page = static_cast<std::size_t>(after - m_first_of_page.begin()) - 1;
    const auto part = m_deltas.part_of(page * deltas_of_page);
    const Delta* end = std::lower_bound(part.values, part.values + part.size, events, [](const Delta& delta, Ordinal count) { return delta.ordinal < count; });
    return static_cast<std::uint32_t>(part.first + static_cast<std::size_t>(end - part.values));
}

const std::vector<PlanVersion>& StatusTimeline::plans_of(TaskIndex task) const {
    static const std::vector<PlanVersion> none;
    return task.value < m_plans.size() ? m_plans[task.value] : none;
}

const PlanVersion* StatusTimeline::plan_at(TaskIndex task, Ordinal events) const {
    const PlanVersion* found = nullptr;
    for (const PlanVersion& version : plans_of(task)) {
        if (version.ordinal < events) found = &version;
    }
    return found;
}

const PlanVersion* StatusTimeline::plan_of_run(RunIndex run) const {
    if (run.value >= m_task_of_run.size()) return nullptr;
    for (const PlanVersion& version : plans_of(TaskIndex{m_task_of_run[run.value]})) {
        if (version.has(run)) return &version;
    }
    return nullptr;
}

std::uint32_t StatusTimeline::runs_added(std::uint32_t delta) const {
    const auto at = m_runs_added.find(delta);
    return at == m_runs_added.end() ? 0 : at->second;
}

const StatusTimeline::Checkpoint* StatusTimeline::checkpoint_before(std::uint32_t deltas) const {
    const auto after = std::upper_bound(m_checkpoints.begin(), m_checkpoints.end(), deltas,
                                        [](std::uint32_t count, const Checkpoint& checkpoint) { return count < checkpoint.deltas; });
    return after == m_checkpoints.begin() ? nullptr : &*std::prev(after);
}

const StatusTimeline::Checkpoint* StatusTimeline::checkpoint_after(std::uint32_t deltas) const {
    const auto at = std::lower_bound(m_checkpoints.begin(), m_checkpoints.end(), deltas,
                                     [](const Checkpoint& checkpoint, std::uint32_t count) { return checkpoint.deltas < count; });
    return at == m_checkpoints.end() ? nullptr : &*at;
}

void StatusCursor::show(const StatusTimeline::Picture& picture) {
    m_picture = picture;
    m_foreign = true;
    m_events = 0;
}

void StatusCursor::seek(Ordinal events) {
    if (m_foreign) m_picture = {};
    m_foreign = false;
    m_events = events;
    const std::uint32_t wanted = m_timeline.deltas_of_first(events);
    std::uint32_t best = distance(m_picture.deltas, wanted);
    const StatusTimeline::Checkpoint* from = nullptr;
    for (const auto* checkpoint : {m_timeline.checkpoint_before(wanted), m_timeline.checkpoint_after(wanted)}) {
        if (!checkpoint) continue;
        // A copy of a hundred bytes costs about as much as a delta.
        const std::uint32_t cost = distance(checkpoint->deltas, wanted) + static_cast<std::uint32_t>(checkpoint->size_bytes() / 100);
        if (cost >= best) continue;
        best = cost;
        from = checkpoint;
    }
    if (from) m_timeline.load(*from, m_picture);
    fit();
    m_timeline.walk(m_picture, wanted);
}

void StatusCursor::fit() {
    m_picture.runs.resize(m_timeline.run_count(), 0);
    m_picture.tasks.resize(m_timeline.task_count());
}

}  // namespace apollo::viewmodels
