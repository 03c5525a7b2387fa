// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The parts of apollo-bench. Each prints its figures and returns the exit code.
#pragma once

#include <string>

namespace apollo::bench {

int run_log(int argc, char** argv);
int run_gui(int argc, char** argv);
// Parts of run_gui. `graphs_folder`: more graphs in the neutral JSON form; empty: none.
void measure_layouts(const std::string& graphs_folder);

}  // namespace apollo::bench
