// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/client/remote_session.h"

#include <algorithm>

#include "common/codec/command_codec.h"
#include "common/codec/state_codec.h"

namespace apollo::client {

namespace {

class RemoteSubscription final : public api::Subscription {
public:
    RemoteSubscription(std::weak_ptr<Connection> connection, std::uint64_t id) : m_connection(std::move(connection)), m_id(id) {}
    ~RemoteSubscription() override {
        if (const auto connection = m_connection.lock()) connection->unsubscribe(m_id);
    }

private:
    std::weak_ptr<Connection> m_connection;
    std::uint64_t m_id;
};

void put_question(const api::TaskQuestion& question, wire::Request::FindTasks& out) {
    if (question.before != no_task) out.set_before(question.before.value);
    out.set_limit(question.limit);
    out.set_text(question.text);
    out.set_submitted_by(question.submitted_by);
    for (const domain::TaskStatus status : question.states) out.add_states(static_cast<std::uint32_t>(status));
    if (question.since) out.set_since(question.since->ms);
    if (question.until) out.set_until(question.until->ms);
}

api::TaskPage page_of(const wire::Response::TaskPage& in) {
    api::TaskPage page;
    page.more = in.more();
    for (const wire::TaskSummary& one : in.tasks()) {
        const auto status = static_cast<domain::TaskStatus>(std::min(one.status(), static_cast<std::uint32_t>(domain::TaskStatus::Succeeded)));
        page.tasks.push_back({TaskIndex{one.task()}, TaskId{one.task_id()}, IntentName{one.intent()}, status, OperatorName{one.submitted_by()},
                              WallTime{one.submitted_at()}, WallTime{one.ended_at()}, one.runs(), one.runs_done()});
    }
    return page;
}

class Remote final : public api::EventSource, public api::CommandSink, public api::HistoryQuery {
public:
    explicit Remote(std::shared_ptr<Connection> connection) : m_connection(std::move(connection)) {}

    std::unique_ptr<api::Subscription> subscribe(Position after, Observer observer) override {
        return std::make_unique<RemoteSubscription>(m_connection, m_connection->subscribe(after, std::move(observer)));
    }

    void send(domain::Command command, std::function<void(Result<domain::CommandResult>)> done) override {
        wire::Request request;
        codec::encode_command(command, *request.mutable_command());
        if (const std::size_t bytes = request.ByteSizeLong(); bytes > transport::frame_limit_bytes - 1024) {
            const std::string text = "this is " + std::to_string(bytes >> 10) + " KiB when sent, and an orchestrator takes at most " +
                                     std::to_string(transport::frame_limit_bytes >> 10) + " KiB at once; split the task or keep large texts in files";
            QMetaObject::invokeMethod(m_connection.get(), [done = std::move(done), text] { done(Error{ErrorKind::BadInput, text}); }, Qt::QueuedConnection);
            return;
        }
        m_connection->ask(std::move(request), [done = std::move(done)](Result<wire::Response> response) {
            if (response) done(codec::decode_command_result(response->command()));
            else done(response.error());
        });
    }

    void fetch_state(std::optional<TaskId> task, std::function<void(Result<std::shared_ptr<const domain::State>>)> done) override {
        wire::Request request;
        request.mutable_fetch_state();
        if (task) request.mutable_fetch_state()->set_task_id(task->text);
        auto bytes = std::make_shared<std::string>();
        m_connection->ask(std::move(request), [bytes, done = std::move(done)](Result<wire::Response> response) {
            if (!response) return done(response.error());
            *bytes += response->state_piece();
            if (response->more()) return;
            auto state = codec::state_from_bytes(*bytes);
            if (!state) return done(state.error());
            done(std::shared_ptr<const domain::State>(std::move(state).value()));
        });
    }

    void fetch_artifact(ArtifactId artifact, std::function<void(Result<std::string>)> done) override {
        wire::Request request;
        request.mutable_fetch_artifact()->set_sha256(artifact.text);
        auto bytes = std::make_shared<std::string>();
        m_connection->ask(std::move(request), [bytes, done = std::move(done)](Result<wire::Response> response) {
            if (!response) return done(response.error());
            *bytes += response->artifact_piece();
            if (!response->more()) done(std::move(*bytes));
        });
    }

    void fetch_output(api::OutputQuestion question, std::function<void(Result<api::OutputPiece>)> done) override {
        wire::Request request;
        wire::RunKey& key = *request.mutable_fetch_output()->mutable_key();
        key.set_task_id(question.task.text);
        key.set_step(question.step.text);
        key.set_node(question.node.text);
        key.set_attempt(question.attempt.value);
        request.mutable_fetch_output()->set_offset(question.offset);
        m_connection->ask(std::move(request), [done = std::move(done)](Result<wire::Response> response) {
            if (!response) return done(response.error());
            const wire::OutputPiece& piece = response->output();
            done(api::OutputPiece{Attempt{piece.attempt()}, piece.content(), piece.size_bytes(), piece.running()});
        });
    }

    void find_tasks(api::TaskQuestion question, std::function<void(Result<api::TaskPage>)> done) override {
        wire::Request request;
        put_question(question, *request.mutable_find_tasks());
        m_connection->ask(std::move(request), [done = std::move(done)](Result<wire::Response> response) {
            if (response) done(page_of(response->tasks()));
            else done(response.error());
        });
    }

    void measure_nodes(std::function<void(Result<std::vector<api::NodeMeasurement>>)> done) override {
        wire::Request request;
        request.mutable_measure_nodes();
        m_connection->ask(std::move(request), [done = std::move(done)](Result<wire::Response> response) {
            if (!response) return done(response.error());
            std::vector<api::NodeMeasurement> nodes;
            for (const wire::NodeMeasurement& one : response->measurements().nodes()) {
                api::NodeMeasurement& node = nodes.emplace_back();
                node.node = NodeId{one.node()};
                if (one.has_clock_offset_ms()) node.clock_offset_ms = one.clock_offset_ms();
                node.last_seen_at.ms = one.last_seen_at();
                node.running = one.running();
                node.connected = !one.disconnected();
            }
            done(std::move(nodes));
        });
    }

private:
    std::shared_ptr<Connection> m_connection;
};

// Keeps the connector alive until it has called back.
void open_tls(const transport::ServerAddress& address, const transport::Credentials& credentials, ChannelOpened opened) {
    auto connector = std::make_shared<transport::TlsConnector>(address, credentials);
    auto keep = std::make_shared<std::shared_ptr<transport::TlsConnector>>(connector);
    connector->on_connected = [opened, keep](std::unique_ptr<transport::TlsChannel> channel) {
        transport::TlsChannel* raw = channel.get();
        opened(std::shared_ptr<Channel>(std::move(channel)));
        raw->start();
        QMetaObject::invokeMethod(keep->get(), [keep] { keep->reset(); }, Qt::QueuedConnection);
    };
    connector->on_failed = [opened, keep](const Error& error) {
        opened(error);
        QMetaObject::invokeMethod(keep->get(), [keep] { keep->reset(); }, Qt::QueuedConnection);
    };
    connector->start();
}

}  // namespace

api::Session make_session(ChannelFactory factory, std::string title, int silence_limit_ms) {
    auto remote = std::make_shared<Remote>(std::make_shared<Connection>(std::move(factory), silence_limit_ms));
    return {remote, remote, remote, std::move(title)};
}

api::Session make_remote_session(const transport::ServerAddress& address, const transport::Credentials& credentials) {
    constexpr int silence_limit_ms = 30000;  // three heartbeats, as between agents and orchestrator
    return make_session([address, credentials](ChannelOpened opened) { open_tls(address, credentials, std::move(opened)); },
                        address.host + ":" + std::to_string(address.port), silence_limit_ms);
}

}  // namespace apollo::client
