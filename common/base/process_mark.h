// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Which process a number means: numbers are given again, also by the next boot of the machine. Any thread.
#pragma once

#include <cstdint>
#include <string>

namespace apollo {

// Of this boot of the machine; on Windows "-", since a time of creation is enough there.
std::string boot_id();
// When the process was started, in the system's own unit (Linux: field 22 of /proc/PID/stat, see proc(5); Windows: its time of
// creation); 0 when there is no such process.
std::uint64_t start_ticks(std::int64_t pid);

struct ProcessMark {
    std::int64_t pid = 0;
    std::uint64_t start_ticks = 0;
    std::string boot_id;
};

ProcessMark mark_of(std::int64_t pid);
// True if that very process is still there.
bool is_alive(const ProcessMark& mark);

}  // namespace apollo
