// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// apollo-bench: how fast it is, on this machine, beside the targets.
//     apollo-bench log [options of Google Benchmark]
//     apollo-bench gui [--quick] [--soak]
#include <cstdio>
#include <string_view>

#include "tests/bench/bench.h"

int main(int argc, char** argv) {
    const std::string_view part = argc > 1 ? argv[1] : "";
    if (part == "log") return apollo::bench::run_log(argc - 1, argv + 1);
#ifdef APOLLO_BENCH_GUI
    if (part == "gui") return apollo::bench::run_gui(argc - 1, argv + 1);
#endif
    std::fprintf(stderr, "usage: apollo-bench log|gui [options]\n");
    return 2;
}
