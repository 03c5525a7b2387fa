// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/navigator.h"

#include <algorithm>
#include <cmath>

#include "app/viewmodels/landmarks.h"

namespace apollo::viewmodels {

namespace {

constexpr int frame_ms = 33;
// Idle time is collapsed: playing never waits longer than this for the next event.
constexpr double longest_wait_ms = 1200;
constexpr qint64 event_pause_ms = 400;

}  // namespace

Navigator::Navigator(LiveModel& live, const Clock& clock, QObject* parent)
    : QObject(parent), m_live(live), m_clock(clock), m_cursor(live.timeline()), m_nodes_replay(live.history(), no_task) {
    connect(&m_live, &LiveModel::advanced, this, &Navigator::on_advanced);
    connect(&m_live, &LiveModel::loading_changed, this, &Navigator::history_grew);
    m_playing.setInterval(frame_ms);
    connect(&m_playing, &QTimer::timeout, this, &Navigator::play_on);
}

QString Navigator::loading_text() const {
    return m_live.is_loading() ? tr("Loading history: %1 %").arg(m_live.loaded_percent()) : QString();
}

Position Navigator::shown_position() const {
    if (m_live.is_loading()) return m_live.state().position;
    return shown_events() == 0 ? Position{0} : m_live.history().header(shown_events() - 1).position;
}

WallTime Navigator::shown_time() const {
    if (!m_replay) return m_clock.now().wall;
    const Ordinal index = scope_index();
    return index == 0 ? WallTime{} : scope_time(index - 1);
}

const PlanVersion* Navigator::shown_plan() const {
    return m_live.is_loading() ? m_live.present().plan_of(m_task) : m_live.timeline().plan_at(m_task, shown_events());
}

const PlanVersion* Navigator::plan_of_run(RunIndex run) const {
    if (!m_live.is_loading()) return m_live.timeline().plan_of_run(run);
    const auto& runs = m_live.state().runs;
    const PlanVersion* version = run.value < runs.size() ? m_live.present().plan_of(runs[run.value].task) : nullptr;
    return version && version->has(run) ? version : nullptr;
}

void Navigator::stand_at_end() {
    if (m_live.is_loading())
        m_cursor.show(m_live.present().picture());
    else
        m_cursor.seek(m_live.history().size());
}

const domain::Task* Navigator::task() const {
    if (m_task.value >= m_live.state().tasks.size()) return nullptr;
    const domain::Task& task = m_live.state().tasks[m_task.value];
    if (!task.plan || !m_cursor.task(m_task.value).exists) return nullptr;
    const PlanVersion* version = shown_plan();
    if (!version || version->first_run == task.first_run) return &task;
    if (m_task_then.plan == version->plan && m_task_then.id == task.id) return &m_task_then;
    m_task_then = task;
    m_task_then.plan = version->plan;
    m_task_then.first_run = version->first_run;
    return &m_task_then;
}

std::optional<RunIndex> Navigator::shown_run(RunIndex run) const {
    const PlanVersion* shown = shown_plan();
    if (!shown) return std::nullopt;
    if (shown->has(run)) return run;
    for (const PlanVersion& version : m_live.timeline().plans_of(m_task)) {
        if (version.has(run)) return shown->same_run(version, run);
    }
    return std::nullopt;
}

// An amendment was crossed: what is selected keeps its step and node, its number is another.
void Navigator::follow_plan() {
    const PlanVersion* version = shown_plan();
    if (!version || version->first_run == m_plan_first_run) return;
    m_plan_first_run = version->first_run;
    const auto selected = m_run;
    const std::vector<RunIndex> marked = std::move(m_chosen.runs);
    m_chosen.runs.clear();
    m_run.reset();
    m_step.reset();
    Q_EMIT task_changed();
    if (selected) select_run(shown_run(*selected));
    if (!marked.empty()) mark_runs(marked);
    if (selected && !m_run) Q_EMIT selection_changed();
}

const domain::State* Navigator::task_state() const {
    if (!task() || m_live.is_loading()) return nullptr;
    if (!m_task_replay || m_task_replay->task() != m_task) {
        m_task_replay = std::make_unique<TaskReplay>(m_live.history(), m_task);
    }
    const domain::State& state = m_task_replay->at(shown_events());
    return state.tasks.empty() || !state.tasks[0].plan ? nullptr : &state;
}

const domain::State& Navigator::nodes_state() const {
    if (m_live.is_loading()) return m_live.state();
    return m_nodes_replay.at(shown_events());
}

const Ordinals* Navigator::scope_list() const {
    return m_task == no_task ? nullptr : &m_live.history().of_task(m_task);
}

Ordinal Navigator::scope_size() const {
    const auto* list = scope_list();
    return list ? static_cast<Ordinal>(list->size()) : m_live.history().size();
}

Ordinal Navigator::scope_index() const {
    const auto* list = scope_list();
    if (!list) return shown_events();
    return static_cast<Ordinal>(std::lower_bound(list->begin(), list->end(), shown_events()) - list->begin());
}

Ordinal Navigator::scope_ordinal(Ordinal index) const {
    const auto* list = scope_list();
    return list ? (*list)[index] : index;
}

bool Navigator::is_historical() const {
    const auto& tasks = m_live.state().tasks;
    return m_task.value < tasks.size() && tasks[m_task.value].historical;
}

// An imported history was recorded in one moment; its own times are those of origin.
void Navigator::extend_scope_times() const {
    const auto* list = scope_list();
    while (list && m_scope_ms.size() < list->size()) {
        const std::int64_t ms = m_live.history().header((*list)[m_scope_ms.size()]).origin_time.ms;
        m_scope_ms.push_back(m_scope_ms.empty() ? ms : std::max(ms, m_scope_ms.back()));
    }
}

WallTime Navigator::scope_time(Ordinal index) const {
    if (!is_historical()) return m_live.history().monotone_time(scope_ordinal(index));
    extend_scope_times();
    return {m_scope_ms[index]};
}

Ordinal Navigator::scope_index_at(WallTime time) const {
    if (m_task == no_task) return m_live.history().count_until_time(time);
    if (const auto* list = scope_list(); !is_historical()) {
        const Ordinal events = m_live.history().count_until_time(time);
        return static_cast<Ordinal>(std::lower_bound(list->begin(), list->end(), events) - list->begin());
    }
    extend_scope_times();
    return static_cast<Ordinal>(std::upper_bound(m_scope_ms.begin(), m_scope_ms.end(), time.ms) - m_scope_ms.begin());
}

std::optional<Ordinal> Navigator::first_failure() const {
    for (Ordinal index = 0; index < scope_size(); ++index) {
        if (is_failure(m_live.history().header(scope_ordinal(index)))) return index + 1;
    }
    return std::nullopt;
}

void Navigator::open_task(TaskIndex task) {
    if (m_task == task) return;
    pause();
    m_task = task;
    m_step.reset();
    m_run.reset();
    m_chosen.tasks.clear();
    m_chosen.runs.clear();
    m_task_replay.reset();
    m_scope_ms.clear();
    m_plan_first_run = shown_plan() ? shown_plan()->first_run : no_run;
    if (m_replay && !this->task() && task != no_task) go_live();
    Q_EMIT task_changed();
    Q_EMIT selection_changed();
}

void Navigator::select_step(std::optional<std::uint32_t> step) {
    const domain::Task* open = task();
    if (step && open && *step < open->plan->steps.size()) {
        // The run most in need of attention would be a surprise on each click; the first one is not.
        select_run(RunIndex{open->first_run.value + open->plan->steps[*step].first_run});
        return;
    }
    select_run(std::nullopt);
}

void Navigator::select_run(std::optional<RunIndex> run) {
    const domain::Task* open = task();
    const auto wanted = open && run ? shown_run(*run) : std::nullopt;
    if (m_run == wanted && m_chosen.runs.empty()) return;
    m_chosen.runs.clear();
    m_run = wanted;
    m_step.reset();
    if (m_run) m_step = open->plan->step_of_run(m_run->value - open->first_run.value);
    Q_EMIT selection_changed();
}

std::vector<RunIndex> Navigator::marked_runs() const {
    if (!m_chosen.runs.empty()) return m_chosen.runs;
    return m_run ? std::vector<RunIndex>{*m_run} : std::vector<RunIndex>();
}

bool Navigator::is_marked(RunIndex run) const {
    return m_run == run || std::binary_search(m_chosen.runs.begin(), m_chosen.runs.end(), run);
}

void Navigator::mark_runs(std::vector<RunIndex> runs) {
    std::vector<RunIndex> shown;
    for (const RunIndex run : runs) {
        if (const auto wanted = shown_run(run)) shown.push_back(*wanted);
    }
    if (shown.size() < 2) return select_run(shown.empty() ? std::nullopt : std::optional(shown[0]));
    const RunIndex last = shown.back();
    std::sort(shown.begin(), shown.end());
    shown.erase(std::unique(shown.begin(), shown.end()), shown.end());
    const bool keeps = m_run && std::binary_search(shown.begin(), shown.end(), *m_run);
    select_run(keeps ? *m_run : last);
    if (shown.size() < 2) return;
    m_chosen.runs = std::move(shown);
    Q_EMIT selection_changed();
}

void Navigator::toggle_run(RunIndex run) {
    std::vector<RunIndex> runs = marked_runs();
    const auto at = std::find(runs.begin(), runs.end(), run);
    if (at == runs.end())
        runs.push_back(run);
    else
        runs.erase(at);
    mark_runs(std::move(runs));
}

void Navigator::mark_tasks(std::vector<TaskIndex> tasks) {
    std::sort(tasks.begin(), tasks.end());
    if (tasks.size() < 2) tasks.clear();
    if (m_chosen.tasks == tasks) return;
    m_chosen.tasks = std::move(tasks);
    Q_EMIT selection_changed();
}

void Navigator::choose_node(std::optional<NodeId> node) {
    if (m_chosen.node == node) return;
    m_chosen.node = std::move(node);
    Q_EMIT selection_changed();
}

void Navigator::choose_alert(std::optional<Position> alert) {
    if (m_chosen.alert == alert) return;
    m_chosen.alert = alert;
    Q_EMIT selection_changed();
}

void Navigator::choose_letter(std::optional<Position> letter) {
    if (m_chosen.letter == letter) return;
    m_chosen.letter = letter;
    Q_EMIT selection_changed();
}

void Navigator::seek(Ordinal scope_index) {
    const Ordinal index = std::min(scope_index, scope_size());
    // Before its first event a task does not exist; there is nothing to look at.
    const Ordinal least = m_task == no_task || scope_size() == 0 ? 0 : 1;
    const Ordinal wanted = std::max(index, least);
    seek_events(wanted == 0 ? 0 : scope_ordinal(wanted - 1) + 1);
}

void Navigator::seek_position(Position position) {
    seek_events(m_live.history().count_until(position));
}

void Navigator::seek_events(Ordinal events) {
    if (m_live.is_loading()) return;  // there is no other moment yet
    const bool entered = !m_replay;
    m_replay = true;
    m_cursor.seek(std::min(events, m_live.history().size()));
    if (entered) Q_EMIT mode_changed();
    follow_plan();
    Q_EMIT picture_changed();
}

void Navigator::step_events(int count) {
    pause();
    const auto wanted = static_cast<std::int64_t>(scope_index()) + count;
    seek(static_cast<Ordinal>(std::clamp<std::int64_t>(wanted, 0, scope_size())));
}

void Navigator::go_live() {
    pause();
    if (!m_replay) return;
    m_replay = false;
    stand_at_end();
    Q_EMIT mode_changed();
    follow_plan();
    Q_EMIT picture_changed();
}

void Navigator::play(bool backwards) {
    if (scope_size() == 0) return;
    if (!m_replay || scope_index() >= scope_size()) seek(backwards ? scope_size() : 0);
    m_backwards = backwards;
    m_play_ms = static_cast<double>(scope_time(std::max<Ordinal>(scope_index(), 1) - 1).ms);
    m_play_clock.start();
    m_playing.start();
    Q_EMIT play_changed();
}

void Navigator::pause() {
    if (!m_playing.isActive()) return;
    m_playing.stop();
    Q_EMIT play_changed();
}

void Navigator::set_speed(double factor) {
    m_speed = factor == event_by_event ? factor : std::clamp(factor, 0.1, 10'000.0);
    Q_EMIT play_changed();
}

Ordinal Navigator::played_forwards(Ordinal index) {
    if (index >= scope_size()) return index;
    const auto next_ms = static_cast<double>(scope_time(index).ms);
    m_play_ms = std::max(m_play_ms, next_ms - longest_wait_ms * m_speed);
    return std::max(index, scope_index_at({static_cast<std::int64_t>(m_play_ms)}));
}

Ordinal Navigator::played_backwards(Ordinal index) {
    if (index == 0) return index;
    const auto shown_ms = static_cast<double>(scope_time(index - 1).ms);
    m_play_ms = std::min(m_play_ms, shown_ms + longest_wait_ms * m_speed);
    return std::min(index, scope_index_at({static_cast<std::int64_t>(std::floor(m_play_ms))}));
}

void Navigator::play_on() {
    const Ordinal before = scope_index();
    Ordinal index = before;
    const Ordinal least = m_task == no_task ? 0 : 1;
    if (m_speed == event_by_event) {
        if (m_play_clock.elapsed() < event_pause_ms) return;
        m_play_clock.restart();
        if (m_backwards)
            index = std::max(least, index - std::min<Ordinal>(index, 1));
        else
            index = std::min(scope_size(), index + 1);
    } else {
        m_play_ms += static_cast<double>(m_play_clock.restart()) * (m_backwards ? -m_speed : m_speed);
        index = m_backwards ? std::max(least, played_backwards(index)) : played_forwards(index);
    }
    if (index != before) seek(index);
    if (m_backwards ? index <= least : index >= scope_size()) pause();
}

void Navigator::on_advanced() {
    if (!m_replay) stand_at_end();
    if (!m_replay) follow_plan();
    Q_EMIT history_grew();
    if (!m_replay) Q_EMIT picture_changed();
}

}  // namespace apollo::viewmodels
