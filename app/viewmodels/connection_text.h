// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// How a connection stands, in words of the current language.
#pragma once

#include <QString>

#include "app/viewmodels/live_model.h"
#include "common/domain/run_status.h"

namespace apollo::viewmodels {

// "Connected"; of a source that cannot be commanded "Read only".
QString connection_text(LiveModel::Connection connection, bool can_command);
// The run state whose shape and colour stand for it where there is only room for a mark.
domain::RunStatus run_status_like(LiveModel::Connection connection);
// One line: what happened to the log, and that all was loaded again.
QString replacement_text(const api::Replacement& what);

}  // namespace apollo::viewmodels
