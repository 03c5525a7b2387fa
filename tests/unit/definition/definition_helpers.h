// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Definitions for tests, and what the parser says of them.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "common/definition/parse.h"

namespace apollo::definition {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

inline const std::string head = "task_id: t1\ntarget_selector: {type: nodes, nodes: [n1]}\ntimeout: 60\n";

// A task with these steps; they begin in line 5.
inline std::string with_steps(const std::string& steps) { return head + "steps:\n" + steps; }
inline std::string step(const std::string& name, const std::string& more = {}) {
    return "  - {name: " + name + ", intent: collect_metrics" + (more.empty() ? "" : ", " + more) + "}\n";
}

inline std::string all_faults(const Parsed& parsed) {
    std::string text;
    for (const Fault& fault : parsed.faults) text += to_text("f", fault) + "\n";
    return text;
}

inline domain::TaskDefinition accepted(const std::string& yaml) {
    Parsed parsed = parse(yaml);
    EXPECT_EQ(all_faults(parsed), "");
    return parsed.definition;
}

inline void expect_fault(const std::string& yaml, const std::string& expected) {
    EXPECT_THAT(all_faults(parse(yaml)), HasSubstr(expected)) << yaml.substr(0, 400);
}

}  // namespace apollo::definition
