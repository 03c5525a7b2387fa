// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/cli/drill_tasks.h"

#include <nlohmann/json.hpp>
#include <sstream>

#include "app/cli/drill_host.h"
#include "common/base/assert.h"
#include "common/base/bytes.h"
#include "common/base/disk.h"
#include "common/definition/parse.h"

namespace apollo::cli {

namespace {

using Json = nlohmann::ordered_json;

// $1 folder, $2 task, $3 gate or empty, $4 "first" if only the first attempt waits.
const char* script = R"sh(
echo "$PPID $$" > "$1/$2.pids"
echo "$APOLLO_STEP $APOLLO_ATTEMPT" >> "$1/$2.effects"
[ -z "$3" ] && exit 0
[ "$4" = first ] && [ "$APOLLO_ATTEMPT" -gt 1 ] && exit 0
while ! [ -e "$1/$3.gate" ] && [ -d "$1" ] && ! [ -e "$1/all.gate" ]; do sleep 0.05; done
)sh";

std::vector<std::string> lines_of(const std::string& file) {
    std::vector<std::string> lines;
    auto text = SystemDisk().read_file(file);
    if (!text) return lines;
    std::istringstream in(*text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

}  // namespace

domain::TaskDefinition drill_definition(const DrillTask& task, const std::string& folder) {
    Json steps = Json::array();
    for (const DrillStep& step : task.steps) {
        Json one{{"name", step.name}, {"intent", "run_command"}, {"idempotency", "idempotent_write"}};
        one["params"] = {{"argv", {"sh", "-c", script, "drill", folder, task.id, step.gate, step.gate_only_first ? "first" : "each"}}};
        if (!steps.empty()) one["depends_on"] = {steps.back()["name"]};
        steps.push_back(std::move(one));
    }
    const Json document{{"task_id", task.id},
                        {"intent", "drill"},
                        {"target_selector", {{"type", "nodes"}, {"nodes", task.nodes}}},
                        {"timeout", 300},
                        {"retry_policy", {{"max_retries", 3}, {"initial_interval", 0.2}, {"backoff", "fixed"}}},
                        {"metadata", {{"drill", true}}},
                        {"steps", steps}};
    definition::Parsed parsed = definition::parse(document.dump());
    APOLLO_ASSERT(parsed.faults.empty());
    return std::move(parsed.definition);
}

std::vector<std::string> drill_effects(const std::string& folder, const std::string& task) { return lines_of(folder + "/" + task + ".effects"); }

Status open_gate(const std::string& folder, const std::string& gate) {
    return SystemDisk().write_file_atomically(folder + "/" + gate + ".gate", as_bytes(std::string("open\n")));
}

Status open_all_gates(const std::string& folder) { return open_gate(folder, "all"); }

void kill_step(const std::string& folder, const std::string& task) {
    const auto lines = lines_of(folder + "/" + task + ".pids");
    if (lines.empty()) return;
    std::istringstream words(lines.front());
    // The guard first, so that it tells nobody how the command ended.
    for (std::int64_t pid = 0; words >> pid;) {
        if (pid > 1) kill_process(pid);
    }
}

}  // namespace apollo::cli
