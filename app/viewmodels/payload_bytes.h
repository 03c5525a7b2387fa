// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Payloads as bytes, for as long as the program runs: never stored, never sent.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "common/domain/event.h"

namespace apollo::viewmodels {

// The kinds that come with every attempt. nullopt: another kind, rare enough to be kept as it is.
std::optional<std::string> payload_to_bytes(const domain::Payload& payload);
// What payload_to_bytes gave.
domain::Payload payload_from_bytes(std::string_view bytes);

}  // namespace apollo::viewmodels
