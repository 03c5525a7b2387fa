// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/orchestrator/damage_owners.h"

#include <algorithm>
#include <map>

namespace apollo::orchestrator {

namespace {

bool lies_in(const eventlog::Damage& damage, const VersionGap& gap) {
    return gap.after < damage.first_missing && damage.last_missing < gap.before;
}

// Could have lost an event there, as far as the state knows.
bool may_be_hit(const domain::State& state, const domain::Run& run, const eventlog::Damage& damage) {
    if (run.task == no_task) return false;
    const domain::Task& task = state.tasks[run.task.value];
    return !task.historical && !domain::is_settled(run.status) && task.submitted_position <= damage.last_missing;
}

}  // namespace

OpenDamage attribute(const domain::State& state, Position snapshot_watermark, const eventlog::Damage& damage,
                     const std::vector<eventlog::Damage>& damages, const std::vector<VersionGap>& gaps,
                     const domain::Renumbering& renumbering) {
    OpenDamage open{damage, {}, OtherOwners::None};
    std::uint64_t explained = 0;
    std::map<std::uint32_t, std::uint32_t> lost_of_run;
    for (std::uint32_t owner : damage.owners) {
        const RunIndex run = owner == no_run.value ? no_run : renumbering.present(RunIndex{owner});
        if (run.value < state.runs.size()) ++lost_of_run[run.value];
        else ++explained;
    }
    for (const VersionGap& gap : gaps) {
        const RunIndex run = renumbering.present(gap.run);
        if (!lies_in(damage, gap) || run == no_run) continue;
        std::uint32_t& lost = lost_of_run[run.value];
        // A gap over several places does not say how many it lost in this one.
        const auto places = std::count_if(damages.begin(), damages.end(), [&](const auto& each) { return lies_in(each, gap); });
        if (places == 1) lost = std::max(lost, gap.missing);
    }
    for (const auto& [run, count] : lost_of_run) {
        open.runs.push_back(RunIndex{run});
        explained += count;
    }
    if (explained >= damage.last_missing.value - damage.first_missing.value + 1) return open;
    // What the snapshot holds came from the living state, before the damage: nothing of it is in doubt.
    open.others = damage.last_missing <= snapshot_watermark ? OtherOwners::InSnapshot : OtherOwners::Unknown;
    if (open.others == OtherOwners::InSnapshot) return open;
    for (std::uint32_t k = 0; k < state.runs.size(); ++k) {
        if (!lost_of_run.contains(k) && may_be_hit(state, state.runs[k], damage)) open.runs.push_back(RunIndex{k});
    }
    std::sort(open.runs.begin(), open.runs.end());
    return open;
}

}  // namespace apollo::orchestrator
