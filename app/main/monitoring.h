// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Joins an orchestrator to the metrics page and to the command that is told of alerts. Lives on the orchestrator's thread.
#pragma once

#include <QObject>
#include <atomic>
#include <memory>

#include "app/main/alert_command.h"
#include "app/main/history_keeper.h"
#include "app/main/settings.h"
#include "app/metrics/collector.h"
#include "app/metrics/endpoint.h"

namespace apollo::programs {

class Monitoring {
public:
    // Before the orchestrator is opened; all of them outlive it. `alerts` may be null: nobody is told.
    Monitoring(orchestrator::Orchestrator& orchestrator, const HistoryKeeper& history, AlertCommand* alerts);
    ~Monitoring();

    // Serves the page from now on; the orchestrator is open.
    Status listen(const ListenAddress& address);
    std::uint16_t port() const { return m_endpoint ? m_endpoint->port() : 0; }

    // To be called from the orchestrator's on_appended.
    void on_appended(const domain::Event& event);

private:
    metrics::Figures figures() const;
    std::optional<metrics::Figures> ask();

    orchestrator::Orchestrator& m_orchestrator;
    const HistoryKeeper& m_history;
    AlertCommand* m_alerts;
    metrics::Collector m_collector;
    QObject m_context;  // questions from the page's threads run here
    std::atomic<bool> m_ending = false;
    std::unique_ptr<metrics::Endpoint> m_endpoint;
};

}  // namespace apollo::programs
