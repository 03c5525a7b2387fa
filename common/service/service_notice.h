// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// How a program tells the service manager that started it (systemd) how it is. Does nothing where none did. Any thread.
#pragma once

#include <string>

namespace apollo::service {

// Started as far as those that depend on it are concerned. `status` is one line for people (systemctl status).
void tell_ready(const std::string& status);
void tell_status(const std::string& status);
void tell_stopping();

}  // namespace apollo::service
