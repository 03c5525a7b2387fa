// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/base/clock.h"

#include <chrono>
#include <ctime>

namespace apollo {

namespace {

MonotonicTime monotonic_now() {
#ifdef CLOCK_BOOTTIME
    timespec ts{};
    clock_gettime(CLOCK_BOOTTIME, &ts);
    return {static_cast<std::int64_t>(ts.tv_sec) * 1000 + ts.tv_nsec / 1000000};
#else
    using namespace std::chrono;
    return {duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count()};
#endif
}

}  // namespace

Now SystemClock::now() const {
    using namespace std::chrono;
    return {{duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count()}, monotonic_now()};
}

}  // namespace apollo
