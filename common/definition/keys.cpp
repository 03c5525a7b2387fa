// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/definition/keys.h"

namespace apollo::definition {

using Words = std::vector<std::string>;

const Words& task_keys() {
    static const Words keys{"task_id",      "intent",     "steps",        "params",   "idempotency", "compensate",
                            "target_selector", "timeout", "retry_policy", "depends_on", "callback_url", "metadata",
                            "priority",     "deadline",   "on_failure", "max_parallel_nodes", "tolerance", "ranks"};
    return keys;
}
const Words& step_keys() {
    static const Words keys{"name",       "intent",   "params",          "depends_on", "trigger",      "idempotency",
                            "compensate", "per_node", "target_selector", "timeout",    "retry_policy", "priority",
                            "limits",     "max_parallel_nodes", "tolerance",   "ranks"};
    return keys;
}
const Words& selector_keys() {
    static const Words keys{"type", "key", "value", "group", "nodes"};
    return keys;
}
const Words& retry_policy_keys() {
    static const Words keys{"max_retries", "initial_interval", "max_interval", "backoff"};
    return keys;
}
const Words& limits_keys() {
    static const Words keys{"cpu_seconds", "memory_bytes", "file_size_bytes", "open_files"};
    return keys;
}
const Words& compensate_keys() {
    static const Words keys{"intent", "params", "timeout"};
    return keys;
}
const Words& run_command_keys() {
    static const Words keys{"argv", "env", "cwd"};
    return keys;
}

const Words& priority_words() {
    static const Words words{"high", "medium", "low"};
    return words;
}
const Words& trigger_words() {
    static const Words words{"all_succeeded", "all_done", "any_failed"};
    return words;
}
const Words& idempotency_words() {
    static const Words words{"unique_key", "idempotent_write", "checkpoint", "compensate"};
    return words;
}
const Words& on_failure_words() {
    static const Words words{"stop", "compensate"};
    return words;
}
const Words& backoff_words() {
    static const Words words{"exponential", "fixed"};
    return words;
}

}  // namespace apollo::definition
