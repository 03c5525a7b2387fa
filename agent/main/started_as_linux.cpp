// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/main/started_as.h"

namespace apollo::agent {

int run_as_started(bool, const std::string&, const std::function<int()>& agent) { return agent(); }

}  // namespace apollo::agent
