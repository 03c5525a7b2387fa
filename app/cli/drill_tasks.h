// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The tasks of a drill and the traces their steps leave: a line "STEP ATTEMPT" for each effect. Steps may wait for a gate, a
// file that the drill makes, so that faults hit them in the middle.
#pragma once

#include <string>
#include <vector>

#include "common/base/result.h"
#include "common/domain/definition.h"

namespace apollo::cli {

struct DrillStep {
    std::string name;
    std::string gate;                // waits for open_gate(gate); empty: it does not
    bool gate_only_first = false;    // later attempts do not wait
};

struct DrillTask {
    std::string id;
    std::vector<std::string> nodes;
    std::vector<DrillStep> steps;        // a chain
    std::vector<std::string> expected;   // the lines that its effects must be in the end; of one node
};

// `folder` is the drill's; each task gets a file of effects in it.
domain::TaskDefinition drill_definition(const DrillTask& task, const std::string& folder);

std::vector<std::string> drill_effects(const std::string& folder, const std::string& task);
Status open_gate(const std::string& folder, const std::string& gate);
// Lets every step end that still waits for a gate.
Status open_all_gates(const std::string& folder);
// Guard and command of a task's step that waits; as after a loss of power they are gone without a word.
void kill_step(const std::string& folder, const std::string& task);

}  // namespace apollo::cli
