// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/main/service_verbs.h"

namespace apollo::agent {

std::vector<OptionSpec> service_options() { return {}; }

std::optional<int> carry_out_service_verb(const Options&) { return std::nullopt; }

}  // namespace apollo::agent
