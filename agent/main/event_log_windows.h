// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The service in the machine's event log: that it began, that it ended, why it could not. All else is in its own log. For the
// files of Windows only.
#pragma once

#include <string>

#include "common/base/result.h"

namespace apollo::agent {

// `program`: the file whose resources hold the messages.
Status add_event_source(const std::string& program);
void remove_event_source();

enum class EventKind { Information, Fault };
// Nobody can be told that telling failed.
void write_event(EventKind kind, const std::string& text);

}  // namespace apollo::agent
