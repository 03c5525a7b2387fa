// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/sim/shrinker.h"

#include <algorithm>

namespace apollo::sim {

namespace {

using Numbers = std::optional<std::set<std::uint32_t>>;

class Shrinking {
public:
    Shrinking(const RunRequest& request, const Report& failed, unsigned budget, const RunOnce& run)
        : m_best{request, failed, 0}, m_kind(failed.violations.front().kind), m_budget(budget), m_run(run) {
        const Scenario whole = make_scenario(request.seed, request.limits);
        Limits& limits = m_best.request.limits;
        limits.agents = whole.agents;
        limits.tasks.emplace();
        limits.actions.emplace();
        limits.faults.emplace();
        std::uint32_t steps = 1;
        for (const SubmittedTask& task : whole.tasks) {
            limits.tasks->insert(task.number);
            steps = std::max(steps, static_cast<std::uint32_t>(task.definition.steps.size()));
        }
        limits.steps = steps;
        for (const Action& action : whole.actions) limits.actions->insert(action.number);
        for (const Fault& fault : whole.faults) limits.faults->insert(fault.number);
    }

    Shrunk work() {
        bool better = true;
        while (better && m_best.runs < m_budget) {
            better = reduce(&Limits::faults);
            better = reduce(&Limits::actions) || better;
            better = reduce(&Limits::tasks) || better;
            better = lower(&Limits::steps) || better;
            better = lower(&Limits::agents) || better;
        }
        return m_best;
    }

private:
    bool still_fails(const Limits& limits) {
        if (m_best.runs >= m_budget) return false;
        ++m_best.runs;
        RunRequest request = m_best.request;
        request.limits = limits;
        Report report = m_run(request);
        if (report.violations.empty() || report.violations.front().kind != m_kind) return false;
        m_best.request = request;
        m_best.report = std::move(report);
        return true;
    }

    // Leaves out ever smaller pieces, beginning with all.
    bool reduce(Numbers Limits::*part) {
        bool better = false;
        std::size_t piece = std::max<std::size_t>(((m_best.request.limits.*part))->size(), 1);
        while (!(m_best.request.limits.*part)->empty()) {
            bool found = false;
            for (std::size_t first = 0; first < (m_best.request.limits.*part)->size();) {
                if (still_fails(without(part, first, piece))) found = better = true;
                else first += piece;
            }
            if (piece == 1 && !found) break;
            piece = std::max<std::size_t>(piece / 2, 1);
        }
        return better;
    }

    Limits without(Numbers Limits::*part, std::size_t first, std::size_t count) const {
        Limits limits = m_best.request.limits;
        std::vector<std::uint32_t> all((limits.*part)->begin(), (limits.*part)->end());
        const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
        all.erase(begin, begin + static_cast<std::ptrdiff_t>(std::min(count, all.size() - first)));
        limits.*part = std::set<std::uint32_t>(all.begin(), all.end());
        return limits;
    }

    bool lower(std::optional<std::uint32_t> Limits::*part) {
        for (std::uint32_t smaller = 1; smaller < *(m_best.request.limits.*part); smaller = smaller * 3 / 2 + 1) {
            Limits limits = m_best.request.limits;
            limits.*part = smaller;
            if (still_fails(limits)) return true;
        }
        return false;
    }

    Shrunk m_best;
    const std::string m_kind;
    const unsigned m_budget;
    const RunOnce& m_run;
};

}  // namespace

Shrunk shrink(const RunRequest& request, const Report& failed, unsigned budget, const RunOnce& run) {
    return Shrinking(request, failed, budget, run).work();
}

}  // namespace apollo::sim
