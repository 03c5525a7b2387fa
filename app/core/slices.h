// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The part of a task's plan that one node can judge by itself, sent to it ahead so that it can go on while it is cut off.
//
// Into a slice come the steps on that node whose dependencies are all settled, or live on that node, or in the slice
// themselves. Nothing comes into it from a task that is paused, cancelled, imported or waits for another task. make_slice and
// is_own_start are pure; SlicePlanner remembers, per connection, what each node was sent.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <vector>

#include "app/core/core_types.h"
#include "common/domain/state.h"

namespace apollo::core {

struct SliceEntry {
    struct Wait {
        std::uint32_t step = 0;  // index in the plan
        Attempt attempt;
        friend bool operator==(const Wait&, const Wait&) = default;
    };
    RunIndex run;
    Attempt attempt;              // the next that the node may claim
    bool is_retry = false;        // the attempt before is live there: only after that one failed
    std::vector<Wait> waits_for;  // runs on the same node that are not settled
    bool upstream_failed = false;
    std::vector<std::int64_t> retry_delays_ms;
    std::int64_t delay_ms = 0;
    std::optional<domain::Idempotency> idempotency;
};

struct Slice {
    TaskIndex task;
    NodeIndex node;
    Epoch epoch;
    Position position;
    std::vector<SliceEntry> entries;  // empty: revoked
};

// At most `limit` steps, nearest first.
Slice make_slice(const domain::State& state, TaskIndex task, NodeIndex node, const CoreSettings& settings, std::size_t limit);

// Whether the node may have started this attempt by itself: it is the next one, and nothing that is known now forbids it.
bool is_own_start(const domain::State& state, RunIndex run, Attempt attempt);

class SlicePlanner {
public:
    // A connection begins: the node holds nothing. Its unfinished tasks get their slices.
    void begin(const domain::State& state, NodeIndex node);
    void end(NodeIndex node);
    // A run of that task was sent to the node.
    void note_dispatch(const domain::State& state, RunIndex run);
    // A person changed the task: what nodes hold of it no longer holds.
    void revoke(TaskIndex task);
    void revoke_all();
    // The node may take nothing new any more (drained, in trouble).
    void note_node(const domain::State& state, NodeIndex node);
    // The task may have ended.
    void note_task(const domain::State& state, TaskIndex task);
    // What is to be sent now.
    std::vector<std::shared_ptr<const Slice>> take(const domain::State& state, const CoreSettings& settings);

private:
    using Place = std::pair<NodeIndex, TaskIndex>;
    bool is_needless(const domain::State& state, const Slice& held, const Slice& news) const;

    std::map<Place, std::shared_ptr<const Slice>> m_held;  // what the node has of it
    std::set<Place> m_wanted;                              // to be looked at
    std::set<Place> m_forced;                              // sent whatever is held
};

}  // namespace apollo::core
