// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/base/process_mark.h"

namespace apollo {

ProcessMark mark_of(std::int64_t pid) { return {pid, start_ticks(pid), boot_id()}; }

bool is_alive(const ProcessMark& mark) { return mark.start_ticks != 0 && mark.boot_id == boot_id() && start_ticks(mark.pid) == mark.start_ticks; }

}  // namespace apollo
