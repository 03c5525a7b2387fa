// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Assertions for broken assumptions. They stay on in release builds: going on with a wrong state would
// write that state into the log, which is worse than stopping.
#pragma once

namespace apollo {

// Prints "file:line: broken assumption: text" to stderr and aborts. Any thread.
[[noreturn]] void assertion_failed(const char* file, int line, const char* text);

}  // namespace apollo

#define APOLLO_ASSERT(condition)                                          \
    do {                                                                  \
        if (!(condition)) [[unlikely]] {                                  \
            ::apollo::assertion_failed(__FILE__, __LINE__, #condition);   \
        }                                                                 \
    } while (false)
