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

QString graph_words(const char* source) {
    return QCoreApplication::translate("Graph", source);
}

using Key = std::pair<std::vector<std::uint32_t>, std::vector<std::uint32_t>>;

std::vector<std::uint32_t> sorted(std::vector<std::uint32_t> list) {
    std::sort(list.begin(), list.end());
    return list;
}

// Equal siblings, if there are enough of them to be one stack.
std::vector<std::vector<std::uint32_t>> find_stacks(const domain::Plan& plan, const std::vector<bool>& drawn) {
    std::map<Key, std::vector<std::uint32_t>> siblings;
    if (plan.steps.size() <= GraphModel::least_stack) return {};
    for (std::uint32_t step = 0; step < plan.steps.size(); ++step) {
        const domain::PlanStep& planned = plan.steps[step];
        // A stack of steps that nothing connects would hide the whole task.
        if (!drawn[step] || (planned.depends_on.empty() && planned.dependents.empty())) continue;
        siblings[{sorted(planned.depends_on), sorted(planned.dependents)}].push_back(step);
    }
    std::vector<std::vector<std::uint32_t>> stacks;
    for (auto& [key, steps] : siblings) {
        if (steps.size() >= GraphModel::least_stack) stacks.push_back(std::move(steps));
    }
    return stacks;
}

// Groups of steps, each in order of its first step.
std::vector<std::vector<std::uint32_t>> group_steps(const std::vector<std::vector<std::uint32_t>>& stacks,
                                                    const std::vector<bool>& drawn,
                                                    const std::vector<std::uint32_t>& outside) {
    std::vector<bool> taken(drawn.size(), false);
    std::vector<std::vector<std::uint32_t>> groups;
    for (const auto& stack : stacks) {
        std::vector<std::uint32_t> inside;
        for (const std::uint32_t step : stack) {
            if (std::binary_search(outside.begin(), outside.end(), step)) continue;
            taken[step] = true;
            inside.push_back(step);
        }
        if (!inside.empty()) groups.push_back(std::move(inside));
    }
    for (std::uint32_t step = 0; step < drawn.size(); ++step) {
        if (drawn[step] && !taken[step]) groups.push_back({step});
    }
    std::sort(groups.begin(), groups.end(), [](const auto& a, const auto& b) { return a.front() < b.front(); });
    return groups;
}

void spread(const domain::Plan& plan, std::uint32_t from, std::uint32_t distance, bool up, std::vector<bool>& drawn) {
    std::vector<std::uint32_t> front{from};
    std::vector<bool> seen(plan.steps.size(), false);
    for (std::uint32_t k = 0; k < distance && !front.empty(); ++k) {
        std::vector<std::uint32_t> next;
        for (const std::uint32_t step : front) {
            const auto& others = up ? plan.steps[step].depends_on : plan.steps[step].dependents;
            for (const std::uint32_t other : others) {
                if (seen[other]) continue;
                seen[other] = drawn[other] = true;
                next.push_back(other);
            }
        }
        front = std::move(next);
    }
}

std::vector<bool> drawn_steps(const domain::Plan& plan, const GraphChoice& choice) {
    const bool focused = choice.focus && *choice.focus < plan.steps.size();
    std::vector<bool> drawn(plan.steps.size(), !focused);
    if (!focused) return drawn;
    drawn[*choice.focus] = true;
    spread(plan, *choice.focus, choice.distance, true, drawn);
    spread(plan, *choice.focus, choice.distance, false, drawn);
    return drawn;
}

}  // namespace

GraphModel::GraphModel(std::shared_ptr<const domain::Plan> plan, RunIndex first_run, GraphChoice choice)
    : m_plan(std::move(plan)), m_first_run(first_run), m_choice(std::move(choice)) {
    const std::vector<bool> drawn = drawn_steps(*m_plan, m_choice);
    if (m_choice.stacked) m_stacks = find_stacks(*m_plan, drawn);
    m_steps = group_steps(m_stacks, drawn, m_choice.outside);
    m_node_of_step.resize(m_plan->steps.size(), none_u32);
    for (std::uint32_t node = 0; node < m_steps.size(); ++node) {
        for (const std::uint32_t step : m_steps[node]) m_node_of_step[step] = node;
        const domain::PlanStep& first = m_plan->steps[m_steps[node].front()];
        const bool single = m_steps[node].size() == 1 && first.nodes.size() == 1;
        m_single_run.push_back(single ? first.first_run : none_u32);
    }
    m_input.depends_on.resize(m_steps.size());
    for (std::uint32_t node = 0; node < m_steps.size(); ++node) {
        auto& list = m_input.depends_on[node];
        for (const std::uint32_t upstream : m_plan->steps[m_steps[node].front()].depends_on) {
            if (m_node_of_step[upstream] != none_u32) list.push_back(m_node_of_step[upstream]);
        }
        std::sort(list.begin(), list.end());
        list.erase(std::unique(list.begin(), list.end()), list.end());
    }
    m_layout = lay_out(m_input);
}

std::optional<std::uint32_t> GraphModel::node_of_step(std::uint32_t step) const {
    if (step >= m_node_of_step.size() || m_node_of_step[step] == none_u32) return std::nullopt;
    return m_node_of_step[step];
}

QString GraphModel::label(std::size_t node) const {
    const QString name = to_qstring(m_plan->definition.steps[m_steps[node].front()].name.text);
    if (!is_stack(node)) return name;
    return name + QStringLiteral("  × ") + count_text(m_steps[node].size());
}

std::vector<std::uint32_t> GraphModel::failed_in_stacks(const StatusCursor& cursor) const {
    std::vector<std::uint32_t> failed;
    const int least = severity(domain::RunStatus::Timeout);
    for (const auto& stack : m_stacks) {
        std::size_t count = 0;
        for (const std::uint32_t step : stack) {
            const domain::PlanStep& planned = m_plan->steps[step];
            for (std::uint32_t k = 0; k < planned.nodes.size(); ++k) {
                if (severity(cursor.look(m_first_run.value + planned.first_run + k).status()) < least) continue;
                failed.push_back(step);
                ++count;
                break;
            }
            if (count == most_outside) break;
        }
    }
    std::sort(failed.begin(), failed.end());
    return failed;
}

std::vector<std::uint8_t> GraphModel::related_to(std::uint32_t node) const {
    std::vector<std::uint8_t> related(m_steps.size(), 0);
    // Edges are sorted by rank of their upper end: one pass down, one pass up, finds all.
    std::vector<bool> below(m_steps.size(), false), above(m_steps.size(), false);
    below[node] = above[node] = true;
    for (const LayoutEdge& edge : m_layout.edges) {
        if (below[edge.from]) below[edge.to] = true;
    }
    for (auto edge = m_layout.edges.rbegin(); edge != m_layout.edges.rend(); ++edge) {
        if (above[edge->to]) above[edge->from] = true;
    }
    for (std::size_t other = 0; other < related.size(); ++other) {
        if (other != node) related[other] = above[other] ? 1 : below[other] ? 2 : 0;
    }
    return related;
}

std::vector<Look> GraphModel::split(std::size_t node, const StatusCursor& cursor) const {
    std::vector<Look> looks;
    if (is_stack(node)) return looks;
    const domain::PlanStep& planned = m_plan->steps[m_steps[node].front()];
    if (planned.nodes.size() < 2) return looks;
    for (std::uint32_t k = 0; k < planned.nodes.size(); ++k)
        looks.push_back(cursor.look(m_first_run.value + planned.first_run + k));
    return looks;
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
            result.unneeded += look.unneeded() ? 1 : 0;
            if (severity(look) <= worst) continue;
            worst = severity(look);
            result.worst = look;
            result.worst_step = step;
        }
    }
    return result;
}

std::uint32_t GraphModel::most_urgent(const StatusCursor& cursor) const {
    const auto urgency = [](Look look) {
        if (severity(look) >= severity(domain::RunStatus::Retrying)) return severity(look) + 2;
        return look.status() == domain::RunStatus::Running || look.status() == domain::RunStatus::Dispatched ? 1 : 0;
    };
    std::uint32_t found = m_layout.layers.empty() || m_layout.layers.front().empty() ? 0 : m_layout.layers.front().front();
    int most = 0;
    for (std::uint32_t node = 0; node < size(); ++node) {
        const int here = urgency(worst(node, cursor));
        if (here <= most) continue;
        most = here;
        found = node;
    }
    return found;
}

Look GraphModel::worst(std::size_t node, const StatusCursor& cursor) const {
    if (m_single_run[node] != none_u32) return cursor.look(m_first_run.value + m_single_run[node]);
    return look(node, cursor).worst;
}

std::optional<double> GraphModel::progress(std::size_t node, const Navigator& navigator,
                                           const StepDurations& durations) const {
    if (m_single_run[node] == none_u32) return std::nullopt;
    const RunIndex run{m_first_run.value + m_single_run[node]};
    const Ordinal events = navigator.shown_events();
    if (navigator.cursor().look(run.value).status() != domain::RunStatus::Running) return std::nullopt;
    const auto expected_ms = durations.expected_ms(*m_plan, m_steps[node].front(), events);
    const WallTime started = started_at(navigator.live().history(), run, events);
    if (!expected_ms || *expected_ms == 0 || !started.known()) return std::nullopt;
    const std::int64_t elapsed_ms = std::max<std::int64_t>(0, navigator.shown_time().ms - started.ms);
    return static_cast<double>(elapsed_ms) / static_cast<double>(*expected_ms);
}

QString GraphModel::summary(const NodeLook& look) {
    if (look.runs < 2) return {};
    const auto count = [&](domain::RunStatus status) { return look.counts[static_cast<std::size_t>(status)]; };
    const std::uint32_t done = count(domain::RunStatus::Succeeded) + count(domain::RunStatus::Skipped);
    if (look.unneeded == look.runs) return status_name(look.worst);
    QString text = QStringLiteral("%1/%2").arg(done).arg(look.runs - look.unneeded);
    const std::uint32_t bad = count(domain::RunStatus::Failed) + count(domain::RunStatus::Timeout);
    if (bad > 0) text += QStringLiteral(" · ") + QString(QChar(0x2715)) + QString::number(bad);
    if (look.unneeded > 0) text += QStringLiteral(" · ") + QString(QChar(0x2013)) + QString::number(look.unneeded);
    return text;
}

std::uint32_t GraphModel::hidden(std::size_t node, const SilentNodes& silent) const {
    std::uint32_t count = 0;
    for (const std::uint32_t step : m_steps[node]) {
        const domain::PlanStep& planned = m_plan->steps[step];
        for (std::uint32_t k = 0; k < planned.nodes.size(); ++k) count += silent.hides(RunIndex{m_first_run.value + planned.first_run + k}) ? 1 : 0;
    }
    return count;
}

QString GraphModel::spoken(std::size_t node, const Navigator& navigator) const {
    QStringList words{label(node), status_name(worst(node, navigator.cursor()))};
    if (hidden(node, SilentNodes(navigator)) > 0) words << flag_name("unreachable");
    return words.join(QStringLiteral(", "));
}

QString GraphModel::tooltip(std::size_t node, const Navigator& navigator) const {
    const NodeLook all = look(node, navigator.cursor());
    QStringList lines{one_line(label(node))};
    const domain::StepDefinition& step = m_plan->definition.steps[m_steps[node].front()];
    lines << graph_words(QT_TRANSLATE_NOOP("Graph", "Intent: %1")).arg(one_line(to_qstring(step.intent.text)));
    for (std::size_t status = 0; status < all.counts.size(); ++status) {
        const bool pending = static_cast<domain::RunStatus>(status) == domain::RunStatus::Pending;
        const std::uint32_t count = all.counts[status] - (pending ? all.unneeded : 0);
        if (count == 0) continue;
        const QString name = status_name(static_cast<domain::RunStatus>(status));
        lines << (all.runs == 1 ? name : name + QStringLiteral(": ") + count_text(count));
    }
    if (all.unneeded > 0) {
        const QString name = status_name(Look(domain::RunStatus::Pending, false, false, true));
        lines << (all.runs == 1 ? name : name + QStringLiteral(": ") + count_text(all.unneeded));
        lines << graph_words(QT_TRANSLATE_NOOP("Graph", "It waits for a failure that did not come"));
    }
    if (const std::uint32_t lost = hidden(node, SilentNodes(navigator)); lost > 0)
        lines << (all.runs == 1 ? graph_words(QT_TRANSLATE_NOOP("Graph", "Its node is unreachable: what became of it is not known"))
                                : graph_words(QT_TRANSLATE_NOOP("Graph", "On unreachable nodes: %1; what became of them is not known")).arg(count_text(lost)));
    if (all.blocked > 0) lines << graph_words(QT_TRANSLATE_NOOP("Graph", "Blocked: its trigger can no longer be met"));
    if (all.quarantined > 0)
        lines << graph_words(QT_TRANSLATE_NOOP("Graph", "Quarantined: events of it were lost to damage"));
    if (is_stack(node)) {
        lines << graph_words(QT_TRANSLATE_NOOP("Graph", "A stack of equal steps; a double click shows each of them"));
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
