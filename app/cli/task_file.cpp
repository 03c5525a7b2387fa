// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/cli/task_file.h"

#include <cstdio>
#include <sstream>

#include "common/base/disk.h"
#include "common/definition/parse.h"
#include "common/domain/plan.h"

namespace apollo::cli {

Result<TaskFile> read_task_file(const std::string& file) {
    SystemDisk disk;
    auto bytes = disk.read_file(file);
    if (!bytes) return Error{ErrorKind::BadInput, bytes.error().message};
    definition::Parsed parsed = definition::parse(*bytes);
    if (!parsed.faults.empty()) {
        std::string lines;
        for (const definition::Fault& fault : parsed.faults) lines += (lines.empty() ? "" : "\n") + definition::to_text(file, fault);
        return Error{ErrorKind::BadInput, lines};
    }
    std::string sha256 = definition::definition_sha256(parsed.definition);
    return TaskFile{std::move(parsed.definition), std::move(sha256), std::move(parsed.warnings)};
}

int report_task_file(Context& context, const Error& error) {
    std::fprintf(stderr, "%s\n", error.message.c_str());
    if (context.json()) {
        Json faults = Json::array();
        std::istringstream lines(error.message);
        for (std::string line; std::getline(lines, line);) faults.push_back(line);
        print_json({{"ok", false}, {"faults", faults}});
    }
    return exit_bad_input;
}

namespace {

const std::string tiers_text = "retries: 3 after 5 s each, then 5 after 60 s each";

std::string exact_seconds_text(std::int64_t ms) {
    char text[32];
    std::snprintf(text, sizeof text, "%g s", static_cast<double>(ms) / 1000);
    return text;
}

std::string retry_text(const domain::RetryPolicy& retry) {
    return "at most " + std::to_string(retry.max_retries) + " retries, " + to_text(retry.backoff) + " from " + exact_seconds_text(retry.initial_interval_ms) +
           " up to " + exact_seconds_text(retry.max_interval_ms);
}

}  // namespace

std::string effective_policies(const domain::TaskDefinition& definition) {
    std::string text;
    for (std::size_t i = 0; i < definition.steps.size() && i < 50; ++i) {
        const domain::StepDefinition& step = definition.steps[i];
        const auto timeout_ms = step.timeout_ms ? step.timeout_ms : definition.timeout_ms;
        const auto retry = step.retry_policy ? step.retry_policy : definition.retry_policy;
        text += (text.empty() ? "" : "\n") + std::string("  ") + step.name.text + ": timeout " +
                (timeout_ms ? exact_seconds_text(*timeout_ms) : "twice the P99 of its intent") + ", " + (retry ? retry_text(*retry) : tiers_text);
    }
    if (definition.steps.size() > 50) text += "\n  … and " + std::to_string(definition.steps.size() - 50) + " more steps";
    return text;
}

}  // namespace apollo::cli
