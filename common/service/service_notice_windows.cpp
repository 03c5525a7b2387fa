// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Windows' service manager is answered where it calls (agent/main/started_as_windows.cpp); it takes no notices.
#include "common/service/service_notice.h"

namespace apollo::service {

void tell_ready(const std::string&) {}
void tell_status(const std::string&) {}
void tell_stopping() {}

}  // namespace apollo::service
