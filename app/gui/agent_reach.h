// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Whether agents of other machines can come to where the orchestrator listens.
#pragma once

#include <QString>

namespace apollo::gui {

// What to do so that they can; empty if nothing stands against it. `server`: HOST:PORT.
QString reach_warning(const QString& server);

}  // namespace apollo::gui
