// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// `${steps.NAME.output.KEY}` inside texts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/definition/reading.h"

namespace apollo::definition {

struct Reference {
    std::size_t begin = 0;  // in the text
    std::size_t end = 0;
    std::string step;
    std::string key;
    bool well_formed = false;
};
std::vector<Reference> references_in(std::string_view text);

struct PlacedReference {
    std::string step;
    const Node* node = nullptr;
};
// All references in the values of `params`; those that are not well formed are faults.
std::vector<PlacedReference> references_in_params(const Node& params, Report& report);

}  // namespace apollo::definition
