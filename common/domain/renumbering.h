// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Which number a run has now. An amendment gives all runs of its task new numbers; records of the log that were written
// before still name the old ones.
#pragma once

#include <map>
#include <memory>
#include <unordered_map>

#include "common/domain/event.h"

namespace apollo::domain {

class Renumbering {
public:
    // Every event that brings a plan (brings_plan), in the order of the log, with its plan resolved; others do nothing.
    void take(const Event& event);
    // The number itself where it was never replaced; no_run: its step was taken away.
    RunIndex present(RunIndex run) const;

private:
    struct Numbered {
        RunIndex first_run;
        std::shared_ptr<const Plan> plan;
    };
    std::map<TaskIndex, Numbered> m_tasks;
    std::unordered_map<std::uint32_t, RunIndex> m_moved;
};

}  // namespace apollo::domain
