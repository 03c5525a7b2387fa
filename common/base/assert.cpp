// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/base/assert.h"

#include <cstdio>
#include <cstdlib>

namespace apollo {

void assertion_failed(const char* file, int line, const char* text) {
    std::fprintf(stderr, "%s:%d: broken assumption: %s\n", file, line, text);
    std::fflush(stderr);
    std::abort();
}

}  // namespace apollo
