// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Params of an intent, as one JSON object.
#pragma once

#include <string>

#include "common/definition/reading.h"

namespace apollo::definition {

// `params` may be null (not written); `owner` is where a fault about its absence stands.
std::string read_params(const std::string& intent, const Node* params, const Node& owner, Report& report);

}  // namespace apollo::definition
