// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What the agent is told: command line, then the --config file, then what it remembers in DATA/agent.json.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "agent/main/log_file.h"
#include "common/base/disk.h"
#include "common/base/options.h"

namespace apollo::agent {

struct AgentSettings {
    std::string data_folder;  // absolute
    std::string server;       // HOST:PORT
    std::string node;
    std::map<std::string, std::string> labels;
    std::vector<std::string> groups;
    std::uint32_t capacity = 0;
    std::string wal_folder;   // absolute
    std::string token;        // never remembered
    std::string token_file;   // absolute; read while the node is not enrolled; empty: none
    std::int64_t heartbeat_interval_ms = 10000;
    std::int64_t retention_ms = 7LL * 24 * 3600 * 1000;  // of ended attempts' folders
    std::int64_t log_retention_ms = 7LL * 24 * 3600 * 1000;  // of acknowledged parts of the log; then they are compressed; 0 = never
    std::string control_group;  // Linux: a cgroup folder given to the agent for its attempts; empty: none
    std::string upgrade_program;  // absolute; knows how packages are saved and installed here; empty: the installation's own
    std::string release_key;      // absolute; PEM of the key that packages must be signed with; empty: the center's word is enough
    LogLimits service_log;        // Windows: of the service's DATA/agent.log
    std::optional<std::int64_t> autonomy_window_ms;  // absent: what the center says
};

// BadInput names what is missing or wrong. `enrolled_node` is the id in the node's certificate, empty before enrolment.
Result<AgentSettings> read_settings(Disk& disk, const Options& options, const std::string& enrolled_node);
// So that the next start needs --data alone.
Status remember_settings(Disk& disk, const AgentSettings& settings);

// "10s", "500ms", "2m", "1h"; a number without unit is seconds. At most a day.
Result<std::int64_t> duration_ms_from_text(const std::string& text);
// The same with days ("7d") and up to ten years.
Result<std::int64_t> retention_ms_from_text(const std::string& text);

}  // namespace apollo::agent
