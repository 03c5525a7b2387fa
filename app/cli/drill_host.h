// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What a drill asks of the system it runs on.
#pragma once

#include <QProcess>
#include <cstdint>

namespace apollo::cli {

// Called before the start: the program is asked to end when this one ends, however that happens.
void end_with_this_process(QProcess& process);
// At once, with nothing said to it.
void kill_process(std::int64_t pid);

}  // namespace apollo::cli
