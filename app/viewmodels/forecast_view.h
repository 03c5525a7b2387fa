// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What the window says about the rest of a task: when it is expected to end, what decides about that, what takes unusually
// long, how likely it fails. Made anew for each look, a few milliseconds for small tasks and up to a second for tens of thousands
// of runs: not for every frame.
#pragma once

#include <QString>
#include <vector>

#include "common/domain/forecast.h"

namespace apollo::viewmodels {

struct ForecastRow {
    RunIndex run;
    QString place;  // "step on node"
    QString text;   // "6.0 s", or how much longer than usual
};

struct ForecastView {
    bool has_ended = false;          // then all below is empty
    QString expectation;             // one line, also when nothing is known
    QString risk;                    // one line
    QString path_title;              // one line: what the path is, and how long it takes
    std::vector<ForecastRow> path;   // that decides when it ends, in order of time
    std::vector<ForecastRow> slow;   // the slowest few
    std::size_t slow_more = 0;       // … and as many others
    std::vector<QString> notes;      // what was assumed, a sentence each
};

ForecastView forecast_view(const domain::State& state, TaskIndex task, WallTime now);

}  // namespace apollo::viewmodels
