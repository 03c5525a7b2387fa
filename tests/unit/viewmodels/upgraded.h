// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A roll-out of a new agent over nodes of a history: it does well on the first of them by name and badly on
// the second.
#pragma once

#include <string>
#include <vector>

#include "tests/support/fake_log.h"

namespace apollo::testing {

inline constexpr const char* upgrade_trouble = "the new agent did not connect within 60 s; the old agent (0.1.0, Debian GNU/Linux 13 x86_64) is back";

// The others wait until `log` says more.
inline TaskIndex upgrade_agents(FakeLog& log, const std::vector<std::string>& nodes) {
    domain::TaskDefinition definition;
    definition.task_id = TaskId("upgrade-7f3a91bc");
    domain::StepDefinition step;
    step.name = StepName("upgrade");
    step.intent = IntentName("upgrade_agent");
    definition.steps.push_back(step);
    const TaskIndex task = log.submit(definition, nodes, false);
    const std::uint32_t first = log.state().tasks[task.value].first_run.value;
    for (std::uint32_t k = 0; k < 2; ++k) {
        log.append(domain::EventType::Dispatched, task, RunIndex{first + k}, {});
        log.append_of_agent(domain::EventType::Started, RunIndex{first + k}, Attempt{1}, {});
        log.wait_ms(60'000);
    }
    domain::RunEnded well, badly;
    well.exit_code = 0;
    badly.exit_code = 65;
    badly.message = upgrade_trouble;
    log.append_of_agent(domain::EventType::Succeeded, RunIndex{first}, Attempt{1}, well);
    log.append_of_agent(domain::EventType::Failed, RunIndex{first + 1}, Attempt{1}, badly);
    return task;
}

}  // namespace apollo::testing
