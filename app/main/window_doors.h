// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What the window is handed: checking and exporting of tasks, an agent started on this machine, archives in windows of
// their own.
#pragma once

#include "app/api/api.h"
#include "app/gui/doors.h"

namespace apollo::programs {

// Where the window keeps what is its own: layout and notes.
QString window_folder();

// `agent_server`: HOST:PORT where agents connect; empty if it is not known.
gui::Doors make_window_doors(const std::string& agent_server);

// The task of a .apollo file to look at; nothing can be commanded. BadInput: it cannot be read.
struct OpenedArchive {
    api::Session session;
    TaskId task;
};
Result<OpenedArchive> open_archive(const std::string& file);

}  // namespace apollo::programs
