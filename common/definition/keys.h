// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The keys of a definition, in one place; resources/task.schema.json is compared with them by a test.
#pragma once

#include <string>
#include <vector>

namespace apollo::definition {

const std::vector<std::string>& task_keys();
const std::vector<std::string>& step_keys();
const std::vector<std::string>& selector_keys();
const std::vector<std::string>& retry_policy_keys();
const std::vector<std::string>& limits_keys();
const std::vector<std::string>& compensate_keys();
const std::vector<std::string>& run_command_keys();

const std::vector<std::string>& priority_words();
const std::vector<std::string>& trigger_words();
const std::vector<std::string>& idempotency_words();
const std::vector<std::string>& on_failure_words();
const std::vector<std::string>& backoff_words();

}  // namespace apollo::definition
