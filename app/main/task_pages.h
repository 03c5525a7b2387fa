// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Lets an orchestrator answer for its SQL history: questions go to the projection's thread, answers come back.
#pragma once

#include <QObject>

#include "app/main/history_keeper.h"
#include "app/orchestrator/operator_gateway.h"

namespace apollo::programs {

// For Orchestrator::on_find_tasks. `context` lives on the orchestrator's thread; both outlive what `history` still answers.
orchestrator::FindTasks pages_of(HistoryKeeper& history, QObject& context);

}  // namespace apollo::programs
