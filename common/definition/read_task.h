// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The tree of a definition → TaskDefinition.
#pragma once

#include <vector>

#include "common/definition/reading.h"
#include "common/definition/references.h"
#include "common/domain/definition.h"

namespace apollo::definition {

// What the checks between steps need to know of one step besides its definition.
struct StepSource {
    const Node* node = nullptr;
    const Node* name = nullptr;
    bool has_selector = false;  // written, whether rightly or not
    bool has_timeout = false;
    std::vector<const Node*> depends_on;          // parallel to StepDefinition::depends_on
    std::vector<PlacedReference> references;      // in its params
    std::vector<PlacedReference> own_references;  // in its compensation, which may also refer to the step itself
};

// `sources` becomes parallel to the definition's steps.
domain::TaskDefinition read_task(const Node& root, std::vector<StepSource>& sources, Report& report);

domain::StepDefinition read_step(const Node& node, StepSource& source, Report& report);
std::optional<domain::Idempotency> read_idempotency(const Node& node, Report& report);

// Names, dependencies, cycles and references between steps.
void check_graph(const domain::TaskDefinition& task, const std::vector<StepSource>& sources, Report& report);

}  // namespace apollo::definition
