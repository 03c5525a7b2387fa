// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Which nodes had gone silent at the shown event: what became of the runs that were under way there is not known.
#pragma once

#include <vector>

#include "app/viewmodels/navigator.h"

namespace apollo::viewmodels {

bool is_silent(domain::NodeStatus status);

// As of its construction; made anew for each picture.
class SilentNodes {
public:
    explicit SilentNodes(const Navigator& navigator);
    // Whether a run was under way on such a node.
    bool hides(RunIndex run) const;

private:
    const Navigator& m_navigator;
    std::vector<bool> m_silent;  // by node; empty: none is
};

}  // namespace apollo::viewmodels
