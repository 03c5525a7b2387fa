// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What the checker knows of steps that go over their nodes with limits: counted anew at every start, from its own runs alone.
#include "tests/sim/model.h"

namespace apollo::sim {

namespace {

using S = domain::RunStatus;

bool is_under_way(S status) { return status == S::Dispatched || status == S::Running || status == S::Retrying || status == S::Compensating; }

}  // namespace

void Model::note_roll_outs(const domain::Plan& plan, std::uint32_t first_run) {
    for (std::size_t k = 0; k < plan.steps.size(); ++k) {
        const domain::PlanStep& step = plan.steps[k];
        const domain::RollOutDefinition& asked = plan.definition.steps[k].roll_out;
        if (!asked.any()) continue;
        const std::uint32_t first = first_run + step.first_run;
        m_roll_outs[first] = {first + static_cast<std::uint32_t>(step.nodes.size()) - 1, asked.max_parallel_nodes, step.tolerated, step.ranks};
    }
}

const std::pair<const std::uint32_t, Model::RollOut>* Model::roll_out_of(std::uint32_t run) const {
    auto at = m_roll_outs.upper_bound(run);
    if (at == m_roll_outs.begin()) return nullptr;
    --at;
    return run <= at->second.last_run ? &*at : nullptr;
}

Model::Under Model::count_others(std::uint32_t run, std::uint32_t first, const RollOut& step) const {
    Under under;
    for (std::uint32_t other = first; other <= step.last_run; ++other) {
        const ModelRun* known = find(other);
        if (other == run || known == nullptr) continue;
        const bool goes_on = is_under_way(known->status);
        under.begun += goes_on;
        under.failed += known->quarantined || known->status == S::Failed || known->status == S::Timeout;
        under.undone += !known->quarantined && known->status == S::Compensated;
        const bool is_earlier = !step.ranks.empty() && step.ranks[other - first] < step.ranks[run - first];
        under.earlier_rank = under.earlier_rank || (is_earlier && goes_on && !known->quarantined);
    }
    return under;
}

bool Model::is_stopped(std::uint32_t run) const {
    const auto* found = roll_out_of(run);
    if (found == nullptr || !found->second.tolerated) return false;
    const Under under = count_others(run, found->first, found->second);
    return under.failed + under.undone > *found->second.tolerated;
}

std::optional<std::string> Model::check_roll_out(std::uint32_t run) const {
    const auto* found = roll_out_of(run);
    if (found == nullptr) return std::nullopt;
    const RollOut& step = found->second;
    const Under under = count_others(run, found->first, step);
    if (under.earlier_rank) return "begins before the ranks ahead of it are through";
    if (step.most > 0 && under.begun >= step.most) {
        return "begins while its step is on " + std::to_string(under.begun) + " nodes, the most is " + std::to_string(step.most);
    }
    if (step.tolerated && under.failed > *step.tolerated) {
        return "begins though its step failed on " + std::to_string(under.failed) + " nodes, tolerated are " + std::to_string(*step.tolerated);
    }
    return std::nullopt;
}

}  // namespace apollo::sim
