// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/sim/run.h"

#include "tests/sim/world.h"

namespace apollo::sim {

namespace {

// The whole simulated data folder as real files: apollo-control --data and apollo-cli read it like any other.
void keep(World& world, const std::string& folder) {
    SystemDisk real;
    test_support::FaultDisk& simulated = world.center().disk();
    const std::string& root = world.center().paths().root;
    for (const std::string& path : simulated.paths()) {
        if (!path.starts_with(root)) continue;
        const std::string target = folder + path.substr(root.size());
        auto made = real.make_folder(target.substr(0, target.rfind('/')));
        if (made) made = real.write_file_atomically(target, as_bytes(simulated.bytes_of(path)));
        if (!made) return world.checker().fail("trace", "the trace cannot be written: " + made.error().message);
    }
}

}  // namespace

Report run_seed(const RunRequest& request) {
    World world(make_scenario(request.seed, request.limits), {request.plant, request.print_trace});
    world.begin();
    world.live();
    Report report;
    report.seed = request.seed;
    if (!request.keep_folder.empty()) keep(world, request.keep_folder);
    report.violations = world.checker().violations();
    for (const Violation& violation : report.violations) world.trace().line("violation: " + violation.text);
    report.newest_trace = world.trace().newest();
    report.events = world.checker().model().position();
    for (const auto& [what, count] : world.checker().effects()) report.effects += static_cast<std::uint64_t>(count);
    report.virtual_ms = world.timeline().now_ms() - Timeline::begin_ms;
    report.agents = world.scenario().agents;
    report.trace_hash = world.trace().finish_hex();
    return report;
}

std::string to_text(const std::set<std::uint32_t>& numbers) {
    if (numbers.empty()) return "none";
    std::string text;
    for (auto at = numbers.begin(); at != numbers.end();) {
        const std::uint32_t first = *at;
        std::uint32_t last = first;
        while (++at != numbers.end() && *at == last + 1) last = *at;
        text += (text.empty() ? "" : ",") + std::to_string(first) + (last > first ? "-" + std::to_string(last) : "");
    }
    return text;
}

std::string command_line(const RunRequest& request) {
    std::string text = "apollo-sim --seeds " + std::to_string(request.seed);
    const Limits& limits = request.limits;
    if (limits.agents) text += " --agents " + std::to_string(*limits.agents);
    if (limits.steps) text += " --steps " + std::to_string(*limits.steps);
    if (limits.tasks) text += " --tasks " + to_text(*limits.tasks);
    if (limits.actions) text += " --actions " + to_text(*limits.actions);
    if (limits.faults) text += " --faults " + to_text(*limits.faults);
    if (request.plant != Plant::None) text += std::string(" --plant ") + name_of(request.plant);
    return text;
}

}  // namespace apollo::sim
