// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Marking several steps of a graph: a node stands for all runs of its steps.
#pragma once

#include <vector>

#include "app/viewmodels/graph_model.h"

namespace apollo::viewmodels {

std::vector<RunIndex> runs_of_node(const Navigator& navigator, const GraphModel& model, std::uint32_t node);
// Nodes with one of the runs, which are of the open task as it is shown; ascending.
std::vector<std::uint32_t> nodes_of_runs(const Navigator& navigator, const GraphModel& model, const std::vector<RunIndex>& runs);
// The node one comes to: along an edge for `rank_step` (-1 up, 1 down: the nearest one), else along the row for `place_step`.
std::uint32_t neighbour_of(const GraphLayout& layout, std::uint32_t from, int rank_step, int place_step);
// Nodes with a marked run, when several runs are marked; ascending.
std::vector<std::uint32_t> marked_nodes(const Navigator& navigator, const GraphModel& model);
// Marks the node beside what is marked (`from`: the node of the selected step), or no more if all of it was.
void toggle_node(Navigator& navigator, const GraphModel& model, std::optional<std::uint32_t> from, std::uint32_t node);
// Marks `to` beside what is marked and makes it the selected one.
void extend_marks(Navigator& navigator, const GraphModel& model, std::uint32_t from, std::uint32_t to);
void mark_nodes(Navigator& navigator, const GraphModel& model, const std::vector<std::uint32_t>& nodes);

}  // namespace apollo::viewmodels
