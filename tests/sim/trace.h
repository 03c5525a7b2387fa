// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What happened in one run, line by line: its SHA-256 says whether two runs were the same, byte for byte; the newest lines
// are kept for people.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "common/base/sha256.h"
#include "tests/sim/timeline.h"

namespace apollo::sim {

class Trace {
public:
    // `printed`: every line also goes to stderr.
    Trace(const Timeline& timeline, bool printed) : m_timeline(timeline), m_printed(printed) {}
    void line(const std::string& text);
    // Counts for the hash only: bytes that are not for people.
    void bytes(ByteView content) { m_hash.update(content); }
    // Ends the trace.
    std::string finish_hex() { return m_hash.finish_hex(); }
    // The newest lines, oldest first.
    std::vector<std::string> newest() const { return {m_newest.begin(), m_newest.end()}; }

private:
    const Timeline& m_timeline;
    const bool m_printed;
    Sha256 m_hash;
    std::deque<std::string> m_newest;
};

}  // namespace apollo::sim
