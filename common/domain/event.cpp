// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/domain/event.h"

#include <array>

namespace apollo::domain {

const char* to_text(FailureClass value) {
    static constexpr std::array<const char*, 5> names{"none", "transient", "dependency", "permanent", "lost"};
    return names[static_cast<std::size_t>(value)];
}

}  // namespace apollo::domain
