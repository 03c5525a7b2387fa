// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/domain/forecast_play.h"

#include <algorithm>
#include <queue>

#include "common/domain/roll_out.h"

namespace apollo::domain {

namespace {

constexpr std::uint32_t nobody = none_u32;
constexpr std::int64_t before_all = -1;

// When a place is free, and who frees it.
struct Place {
    std::int64_t free_ms = 0;
    std::uint32_t by = nobody;
    friend bool operator>(const Place& a, const Place& b) { return a.free_ms != b.free_ms ? a.free_ms > b.free_ms : a.by > b.by; }
};
using Places = std::priority_queue<Place, std::vector<Place>, std::greater<>>;

Places places(std::uint32_t count) {
    Places free;
    for (std::uint32_t k = 0; k < count; ++k) free.push({});
    return free;
}

}  // namespace

// One course of events: the counters of the reducer, moved by times instead of events.
struct TaskPlay::Game {
    Game(const TaskPlay& play, const Draw& draw) : m_play(play), m_draw(draw), m_task(play.m_task), m_plan(*play.m_task.plan) {
        m_runs.resize(m_plan.run_count);
        for (std::uint32_t s = 0; s < m_plan.steps.size(); ++s) {
            m_step_places.push_back(places(m_plan.definition.steps[s].roll_out.max_parallel_nodes));
            m_rank_open.emplace_back(std::max<std::uint32_t>(1, m_plan.steps[s].rank_count));
        }
        for (const Node& node : play.m_state.nodes) m_node_places.push_back(places(node.facts.capacity));
        m_steps = m_task.steps;
        for (std::uint32_t run : play.m_open) ++m_rank_open[m_plan.step_of_run(run)][play.rank_of(run)];
        for (std::uint32_t run : play.m_open) begin(run);
    }

    Ending to_the_end() {
        Ending ending;
        ending.failed = m_task.status == TaskStatus::Failed;
        std::uint32_t last = nobody;
        while (!m_ready.empty()) {
            const auto [ready_ms, run] = m_ready.top();
            m_ready.pop();
            if (m_runs[run].settled) continue;
            const Outcome outcome = go(run, ready_ms);
            if (last == nobody || m_runs[run].end_ms > m_runs[last].end_ms) last = run;
            settle(run, outcome);
            ending.failed = ending.failed || (outcome == Outcome::Bad && is_bad(m_plan.steps[m_plan.step_of_run(run)], m_steps[m_plan.step_of_run(run)]));
        }
        if (last == nobody) return ending;
        ending.after_ms = m_runs[last].end_ms;
        for (std::uint32_t run = last; run != nobody; run = m_runs[run].after) ending.path.push_back(run);
        std::reverse(ending.path.begin(), ending.path.end());
        return ending;
    }

private:
    struct Played {
        std::uint32_t waits_for = 0;
        std::uint32_t bad = 0;
        std::uint32_t unneeded = 0;
        std::int64_t ready_ms = 0;
        std::int64_t end_ms = 0;
        std::uint32_t after = nobody;  // who made it ready, or freed its place
        bool settled = false;
        bool queued = false;
    };

    void begin(std::uint32_t run) {
        const Run& known = m_play.known(run);
        const std::uint32_t step = m_plan.step_of_run(run);
        // What has begun has its places already.
        if (holds_place(known)) m_runs[run].ready_ms = before_all;
        m_runs[run].waits_for = holds_place(known) ? 0 : known.open_dependencies + waits_for_rank(step, run);
        m_runs[run].bad = known.bad_dependencies;
        m_runs[run].unneeded = known.unneeded_dependencies;
        consider(run);
    }

    bool waits_for_rank(std::uint32_t step, std::uint32_t run) const {
        const std::uint32_t rank = m_play.rank_of(run);
        for (std::uint32_t lower = 0; lower < rank; ++lower) {
            if (m_rank_open[step][lower] > 0) return true;
        }
        return false;
    }

    void consider(std::uint32_t run) {
        Played& played = m_runs[run];
        if (played.settled || played.queued || played.waits_for > 0) return;
        played.queued = true;
        m_ready.push({played.ready_ms, run});
    }

    // Its time. Bad: it fails for good, or can never run.
    Outcome go(std::uint32_t run, std::int64_t ready_ms) {
        Played& played = m_runs[run];
        const std::uint32_t step = m_plan.step_of_run(run);
        const Trigger trigger = m_plan.definition.steps[step].trigger;
        const Run& known = m_play.known(run);
        std::int64_t start_ms = std::max<std::int64_t>(0, ready_ms);
        played.end_ms = start_ms;
        const bool runs_already = holds_place(known);
        if (!runs_already && trigger == Trigger::AllSucceeded && played.bad > 0) return Outcome::Bad;
        const bool unneeded = (trigger == Trigger::AllSucceeded && played.unneeded > 0) || (trigger == Trigger::AnyFailed && played.bad == 0);
        if (!runs_already && unneeded) return Outcome::Unneeded;
        Places* node = known.node == no_node || m_node_places[known.node.value].empty() ? nullptr : &m_node_places[known.node.value];
        Places* turn = m_step_places[step].empty() ? nullptr : &m_step_places[step];
        for (Places* free : {node, turn}) {
            if (!free) continue;
            if (free->top().free_ms > start_ms) {
                start_ms = free->top().free_ms;
                played.after = free->top().by;
            }
            free->pop();
        }
        const Fate fate = m_draw(run);
        played.end_ms = start_ms + fate.lasts_ms;
        for (Places* free : {node, turn}) {
            if (free) free->push({played.end_ms, run});
        }
        return fate.fails ? Outcome::Bad : Outcome::Good;
    }

    void settle(std::uint32_t run, Outcome outcome) {
        const bool bad = outcome == Outcome::Bad, unneeded = outcome == Outcome::Unneeded;
        m_runs[run].settled = true;
        const std::uint32_t step = m_plan.step_of_run(run);
        const PlanStep& planned = m_plan.steps[step];
        Task::StepCount& count = m_steps[step];
        const bool was_bad = is_bad(planned, count), was_open = count.open > 0, was_unneeded = is_all_unneeded(planned, count);
        if (was_open) --count.open;
        count.bad += bad ? 1 : 0;
        count.unneeded += unneeded ? 1 : 0;
        --m_rank_open[step][m_play.rank_of(run)];
        release_rank(step, run);
        const std::uint32_t node = planned.nodes[run - planned.first_run];
        for (std::uint32_t dependent : planned.dependents) {
            const PlanStep& down = m_plan.steps[dependent];
            for (std::uint32_t k = 0; k < down.nodes.size(); ++k) {
                const std::uint32_t waiting = down.first_run + k;
                const bool follows_one = m_plan.definition.steps[dependent].per_node && m_plan.run_on(step, down.nodes[k]).has_value();
                if (follows_one && down.nodes[k] != node) continue;
                m_runs[waiting].bad += (follows_one ? bad : is_bad(planned, count) && !was_bad) ? 1 : 0;
                m_runs[waiting].unneeded += (follows_one ? unneeded : is_all_unneeded(planned, count) && !was_unneeded) ? 1 : 0;
                if (follows_one || (was_open && count.open == 0)) free(waiting, run);
            }
        }
    }

    // Ranks begin one after the other.
    void release_rank(std::uint32_t step, std::uint32_t run) {
        const PlanStep& planned = m_plan.steps[step];
        const std::uint32_t rank = m_play.rank_of(run);
        if (planned.rank_count == 0 || m_rank_open[step][rank] > 0) return;
        std::uint32_t next = rank + 1;
        while (next < planned.rank_count && m_rank_open[step][next] == 0) ++next;
        for (std::uint32_t k = 0; k < planned.nodes.size() && next < planned.rank_count; ++k) {
            if (planned.ranks[k] == next && !holds_place(m_play.known(planned.first_run + k))) free(planned.first_run + k, run);
        }
    }

    // One thing less to wait for.
    void free(std::uint32_t waiting, std::uint32_t by) {
        Played& played = m_runs[waiting];
        if (played.waits_for == 0) return;
        played.waits_for -= 1;
        if (m_runs[by].end_ms >= played.ready_ms) {
            played.ready_ms = m_runs[by].end_ms;
            played.after = by;
        }
        consider(waiting);
    }

    const TaskPlay& m_play;
    const Draw& m_draw;
    const Task& m_task;
    const Plan& m_plan;
    std::vector<Played> m_runs;
    std::vector<Task::StepCount> m_steps;
    std::vector<std::vector<std::uint32_t>> m_rank_open;
    std::vector<Places> m_step_places;  // empty: no limit
    std::vector<Places> m_node_places;
    using Ready = std::pair<std::int64_t, std::uint32_t>;
    std::priority_queue<Ready, std::vector<Ready>, std::greater<>> m_ready;
};

TaskPlay::TaskPlay(const State& state, const Task& task) : m_state(state), m_task(task) {
    for (std::uint32_t run = 0; run < task.plan->run_count; ++run) {
        const Run& one = known(run);
        if (!one.blocked && !one.unneeded && !one.quarantined && !is_settled(one.status)) m_open.push_back(run);
    }
}

std::uint32_t TaskPlay::rank_of(std::uint32_t run) const {
    const PlanStep& planned = m_task.plan->steps[m_task.plan->step_of_run(run)];
    return planned.ranks.empty() ? 0 : planned.ranks[run - planned.first_run];
}

TaskPlay::Ending TaskPlay::play(const Draw& draw) const { return Game(*this, draw).to_the_end(); }

}  // namespace apollo::domain
