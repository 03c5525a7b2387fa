// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/domain/event.h"

#include <array>

namespace apollo::domain {

const char* to_text(FailureClass value) {
    static constexpr std::array<const char*, 5> names{"none", "transient", "dependency", "permanent", "lost"};
    return names[static_cast<std::size_t>(value)];
}

PlanSlot plan_slot(Event& event) {
    if (auto* submitted = std::get_if<TaskSubmitted>(&event.payload)) return {&submitted->definition, &submitted->plan};
    if (auto* amended = std::get_if<TaskAmended>(&event.payload)) return {&amended->definition, &amended->plan};
    return {};
}

std::shared_ptr<const Plan> plan_of(const Event& event) {
    if (const auto* submitted = std::get_if<TaskSubmitted>(&event.payload)) return submitted->plan;
    if (const auto* amended = std::get_if<TaskAmended>(&event.payload)) return amended->plan;
    return nullptr;
}

}  // namespace apollo::domain
