// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Passes questions for an attempt's output on to its node, and the pieces back. Never through the log: what is not answered
// now is asked again by whoever wants it.
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <map>

#include "apollo.pb.h"
#include "app/orchestrator/agent_gateway.h"

namespace apollo::orchestrator {

class OutputRelay final : public QObject {
public:
    // Both outlive it.
    OutputRelay(Engine& engine, AgentGateway& agents);

    using Done = std::function<void(Result<wire::OutputPiece>)>;
    // Answers once, perhaps at once: NotFound if there is no such run or attempt, Refused while its node is not connected,
    // Timeout after 10 s.
    void ask(const wire::Request::FetchOutput& question, Done done);

private:
    struct Waiting {
        NodeIndex node;
        std::int64_t deadline_ms = 0;  // monotonic
        Done done;
    };

    Result<RunIndex> find_run(const wire::RunKey& key) const;
    void on_piece(NodeIndex node, const wire::OutputPiece& piece);
    void give_up_late_ones();

    Engine& m_engine;
    AgentGateway& m_agents;
    std::map<std::uint64_t, Waiting> m_waiting;
    std::uint64_t m_next_id = 1;
    QTimer m_timer;
};

}  // namespace apollo::orchestrator
