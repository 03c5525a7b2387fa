// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/sim/trace.h"

#include <cstdio>

namespace apollo::sim {

namespace {

constexpr std::size_t kept_lines = 40;

}  // namespace

void Trace::line(const std::string& text) {
    std::string whole = std::to_string(m_timeline.now_ms()) + " " + text;
    m_hash.update(as_bytes(whole));
    m_hash.update(as_bytes("\n"));
    if (m_printed) std::fprintf(stderr, "%s\n", whole.c_str());
    m_newest.push_back(std::move(whole));
    if (m_newest.size() > kept_lines) m_newest.pop_front();
}

}  // namespace apollo::sim
