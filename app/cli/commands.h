// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The command groups. Each function runs one verb and returns the exit code.
#pragma once

#include <string>
#include <vector>

#include "app/cli/context.h"

namespace apollo::cli {

struct Verb {
    const char* group;
    const char* name;                 // empty: the group is the whole command
    const char* help;
    std::vector<OptionSpec> options;  // besides those that every verb has
    int (*run)(Context& context);
    bool takes_file = false;          // one word after the verb: a file
};

std::vector<Verb> task_verbs();
std::vector<Verb> task_change_verbs();
std::vector<Verb> output_verbs();
std::vector<Verb> steering_verbs();
std::vector<Verb> queue_verbs();
std::vector<Verb> node_verbs();
Verb node_package_verb();
Verb node_upgrade_verb();
std::vector<Verb> operator_verbs();
std::vector<Verb> event_verbs();
std::vector<Verb> log_verbs();
std::vector<Verb> restore_verbs();
std::vector<Verb> repair_verbs();
std::vector<Verb> replay_verbs();
std::vector<Verb> replay_diff_verbs();
std::vector<Verb> store_verbs();
std::vector<Verb> doctor_verbs();
std::vector<Verb> drill_verbs();
std::vector<Verb> import_verbs();
std::vector<Verb> export_verbs();

}  // namespace apollo::cli
