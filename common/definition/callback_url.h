// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#pragma once

#include <string>

namespace apollo::definition {

// What is wrong with the address that is told of a task's end, a sentence that follows "'callback_url' "; empty: nothing is.
std::string fault_of_callback_url(const std::string& url);

}  // namespace apollo::definition
