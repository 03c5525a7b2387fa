// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/node_upgrades.h"

#include <QCoreApplication>

#include "app/viewmodels/inspector.h"
#include "app/viewmodels/state_style.h"
#include "app/viewmodels/text.h"
#include "common/domain/agent_upgrades.h"
#include "common/domain/failure_text.h"

namespace apollo::viewmodels {

namespace {

struct UpgradeWords {
    Q_DECLARE_TR_FUNCTIONS(NodeUpgrades)
};

constexpr int longest_why = 2000;

std::map<NodeIndex, RunIndex> newest_then(const Navigator& navigator) {
    const domain::State& state = navigator.live().state();
    if (!navigator.is_replay()) return domain::newest_upgrades(state);
    std::map<NodeIndex, RunIndex> newest;
    for (std::uint32_t task = 0; task < state.tasks.size(); ++task) {
        const PlanVersion* version = state.tasks[task].historical ? nullptr : navigator.live().timeline().plan_at(TaskIndex{task}, navigator.shown_events());
        if (!version) continue;
        const domain::TaskStatus status = navigator.cursor().task(task).status;
        for (const RunIndex run : domain::upgrade_runs(*version->plan, version->first_run)) {
            const NodeIndex node = state.runs[run.value].node;
            if (node != no_node && domain::upgrade_counts(status, navigator.cursor().look(run.value).status())) newest[node] = run;
        }
    }
    return newest;
}

std::string why_then(const Navigator& navigator, RunIndex run) {
    if (!navigator.is_replay()) return domain::failure_text(navigator.live().state().details[run.value]);
    const auto ended = last_end(navigator, run);
    return ended ? domain::failure_text(*ended) : std::string();
}

}  // namespace

std::map<NodeIndex, NodeUpgrade> node_upgrades(const Navigator& navigator) {
    std::map<NodeIndex, NodeUpgrade> upgrades;
    for (const auto& [node, run] : newest_then(navigator)) {
        NodeUpgrade& upgrade = upgrades[node];
        upgrade.look = navigator.cursor().look(run.value);
        if (upgrade.look.status() != domain::RunStatus::Succeeded) upgrade.why = one_line(to_qstring(why_then(navigator, run)), longest_why);
    }
    return upgrades;
}

QString upgrade_text(const NodeUpgrade& upgrade) {
    const QString state = status_name(upgrade.look);
    return upgrade.why.isEmpty() ? state : UpgradeWords::tr("%1: %2").arg(state, upgrade.why);
}

}  // namespace apollo::viewmodels
