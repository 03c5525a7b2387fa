// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// An event's payload as compact JSON for the events table, keys as SCHEMA.md says. Malformed UTF-8 becomes U+FFFD.
#pragma once

#include <string>

#include "common/domain/event.h"

namespace apollo::history {

// Empty for an event without a payload.
std::string payload_json(const domain::Payload& payload);
std::string labels_json(const domain::NodeFacts& facts);  // an object
std::string groups_json(const domain::NodeFacts& facts);  // a list

}  // namespace apollo::history
