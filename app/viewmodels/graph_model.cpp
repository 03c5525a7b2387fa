// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/graph_model.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <cmath>
#include <map>

#include "app/viewmodels/state_style.h"
#include "app/viewmodels/text.h"

namespace apollo::viewmodels {

namespace {

QString words(const char* source) {
    return QCoreApplication::translate("Graph", source);
}

using Key = std::pair<std::vector<std::uint32_t>, std::vector<std::uint32_t>>;

std::vector<std::uint32_t> sorted(std::vector<std::uint32_t> list) {
    std::sort(list.begin(), list.end());
    return list;
}

// Groups of steps, each in order of its first step.
std::vector<std::vector<std::uint32_t>> group_steps(const domain::Plan& plan, bool stacked) {
    std::map<Key, std::vector<std::uint32_t>> siblings;
    if (stacked && plan.steps.size() > GraphModel::least_stack) {
        for (std::uint32_t step = 0; step < plan.steps.size(); ++step) {
            const domain::PlanStep& planned = plan.steps[step];
            // A stack of steps that nothing connects would hide the whole task.
            if (planned.depends_on.empty() && planned.dependents.empty()) continue;
            siblings[{sorted(planned.depends_on), sorted(planned.dependents)}].push_back(step);
        }
    }
    std::vector<bool> taken(plan.steps.size(), false);
    std::vector<std::vector<std::uint32_t>> groups;
    for (auto& [key, steps] : siblings) {
        if (steps.size() < GraphModel::least_stack) continue;
        for (const std::uint32_t step : steps) taken[step] = true;
        groups.push_back(std::move(steps));
    }
    for (std::uint32_t step = 0; step < plan.steps.size(); ++step) {
        if (!taken[step]) groups.push_back({step});
    }
    std::sort(groups.begin(), groups.end(), [](const auto& a, const auto& b) { return a.front() < b.front(); });
    return groups;
}

}  // namespace

GraphModel::GraphModel(std::shared_ptr<const domain::Plan> plan, RunIndex first_run, bool stacked)
    : m_plan(std::move(plan)), m_first_run(first_run), m_steps(group_steps(*m_plan, stacked)) {
    m_node_of_step.resize(m_plan->steps.size());
    for (std::uint32_t node = 0; node < m_steps.size(); ++node) {
        for (const std::uint32_t step : m_steps[node]) m_node_of_step[step] = node;
        const domain::PlanStep& first = m_plan->steps[m_steps[node].front()];
        const bool single = m_steps[node].size() == 1 && first.nodes.size() == 1;
        m_single_run.push_back(single ? first.first_run : none_u32);
    }
    LayoutInput input;
    input.depends_on.resize(m_steps.size());
    for (std::uint32_t node = 0; node < m_steps.size(); ++node) {
        auto& list = input.depends_on[node];
        for (const std::uint32_t upstream : m_plan->steps[m_steps[node].front()].depends_on) {
            list.push_back(m_node_of_step[upstream]);
        }
        std::sort(list.begin(), list.end());
        list.erase(std::unique(list.begin(), list.end()), list.end());
    }
    m_layout = lay_out(input);
}

std::optional<std::uint32_t> GraphModel::node_of_step(std::uint32_t step) const {
    if (step >= m_node_of_step.size()) return std::nullopt;
    return m_node_of_step[step];
}

QString GraphModel::label(std::size_t node) const {
    const QString name = to_qstring(m_plan->definition.steps[m_steps[node].front()].name.text);
    if (!is_stack(node)) return name;
    return name + QStringLiteral("  × ") + count_text(m_steps[node].size());
}

NodeLook GraphModel::look(std::size_t node, const StatusCursor& cursor) const {
    NodeLook result;
    int worst = -1;
    for (const std::uint32_t step : m_steps[node]) {
        const domain::PlanStep& planned = m_plan->steps[step];
        for (std::uint32_t k = 0; k < planned.nodes.size(); ++k) {
            const Look look = cursor.look(m_first_run.value + planned.first_run + k);
            ++result.runs;
            ++result.counts[static_cast<std::size_t>(look.status())];
            result.blocked += look.blocked() ? 1 : 0;
            result.quarantined += look.quarantined() ? 1 : 0;
            if (severity(look) <= worst) continue;
            worst = severity(look);
            result.worst = look;
            result.worst_step = step;
        }
    }
    return result;
}

Look GraphModel::worst(std::size_t node, const StatusCursor& cursor) const {
    if (m_single_run[node] != none_u32) return cursor.look(m_first_run.value + m_single_run[node]);
    return look(node, cursor).worst;
}

QString GraphModel::summary(const NodeLook& look) {
    if (look.runs < 2) return {};
    const auto count = [&](domain::RunStatus status) { return look.counts[static_cast<std::size_t>(status)]; };
    const std::uint32_t done = count(domain::RunStatus::Succeeded) + count(domain::RunStatus::Skipped);
    QString text = QStringLiteral("%1/%2").arg(done).arg(look.runs);
    const std::uint32_t bad = count(domain::RunStatus::Failed) + count(domain::RunStatus::Timeout);
    if (bad > 0) text += QStringLiteral(" · ") + QString(QChar(0x2715)) + QString::number(bad);
    return text;
}

QString GraphModel::tooltip(std::size_t node, const StatusCursor& cursor) const {
    const NodeLook all = look(node, cursor);
    QStringList lines{one_line(label(node))};
    const domain::StepDefinition& step = m_plan->definition.steps[m_steps[node].front()];
    lines << words(QT_TRANSLATE_NOOP("Graph", "Intent: %1")).arg(one_line(to_qstring(step.intent.text)));
    for (std::size_t status = 0; status < all.counts.size(); ++status) {
        if (all.counts[status] == 0) continue;
        const QString name = status_name(static_cast<domain::RunStatus>(status));
        lines << (all.runs == 1 ? name : name + QStringLiteral(": ") + count_text(all.counts[status]));
    }
    if (all.blocked > 0) lines << words(QT_TRANSLATE_NOOP("Graph", "Blocked: its trigger can no longer be met"));
    if (all.quarantined > 0)
        lines << words(QT_TRANSLATE_NOOP("Graph", "Quarantined: events of it were lost to damage"));
    if (is_stack(node)) {
        lines << words(QT_TRANSLATE_NOOP("Graph", "A stack of equal steps; a double click shows each of them"));
    }
    return lines.join(QLatin1Char('\n'));
}

std::optional<std::uint32_t> GraphModel::node_at(LayoutPoint point) const {
    if (m_layout.layers.empty() || point.y < 0) return std::nullopt;
    const auto rank = static_cast<std::size_t>(point.y / m_layout.rank_height);
    if (rank >= m_layout.layers.size()) return std::nullopt;
    const auto& layer = m_layout.layers[rank];
    const float half = m_layout.node_width / 2;
    const auto at = std::lower_bound(layer.begin(), layer.end(), point.x - half,
                                     [&](std::uint32_t node, float left) { return m_layout.nodes[node].x < left; });
    if (at == layer.end()) return std::nullopt;
    const LayoutPoint centre = m_layout.nodes[*at];
    const bool inside =
        std::abs(point.x - centre.x) <= half && std::abs(point.y - centre.y) <= m_layout.node_height / 2;
    return inside ? std::optional(*at) : std::nullopt;
}

}  // namespace apollo::viewmodels
