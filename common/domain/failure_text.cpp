// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/domain/failure_text.h"

#include <string_view>

namespace apollo::domain {

std::string failure_text(const RunDetails& details) {
    constexpr std::size_t limit_bytes = 400;
    std::string_view text = details.output_text;
    while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
    if (const auto line = text.rfind('\n'); line != std::string_view::npos) text.remove_prefix(line + 1);
    if (text.empty() || text.size() > limit_bytes) return details.message;
    return details.message + (details.message.empty() ? "" : ": ") + std::string(text);
}

}  // namespace apollo::domain
