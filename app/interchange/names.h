// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Names of steps and nodes from any text. Internal to this folder.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <unordered_map>

namespace apollo::interchange {

// One harmless name for any text: what is not allowed becomes '-'; `fallback` where nothing is left.
std::string valid_name(const std::string& text, const char* fallback);

// Each given name once; a repeated one gets -2, -3 …
class Names {
public:
    std::string take(const std::string& wanted);

private:
    std::set<std::string> m_taken;
    std::unordered_map<std::string, std::uint32_t> m_next;
};

}  // namespace apollo::interchange
