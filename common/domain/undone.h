// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Pure.
#pragma once

#include "common/domain/state.h"

namespace apollo::domain {

// The newest attempt of a run that waits for its retry was an undoing, and it went well: that it succeeded says nothing about the step.
inline bool is_undone(const Run& run) { return run.status == RunStatus::Retrying && run.undo_tries > 0; }

}  // namespace apollo::domain
