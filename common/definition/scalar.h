// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What a scalar means by the core rules of YAML 1.2: NO, on, y and Yes are text, 010 is ten, quoted is text.
#pragma once

#include <cstdint>
#include <variant>

#include "common/definition/document.h"

namespace apollo::definition {

struct NotRepresentable {
    std::string why;
};
// null, bool, integer, number, text; or a number or tag that no JSON value stands for.
using ScalarValue = std::variant<std::monostate, bool, std::int64_t, double, std::string, NotRepresentable>;

ScalarValue value_of(const Node& scalar);
bool is_null(const Node& node);

}  // namespace apollo::definition
