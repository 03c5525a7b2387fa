// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/domain/forecast.h"

#include <algorithm>
#include <set>

#include "common/domain/forecast_play.h"
#include "common/domain/roll_out.h"

namespace apollo::domain {

namespace {

constexpr std::size_t plays_most = 200, plays_least = 20, run_plays_most = 400000;
constexpr std::uint32_t tiered_retries = 8;

// SplitMix64: the same sequence on every machine.
class Sequence64 {
public:
    explicit Sequence64(std::uint64_t seed) : m_state(seed) {}
    std::uint64_t below(std::uint64_t bound) {
        std::uint64_t z = (m_state += 0x9e3779b97f4a7c15ull);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
        return (z ^ (z >> 31)) % bound;
    }

private:
    std::uint64_t m_state;
};

// What is known of each open run, gathered once for all plays.
struct Chances {
    const WorkHistory* history = nullptr;
    std::size_t longer_from = 0;     // durations from here on are longer than what the attempt has run
    std::int64_t running_ms = 0;
    std::int64_t pause_ms = 0;       // until a retry is due
    std::int64_t between_tries_ms = 0;
    std::uint32_t tries = 1;         // with the one that runs or comes next
};

Chances chances_of(const State& state, const Records& records, RunIndex index, WallTime now) {
    const Run& run = state.runs[index.value];
    const StepDefinition& step = state.step_of(index);
    const PlanStep& planned = state.plan_step_of(index);
    Chances chances;
    chances.history = &records.work.at(kind_of(state.task_of(index).plan->definition, step));
    const std::uint32_t retries = planned.tiered ? tiered_retries : planned.retry_policy.max_retries;
    chances.tries = retries > run.retries ? retries - run.retries + 1 : 1;
    chances.between_tries_ms = planned.retry_policy.initial_interval_ms;
    const RunDetails& details = state.details[index.value];
    if (run.status == RunStatus::Running) {
        const auto& known = chances.history->durations_ms;
        chances.running_ms = running_ms(state, index, now);
        chances.longer_from = static_cast<std::size_t>(std::upper_bound(known.begin(), known.end(), chances.running_ms) - known.begin());
    } else if (run.status == RunStatus::Retrying && !is_live(run)) {
        chances.pause_ms = std::max<std::int64_t>(0, details.retry_recorded_at.ms + details.retry_delay_ms - now.ms);
    }
    return chances;
}

// As it usually goes: the middle one of what is still possible.
std::int64_t usual_ms(const Chances& chances) {
    const auto& known = chances.history->durations_ms;
    const std::size_t left = known.size() - chances.longer_from;
    if (left == 0) return chances.pause_ms;
    return chances.pause_ms + known[chances.longer_from + (left - 1) / 2] - chances.running_ms;
}

TaskPlay::Fate draw_fate(const Chances& chances, Sequence64& sequence) {
    const auto& known = chances.history->durations_ms;
    TaskPlay::Fate fate{chances.pause_ms, false};
    for (std::uint32_t tried = 0; tried < chances.tries; ++tried) {
        const std::size_t from = tried == 0 ? chances.longer_from : 0;
        const std::int64_t behind_ms = tried == 0 ? chances.running_ms : 0;
        if (from < known.size()) fate.lasts_ms += known[from + sequence.below(known.size() - from)] - behind_ms;
        const WorkHistory& history = *chances.history;
        // One more attempt is taken to have gone well: two failures of two are no certainty.
        if (history.attempts == 0 || sequence.below(history.attempts + 1) >= history.failed_attempts) return fate;
        if (tried + 1 < chances.tries) fate.lasts_ms += chances.between_tries_ms;
    }
    fate.fails = true;
    return fate;
}

bool waits_for_task(const State& state, const Task& task) {
    const auto& ids = task.plan->definition.depends_on;
    return std::any_of(ids.begin(), ids.end(), [&](const TaskId& id) {
        const Task* other = state.find_task(id);
        return other && !is_ended(other->status);
    });
}

// As things are it does not begin, and nobody knows when that changes.
bool is_held_up(const State& state, const Task& task, RunIndex index) {
    const Run& run = state.runs[index.value];
    if (is_live(run)) return false;
    const bool node_takes_nothing = run.node != no_node && state.nodes[run.node.value].status != NodeStatus::Connected;
    return node_takes_nothing || task.paused || state.dispatch_paused || waits_for_task(state, task);
}

std::vector<Assumption> assumptions_for(const State& state, const Task& task, const std::vector<std::uint32_t>& open) {
    using Kind = Assumption::Kind;
    std::vector<Assumption> all;
    if (task.paused) all.push_back({Kind::TaskPaused, {}, 0});
    if (state.dispatch_paused) all.push_back({Kind::DispatchPaused, {}, 0});
    if (task.status == TaskStatus::Compensating) all.push_back({Kind::BeingUndone, {}, 0});
    for (const TaskId& id : task.plan->definition.depends_on) {
        const Task* other = state.find_task(id);
        if (other && !is_ended(other->status)) all.push_back({Kind::OtherTask, id.text, 0});
    }
    if (task.blocked_count > 0) all.push_back({Kind::BlockedRuns, {}, task.blocked_count});
    if (task.quarantined_count > 0) all.push_back({Kind::QuarantinedRuns, {}, task.quarantined_count});
    std::set<NodeIndex> silent;
    for (std::uint32_t run : open) {
        const Run& known = state.runs[task.first_run.value + run];
        if (known.node == no_node) continue;
        const NodeStatus status = state.nodes[known.node.value].status;
        // What is on a drained node goes on.
        if (status != NodeStatus::Connected && !(status == NodeStatus::Draining && is_live(known))) silent.insert(known.node);
    }
    for (NodeIndex node : silent) all.push_back({Kind::SilentNode, state.nodes[node.value].facts.node.text, 0});
    return all;
}

// Everything that is read off the state, without playing.
void look_at_runs(const State& state, const Task& task, const std::vector<std::uint32_t>& open, Forecast& result) {
    std::set<NodeIndex> nodes;
    for (std::uint32_t run : open) {
        const RunIndex index{task.first_run.value + run};
        const std::uint32_t step = task.plan->step_of_run(run);
        const StepDefinition& definition = task.plan->definition.steps[step];
        const WorkHistory& history = result.records.work.at(kind_of(task.plan->definition, definition));
        if (result.steps.empty() || result.steps.back().step != step) {
            result.steps.push_back({step, 0, &history});
            if (history.durations_ms.empty()) result.without_history.push_back(step);
        }
        ++result.steps.back().open_runs;
        if (state.runs[index.value].node != no_node) nodes.insert(state.runs[index.value].node);
        if (state.runs[index.value].status != RunStatus::Running || history.durations_ms.empty()) continue;
        const std::int64_t runs_ms = running_ms(state, index, result.as_of), longest_ms = history.durations_ms.back();
        if (runs_ms > longest_ms) result.overdue.push_back({index, runs_ms, longest_ms});
        const auto p99_ms = history.p99_ms();
        if (p99_ms && runs_ms > *p99_ms) result.slow.push_back({index, runs_ms, *p99_ms});
    }
    std::stable_sort(result.overdue.begin(), result.overdue.end(),
                     [](const OverdueRun& a, const OverdueRun& b) { return a.overdue_ms() > b.overdue_ms(); });
    result.nodes.assign(nodes.begin(), nodes.end());
    result.assumptions = assumptions_for(state, task, open);
}

void look_at_usual_play(const State& state, const TaskPlay& play, const Task& task, const std::vector<Chances>& chances, Forecast& result) {
    bool known = true;
    const auto usual = play.play([&](std::uint32_t run) {
        known = known && !chances[run].history->durations_ms.empty();
        result.is_held = result.is_held || is_held_up(state, task, RunIndex{task.first_run.value + run});
        return TaskPlay::Fate{usual_ms(chances[run]), false};
    });
    for (std::uint32_t run : usual.path) result.critical_path.push_back({RunIndex{task.first_run.value + run}, usual_ms(chances[run])});
    result.usual_end = WallTime{result.as_of.ms + usual.after_ms};
    // A step that waits for a failure need not be known.
    if (known && !result.is_held) result.end_p50 = result.usual_end;
}

void look_at_plays(const TaskPlay& play, const std::vector<Chances>& chances, Forecast& result) {
    const std::size_t plays = std::clamp(run_plays_most / std::max<std::size_t>(1, play.open_runs().size()), plays_least, plays_most);
    std::vector<std::int64_t> ends_ms;
    std::uint32_t failed = 0;
    bool known = false;
    for (std::size_t k = 0; k < plays; ++k) {
        Sequence64 sequence(k + 1);
        const auto ending = play.play([&](std::uint32_t run) {
            const bool never = chances[run].history->attempts == 0;
            result.risk_is_least = result.risk_is_least || never;
            known = known || !never;
            return draw_fate(chances[run], sequence);
        });
        ends_ms.push_back(ending.after_ms);
        failed += ending.failed ? 1 : 0;
    }
    std::sort(ends_ms.begin(), ends_ms.end());
    const auto after = [&](std::size_t percent) { return WallTime{result.as_of.ms + ends_ms[(plays * percent + 99) / 100 - 1]}; };
    if (result.end_p50) {
        result.end_p50 = after(50);
        result.end_p90 = after(90);
    }
    // "At least nothing" says nothing.
    if (known && (failed > 0 || !result.risk_is_least)) result.risk_of_failure_percent = risk_percent(static_cast<std::uint32_t>(plays), failed);
}

}  // namespace

Forecast forecast(const State& state, TaskIndex index, WallTime now) {
    const Task& task = state.tasks[index.value];
    Forecast result;
    result.as_of = now;
    result.has_ended = !task.plan || task.historical || is_ended(task.status);
    if (result.has_ended) return result;
    result.records = records_for(state, *task.plan);
    const TaskPlay play(state, task);
    look_at_runs(state, task, play.open_runs(), result);
    std::vector<Chances> chances(task.plan->run_count);
    for (std::uint32_t run : play.open_runs()) chances[run] = chances_of(state, result.records, RunIndex{task.first_run.value + run}, now);
    look_at_usual_play(state, play, task, chances, result);
    look_at_plays(play, chances, result);
    return result;
}

}  // namespace apollo::domain
