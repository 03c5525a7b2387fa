// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/service/service_notice.h"

#include <systemd/sd-daemon.h>

#include <algorithm>

namespace apollo::service {

namespace {

std::string one_line(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

// Nobody can be told that telling failed.
void tell(const std::string& state) { (void)::sd_notify(0, state.c_str()); }

}  // namespace

void tell_ready(const std::string& status) { tell("READY=1\nSTATUS=" + one_line(status)); }
void tell_status(const std::string& status) { tell("STATUS=" + one_line(status)); }
void tell_stopping() { tell("STOPPING=1"); }

}  // namespace apollo::service
