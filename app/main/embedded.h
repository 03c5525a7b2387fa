// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// An orchestrator on a thread of its own inside this process, reached by a local channel with the same messages as over TLS.
#pragma once

#include <QThread>
#include <memory>
#include <optional>
#include <string>

#include "app/api/api.h"
#include "app/main/settings.h"

namespace apollo::programs {

class EmbeddedOrchestrator {
public:
    // Takes the folder; Refused when another process has it. `listen`: where agents may connect; absent: nowhere.
    static Result<std::shared_ptr<EmbeddedOrchestrator>> start(const std::string& data_folder, std::optional<ListenAddress> listen);
    ~EmbeddedOrchestrator();

    // For the calling thread.
    api::Session session();

private:
    struct Worker;
    EmbeddedOrchestrator() = default;

    std::string m_title;
    std::unique_ptr<QThread> m_thread;
    std::unique_ptr<Worker> m_worker;  // everything in it lives on m_thread
};

}  // namespace apollo::programs
