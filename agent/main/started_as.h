// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// How the agent was started: by a person or a program, or by the machine's service manager.
#pragma once

#include <functional>
#include <string>

namespace apollo::agent {

// Runs the agent and returns its exit code. On Linux that is all: systemd speaks by signals and sd_notify. On Windows, `by_manager`
// says that the service manager started this process (its command line does): it is answered, and what the agent says goes to
// DATA/agent.log. 2 where there is no manager to answer.
int run_as_started(bool by_manager, const std::string& data_folder, const std::function<int()>& agent);

}  // namespace apollo::agent
