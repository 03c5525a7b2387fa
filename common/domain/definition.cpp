// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/domain/definition.h"

#include <array>

namespace apollo::domain {

namespace {

template <typename E, std::size_t N>
std::optional<E> find_text(const std::array<const char*, N>& names, const std::string& text) {
    for (std::size_t i = 0; i < N; ++i) {
        if (text == names[i]) return static_cast<E>(i);
    }
    return std::nullopt;
}

constexpr std::array<const char*, 3> priorities{"high", "medium", "low"};
constexpr std::array<const char*, 3> triggers{"all_succeeded", "all_done", "any_failed"};
constexpr std::array<const char*, 4> idempotencies{"unique_key", "idempotent_write", "checkpoint", "compensate"};
constexpr std::array<const char*, 2> on_failures{"stop", "compensate"};
constexpr std::array<const char*, 2> backoffs{"exponential", "fixed"};

}  // namespace

const char* to_text(Priority value) { return priorities[static_cast<std::size_t>(value)]; }
const char* to_text(Trigger value) { return triggers[static_cast<std::size_t>(value)]; }
const char* to_text(Idempotency value) { return idempotencies[static_cast<std::size_t>(value)]; }
const char* to_text(OnFailure value) { return on_failures[static_cast<std::size_t>(value)]; }
const char* to_text(Backoff value) { return backoffs[static_cast<std::size_t>(value)]; }

std::optional<Priority> priority_from_text(const std::string& text) { return find_text<Priority>(priorities, text); }
std::optional<Trigger> trigger_from_text(const std::string& text) { return find_text<Trigger>(triggers, text); }
std::optional<Idempotency> idempotency_from_text(const std::string& text) {
    return find_text<Idempotency>(idempotencies, text);
}
std::optional<OnFailure> on_failure_from_text(const std::string& text) { return find_text<OnFailure>(on_failures, text); }
std::optional<Backoff> backoff_from_text(const std::string& text) { return find_text<Backoff>(backoffs, text); }

}  // namespace apollo::domain
