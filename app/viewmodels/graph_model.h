// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The open task's graph as it is drawn: one node per step, or one per stack of equal siblings (same dependencies, same
// dependents), which keeps a fan of ten thousand steps readable. Where things stand comes from a cursor.
#pragma once

#include <QString>
#include <memory>
#include <optional>
#include <vector>

#include "app/viewmodels/graph_layout.h"
#include "app/viewmodels/navigator.h"
#include "app/viewmodels/silent_nodes.h"
#include "app/viewmodels/status_timeline.h"
#include "app/viewmodels/step_durations.h"
#include "common/domain/plan.h"

namespace apollo::viewmodels {

// All runs of a graph node taken together.
struct NodeLook {
    Look worst;
    StatusCounts counts{};
    std::uint32_t runs = 0;
    std::uint32_t blocked = 0;
    std::uint32_t quarantined = 0;
    std::uint32_t unneeded = 0;
    std::uint32_t worst_step = 0;  // where the worst run is
};

// Which part of the graph is drawn, and how.
struct GraphChoice {
    bool stacked = true;
    std::vector<std::uint32_t> outside;  // steps that stand beside their stack, ascending
    std::optional<std::uint32_t> focus;  // only what is at most `distance` dependencies up or down from this step
    std::uint32_t distance = 2;
    friend bool operator==(const GraphChoice&, const GraphChoice&) = default;
};

class GraphModel {
public:
    static constexpr std::size_t least_stack = 16;
    static constexpr std::size_t most_outside = 12;  // of one stack

    GraphModel() = default;
    GraphModel(std::shared_ptr<const domain::Plan> plan, RunIndex first_run, GraphChoice choice);

    bool empty() const { return m_steps.empty(); }
    std::size_t size() const { return m_steps.size(); }
    const GraphLayout& layout() const { return m_layout; }
    const LayoutInput& layout_input() const { return m_input; }
    // Another one of the same input.
    void set_layout(GraphLayout layout) { m_layout = std::move(layout); }
    const std::vector<std::uint32_t>& steps_of(std::size_t node) const { return m_steps[node]; }
    bool is_stack(std::size_t node) const { return m_steps[node].size() > 1; }
    const GraphChoice& choice() const { return m_choice; }
    // Steps of stacks that failed or timed out, which should stand outside: a failure must not hide in a stack.
    std::vector<std::uint32_t> failed_in_stacks(const StatusCursor& cursor) const;
    // How each node is related to one: 1 it depends on it (directly or not), 2 waits for it, 0 neither.
    std::vector<std::uint8_t> related_to(std::uint32_t node) const;
    // Runs of the node's first step by plan node, for a picture of a step that runs on many; empty for one run or a stack.
    std::vector<Look> split(std::size_t node, const StatusCursor& cursor) const;
    std::optional<std::uint32_t> node_of_step(std::uint32_t step) const;
    QString label(std::size_t node) const;
    NodeLook look(std::size_t node, const StatusCursor& cursor) const;
    // The node to look at first: what went wrong, else what is at work, else the first.
    std::uint32_t most_urgent(const StatusCursor& cursor) const;
    // Only the worst look; what a picture of thousands of nodes needs.
    Look worst(std::size_t node, const StatusCursor& cursor) const;
    // Elapsed time of the node's running run as a share of what it usually takes; above 1 it is late. nullopt: nothing
    // runs, there are several, or nothing is known.
    std::optional<double> progress(std::size_t node, const Navigator& navigator, const StepDurations& durations) const;
    // "2 of 4 done · 1 failed": what of its runs is worth saying; empty for one run.
    static QString summary(const NodeLook& look);
    // "check, Running, unreachable", for who does not see the picture.
    QString spoken(std::size_t node, const Navigator& navigator) const;
    // Several lines of plain text.
    QString tooltip(std::size_t node, const Navigator& navigator) const;
    // How many of its runs were under way on a node that has gone silent.
    std::uint32_t hidden(std::size_t node, const SilentNodes& silent) const;
    // The node under a point of the layout.
    std::optional<std::uint32_t> node_at(LayoutPoint point) const;

private:
    std::shared_ptr<const domain::Plan> m_plan;
    RunIndex m_first_run;
    std::vector<std::vector<std::uint32_t>> m_steps;
    GraphChoice m_choice;
    std::vector<std::vector<std::uint32_t>> m_stacks;  // with those of them that stand outside
    std::vector<std::uint32_t> m_node_of_step;  // none_u32: not drawn
    std::vector<std::uint32_t> m_single_run;  // of a node with one run, counted from the task's first; else none_u32
    LayoutInput m_input;
    GraphLayout m_layout;
};

}  // namespace apollo::viewmodels
