// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Joins an orchestrator to the callbacks of its tasks. Lives on the orchestrator's thread.
#pragma once

#include <functional>
#include <string>

#include "app/main/callbacks.h"
#include "app/orchestrator/orchestrator.h"

namespace apollo::programs {

class CallbackService {
public:
    // All must outlive it.
    CallbackService(Disk& disk, const Clock& clock, Random& random, orchestrator::Orchestrator& orchestrator, const std::string& data_folder,
                    std::function<void(const std::string& line)> on_log);

    // Behind the orchestrator's open(): tells what ended and was not told, and from then on what ends.
    Status start();
    // To be called from the orchestrator's on_appended.
    void on_appended(const domain::Event& event);

private:
    orchestrator::Orchestrator& m_orchestrator;
    Callbacks m_callbacks;
};

}  // namespace apollo::programs
