// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/base/clock.h"

#include <chrono>
#include <ctime>

namespace apollo {

Now SystemClock::now() const {
    using namespace std::chrono;
    timespec since_boot{};
    clock_gettime(CLOCK_BOOTTIME, &since_boot);
    return {{duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count()},
            {static_cast<std::int64_t>(since_boot.tv_sec) * 1000 + since_boot.tv_nsec / 1000000}};
}

}  // namespace apollo
