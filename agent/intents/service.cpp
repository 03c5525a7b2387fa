// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/intents/service.h"

#include <chrono>
#include <thread>

namespace apollo::agent {

namespace {

constexpr std::int64_t look_again_ms = 200;

}  // namespace

Result<bool> Service::settles(std::int64_t settle_ms) const {
    for (std::int64_t waited_ms = 0;; waited_ms += look_again_ms) {
        const auto active = is_active();
        if (!active || !*active || waited_ms >= settle_ms) return active;
        std::this_thread::sleep_for(std::chrono::milliseconds(look_again_ms));
    }
}

}  // namespace apollo::agent
