// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What the agent says about itself: options, help, manual page.
#pragma once

#include "common/manual/manual.h"

namespace apollo::agent {

manual::Program agent_manual();

}  // namespace apollo::agent
