// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Puts a state together again from its stored parts. Everything derived (counters, blocked, task states, look-ups) is
// derived anew, so that a snapshot cannot disagree with itself.
#pragma once

#include <memory>

#include "common/domain/state.h"

namespace apollo::domain {

struct RestoredTask {
    Task task;                        // identity and times; counters are ignored
    std::vector<Run> runs;            // one per run of the plan; counters, outcome and blocked are ignored
    std::vector<RunDetails> details;
};

class Restorer {
public:
    Restorer() : m_state(std::make_shared<State>()) {}
    // In the order of their numbers; nodes before tasks.
    void add_node(Node node);
    void add_task(RestoredTask restored);
    void add_lost_task();  // keeps the number of a task whose submission was lost to damage
    std::shared_ptr<State> finish(Position position, Epoch epoch);

private:
    std::shared_ptr<State> m_state;
};

}  // namespace apollo::domain
