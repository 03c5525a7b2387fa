// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Names of event types for people. In English the name is the one of the log and the shell; other languages translate
// it.
#pragma once

#include <QString>

#include "common/domain/event_type.h"

namespace apollo::viewmodels {

QString event_name(domain::EventType type);

}  // namespace apollo::viewmodels
