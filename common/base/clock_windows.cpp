// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <windows.h>

#include <chrono>

#include "common/base/clock.h"

namespace apollo {

Now SystemClock::now() const {
    using namespace std::chrono;
    // Goes on while the machine is suspended.
    return {{duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count()}, {static_cast<std::int64_t>(::GetTickCount64())}};
}

}  // namespace apollo
