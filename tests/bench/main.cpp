// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// apollo-bench: how fast it is, on this machine, beside the targets.
//     apollo-bench log [options of Google Benchmark]
//     apollo-bench gui [--quick] [--soak] [--part layout|window|history] [--graphs FOLDER]
#include <cstdio>
#include <string_view>

#include "tests/bench/bench.h"

int main(int argc, char** argv) {
    const std::string_view part = argc > 1 ? argv[1] : "";
    if (part == "log") return apollo::bench::run_log(argc - 1, argv + 1);
#ifdef APOLLO_BENCH_GUI
    if (part == "gui") return apollo::bench::run_gui(argc - 1, argv + 1);
#endif
    if (part == "--version") return std::printf("apollo-bench %s\n", APOLLO_VERSION), 0;
    const bool asked = part == "--help";
    std::fputs(
        "usage: apollo-bench PART [options]\n"
        "  log   append, replay and verify, beside a plain write with sync (options of Google Benchmark, for example --benchmark_filter=REGEX)\n"
        "  gui   the window's speeds beside their targets ([--quick] a smaller history, [--soak] memory over 20 million events, [--part layout|window|history] only that, [--graphs FOLDER] more layouts)\n"
        "  --help, --version\n",
        asked ? stdout : stderr);
    if (!asked && !part.empty()) std::fprintf(stderr, "apollo-bench: unknown part %s\n", argv[1]);
    return asked ? 0 : 2;
}
