// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// SIGINT and SIGTERM end a drill in order: it cancels its tasks and revokes its nodes first. A second one ends the program at once.
#pragma once

namespace apollo::cli {

// While one exists signals are noted instead of ending the program. At most one per process.
class DrillInterrupt {
public:
    DrillInterrupt();
    ~DrillInterrupt();
    DrillInterrupt(const DrillInterrupt&) = delete;
    DrillInterrupt& operator=(const DrillInterrupt&) = delete;
};

bool drill_interrupted();

}  // namespace apollo::cli
