// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/interchange/names.h"

namespace apollo::interchange {

std::string valid_name(const std::string& text, const char* fallback) {
    std::string name;
    for (char c : text) {
        const bool fine = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '.' || c == '_' || c == '-';
        name.push_back(fine ? c : '-');
    }
    const auto first = name.find_first_not_of("._-");
    name = first == std::string::npos ? fallback : name.substr(first, 120);
    while (!name.empty() && name.back() == '.') name.pop_back();
    return name;
}

std::string Names::take(const std::string& wanted) {
    std::string name = wanted;
    for (std::uint32_t& number = m_next[wanted]; !m_taken.insert(name).second;) {
        if (number == 0) number = 1;
        name = wanted + "-" + std::to_string(++number);
    }
    return name;
}

}  // namespace apollo::interchange
