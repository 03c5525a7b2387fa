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

std::string effective_policies(const domain::TaskDefinition& definition) {
    std::string text;
    for (std::size_t i = 0; i < definition.steps.size() && i < 50; ++i) {
        const domain::StepDefinition& step = definition.steps[i];
        const domain::RetryPolicy retry = step.retry_policy.value_or(definition.retry_policy.value_or(domain::RetryPolicy{}));
        const double timeout_s = static_cast<double>(step.timeout_ms.value_or(definition.timeout_ms.value_or(0))) / 1000;
        char line[256];
        std::snprintf(line, sizeof line, "  %s: timeout %g s, at most %u retries, %s from %g s up to %g s", step.name.text.c_str(), timeout_s,
                      retry.max_retries, to_text(retry.backoff), static_cast<double>(retry.initial_interval_ms) / 1000,
                      static_cast<double>(retry.max_interval_ms) / 1000);
        text += (text.empty() ? "" : "\n") + std::string(line);
    }
    if (definition.steps.size() > 50) text += "\n  … and " + std::to_string(definition.steps.size() - 50) + " more steps";
    return text;
}

}  // namespace apollo::cli
