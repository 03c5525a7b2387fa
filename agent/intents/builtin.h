// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Intents every agent has. Each is one function from params to an output summary; it runs in a process of its own (the
// agent's program again, `--run-intent NAME`), so that kill, timeout and adoption work as for any command.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "common/base/result.h"

namespace apollo::agent {

struct BuiltinInput {
    nlohmann::json params;          // an object
    std::string checkpoint_folder;  // kept over the attempts of a run
};

// CPU (over 200 ms), memory, load, uptime; disk of the file system that holds the param `path` (default "/").
Result<nlohmann::json> collect_metrics(const BuiltinInput& input);
// Params path (absolute), content, mode (octal text such as "0644", optional). Replaces the file atomically if its content
// or mode differ; says changed true or false.
Result<nlohmann::json> ensure_file(const BuiltinInput& input);
// Params path (absolute), keep (default 7), min_bytes (default 0). path → path.1 → … → path.keep; the oldest is dropped.
// The moves are written down first, each with the file it moves, and done once even if attempts die halfway.
Result<nlohmann::json> rotate_logs(const BuiltinInput& input);

// Params name (unit), state (started, stopped), enabled. Changes only what differs; the undoing restores what was before the
// step's first attempt.
Result<nlohmann::json> ensure_service(const BuiltinInput& input);
Result<nlohmann::json> undo_ensure_service(const BuiltinInput& input);
// Params url (http, https, file), sha256, path, mode, max_bytes. The file is there whole or not at all; the undoing removes
// it if it still has that content.
Result<nlohmann::json> fetch_artifact(const BuiltinInput& input);
Result<nlohmann::json> undo_fetch_artifact(const BuiltinInput& input);
// Params of fetch_artifact, service, settle_ms. Replaces the file, restarts the service if it is not the one that runs
// already, and puts the previous file back if the service does not stay active. The undoing puts it back, too.
Result<nlohmann::json> upgrade_service(const BuiltinInput& input);
Result<nlohmann::json> undo_upgrade_service(const BuiltinInput& input);
// Params url, method, headers, body, expect (statuses), timeout_s. Every attempt of a step sends the same Idempotency-Key.
Result<nlohmann::json> http_request(const BuiltinInput& input);
// Params: one of tcp (HOST:PORT), file (absolute path), command (argv, 0 = come); timeout_s, interval_ms.
Result<nlohmann::json> wait_for(const BuiltinInput& input);

// Names of all built-in intents; run_command and upgrade_agent have no function: programs of their own are run.
const std::vector<std::string>& builtin_names();
bool is_builtin(const std::string& name);
// BadInput names the first param that does not fit; by the same table as at submission (common/definition/intents.h). What came out of
// earlier steps is known only here.
Status check_builtin(const std::string& name, const nlohmann::json& params);

// The body of `--run-intent NAME`: reads APOLLO_PARAMS and APOLLO_CHECKPOINT_DIR, writes APOLLO_OUTPUT. Exit code: 0 done,
// 65 wrong params, 77 not permitted, 75 anything that may go away (full disk).
int run_builtin(const std::string& name);
// The body of `--run-site FILE` (made by the catalogue): runs the check, then becomes the apply command.
int run_site(const std::string& file);

}  // namespace apollo::agent
