// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What every definition must hold, however it came: a peer's message is trusted no more than an operator's file.
#pragma once

#include "common/base/result.h"
#include "common/domain/definition.h"

namespace apollo::orchestrator {

Status check_submission(const domain::TaskDefinition& definition);

}  // namespace apollo::orchestrator
