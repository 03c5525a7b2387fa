// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Which events somebody wants to see, and how a line of a table shows one. Documents are those of event_document().
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/cli/documents.h"

namespace apollo::cli {

// An empty name: any.
struct WantedEvents {
    std::string task;
    std::string step;
    std::string node;
    std::uint64_t from = 0;  // positions, both included
    std::uint64_t to = UINT64_MAX;
};

bool fits(const WantedEvents& wanted, const Json& document);

std::vector<std::string> event_columns();
std::vector<std::string> event_row(const Json& document);

}  // namespace apollo::cli
