// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/main/start_output.h"

#include <cstdio>

namespace apollo::programs {

StartOutput::StartOutput() = default;

void StartOutput::tell_failure(const std::string& text) const { std::fprintf(stderr, "apollo-control: %s\n", text.c_str()); }

}  // namespace apollo::programs
