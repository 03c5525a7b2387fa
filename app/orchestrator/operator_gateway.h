// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Connections of operators (window, shell, scripts): commands, questions, subscriptions.
#pragma once

#include <QObject>
#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "apollo.pb.h"
#include "app/api/api.h"
#include "app/orchestrator/agent_gateway.h"
#include "app/orchestrator/enrolment.h"
#include "app/orchestrator/event_feed.h"
#include "app/orchestrator/output_relay.h"

namespace apollo::orchestrator {

using FindTasks = std::function<void(api::TaskQuestion question, std::function<void(Result<api::TaskPage>)> done)>;

class OperatorGateway final : public QObject {
    Q_OBJECT
public:
    OperatorGateway(Engine& engine, Enrolment& enrolment, AgentGateway& agents);
    ~OperatorGateway() override;

    // Takes over a channel whose peer is an operator and that has said `hello`.
    void welcome(std::unique_ptr<Channel> channel, const wire::Hello& hello);
    // Answers to commands; false if it is something else.
    bool carry_out(const core::Effect& effect);
    FindTasks on_find_tasks;  // null: there is no SQL history
    // New events are durable: subscribers get them.
    void pump();

private:
    struct Link {
        std::unique_ptr<Channel> channel;
        std::map<std::uint64_t, std::unique_ptr<EventFeed>> feeds;  // by request id
        std::deque<std::string> backlog;  // answers that did not fit the channel yet, in order
        std::size_t backlog_bytes = 0;
        ArtifactIntake intake;
    };
    struct Asked {
        Link* link;
        std::uint64_t request;  // the peer's own number
    };

    void on_frame(Link& link, ByteView frame);
    void on_request(Link& link, const wire::Request& request);
    void on_command(Link& link, std::uint64_t id, const wire::Command& command);
    void submit(Link& link, std::uint64_t id, domain::SubmitTask submission);
    void amend(Link& link, std::uint64_t id, const domain::AmendTask& command);
    void import(Link& link, std::uint64_t id, const domain::ImportTask& import);
    void store(Link& link, std::uint64_t id, const domain::StoreArtifact& piece);
    void subscribe(Link& link, std::uint64_t id, Position after);
    void send_state(Link& link, std::uint64_t id, const wire::Request::FetchState& wanted);
    void send_artifact(Link& link, std::uint64_t id, const std::string& sha256);
    void send_measurements(Link& link, std::uint64_t id);
    void send_output(Link& link, std::uint64_t id, const wire::Request::FetchOutput& wanted);
    void send_tasks(Link& link, std::uint64_t id, const wire::Request::FindTasks& wanted);
    void send_pieces(Link& link, std::uint64_t id, const std::string& bytes, bool is_state);
    void pump_link(Link& link);
    void turn_away_revoked();
    void answer(Link& link, std::uint64_t id, const Result<domain::CommandResult>& result);
    void fail(Link& link, std::uint64_t id, const Error& error);
    void send(Link& link, const wire::Envelope& envelope);
    void send_backlog(Link& link);
    std::uint64_t remember(Link& link, std::uint64_t id);
    void drop(Link* link);
    bool is_alive(const Link* link) const;

    Engine& m_engine;
    Enrolment& m_enrolment;
    AgentGateway& m_agents;
    OutputRelay m_outputs;
    std::vector<std::unique_ptr<Link>> m_links;
    std::map<std::uint64_t, Asked> m_asked;  // by number given to the core
    std::uint64_t m_next_number = 1;
};

}  // namespace apollo::orchestrator
