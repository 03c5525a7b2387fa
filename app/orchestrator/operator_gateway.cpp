// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/orchestrator/operator_gateway.h"

#include <QPointer>
#include <algorithm>

#include "app/core/permissions.h"
#include "app/orchestrator/submission_check.h"
#include "common/codec/command_codec.h"
#include "common/codec/plan_codec.h"
#include "common/codec/state_codec.h"
#include "common/definition/parse.h"

namespace apollo::orchestrator {

namespace {

constexpr std::size_t piece_bytes = 1u << 20;
constexpr std::size_t backlog_limit_bytes = 512u << 20;

core::Caller caller_of(const Channel& channel) { return {OperatorName{channel.peer().name}}; }

api::TaskQuestion question_of(const wire::Request::FindTasks& wanted) {
    api::TaskQuestion question;
    if (wanted.has_before()) question.before = TaskIndex{wanted.before()};
    question.limit = wanted.limit();
    question.text = wanted.text();
    question.submitted_by = wanted.submitted_by();
    for (const std::uint32_t state : wanted.states()) {
        if (state <= static_cast<std::uint32_t>(domain::TaskStatus::Succeeded)) question.states.push_back(static_cast<domain::TaskStatus>(state));
    }
    if (wanted.has_since()) question.since = WallTime{wanted.since()};
    if (wanted.has_until()) question.until = WallTime{wanted.until()};
    return question;
}

void put_page(const api::TaskPage& page, wire::Response::TaskPage& out) {
    out.set_more(page.more);
    for (const api::TaskSummary& task : page.tasks) {
        wire::TaskSummary& one = *out.add_tasks();
        one.set_task(task.task.value);
        one.set_task_id(task.id.text);
        one.set_intent(task.intent.text);
        one.set_status(static_cast<std::uint32_t>(task.status));
        one.set_submitted_by(task.submitted_by.text);
        one.set_submitted_at(task.submitted_at.ms);
        one.set_ended_at(task.ended_at.ms);
        one.set_runs(task.runs);
        one.set_runs_done(task.runs_done);
    }
}

}  // namespace

OperatorGateway::OperatorGateway(Engine& engine, Enrolment& enrolment, AgentGateway& agents)
    : m_engine(engine), m_enrolment(enrolment), m_agents(agents), m_outputs(engine, agents) {}

OperatorGateway::~OperatorGateway() = default;

bool OperatorGateway::is_alive(const Link* link) const {
    return std::any_of(m_links.begin(), m_links.end(), [&](const auto& one) { return one.get() == link; });
}

void OperatorGateway::send(Link& link, const wire::Envelope& envelope) {
    std::string frame = envelope.SerializeAsString();
    if (link.backlog.empty() && link.channel->send(as_bytes(frame))) return;
    link.backlog_bytes += frame.size();
    link.backlog.push_back(std::move(frame));
    if (link.backlog_bytes > backlog_limit_bytes) link.channel->close("the program does not read its answers");
}

void OperatorGateway::send_backlog(Link& link) {
    while (!link.backlog.empty() && link.channel->send(as_bytes(link.backlog.front()))) {
        link.backlog_bytes -= link.backlog.front().size();
        link.backlog.pop_front();
    }
    pump_link(link);
}

void OperatorGateway::fail(Link& link, std::uint64_t id, const Error& error) {
    wire::Envelope envelope;
    envelope.mutable_response()->set_id(id);
    codec::encode_error(error, *envelope.mutable_response()->mutable_failure());
    send(link, envelope);
}

void OperatorGateway::answer(Link& link, std::uint64_t id, const Result<domain::CommandResult>& result) {
    if (!result) return fail(link, id, result.error());
    wire::Envelope envelope;
    envelope.mutable_response()->set_id(id);
    codec::encode_command_result(*result, *envelope.mutable_response()->mutable_command());
    send(link, envelope);
}

void OperatorGateway::welcome(std::unique_ptr<Channel> channel, const wire::Hello&) {
    auto link = std::make_unique<Link>();
    link->channel = std::move(channel);
    Link* raw = link.get();
    raw->channel->on_frame = [this, raw](ByteView frame) { on_frame(*raw, frame); };
    raw->channel->on_closed = [this, raw](const std::string&) { drop(raw); };
    raw->channel->on_drained = [this, raw] { send_backlog(*raw); };
    m_links.push_back(std::move(link));
    wire::Envelope envelope;
    const PeerIdentity& peer = raw->channel->peer();
    if (!core::role_of(m_engine.state(), OperatorName{peer.name}, peer.serial)) {
        envelope.mutable_hello_answer()->set_refused("operator " + peer.name + " was revoked, or never added");
        send(*raw, envelope);
        return raw->channel->close("an operator that is not known");
    }
    envelope.mutable_hello_answer()->set_protocol(1);
    envelope.mutable_hello_answer()->set_epoch(m_engine.state().epoch.value);
    send(*raw, envelope);
}

void OperatorGateway::drop(Link* link) {
    const auto at = std::find_if(m_links.begin(), m_links.end(), [&](const auto& one) { return one.get() == link; });
    if (at == m_links.end()) return;
    std::shared_ptr<Link> gone = std::move(*at);
    m_links.erase(at);
    std::erase_if(m_asked, [&](const auto& entry) { return entry.second.link == link; });
    gone->channel->on_frame = nullptr;
    gone->channel->on_closed = nullptr;
    gone->channel->on_drained = nullptr;
    // Not below one of the channel's own callbacks.
    QMetaObject::invokeMethod(this, [gone] {}, Qt::QueuedConnection);
}

std::uint64_t OperatorGateway::remember(Link& link, std::uint64_t id) {
    m_asked[m_next_number] = {&link, id};
    return m_next_number++;
}

bool OperatorGateway::carry_out(const core::Effect& effect) {
    const auto* reply = std::get_if<core::Answer>(&effect);
    if (!reply) return false;
    const auto asked = m_asked.find(reply->request);
    if (asked == m_asked.end()) return true;  // who asked is gone
    answer(*asked->second.link, asked->second.request, reply->result);
    m_asked.erase(asked);
    return true;
}

void OperatorGateway::on_frame(Link& link, ByteView frame) {
    wire::Envelope envelope;
    if (!envelope.ParseFromArray(frame.data(), static_cast<int>(frame.size()))) return link.channel->close("a frame that is no message");
    if (envelope.has_request()) return on_request(link, envelope.request());
    if (envelope.has_credit()) {
        const auto feed = link.feeds.find(envelope.credit().subscription());
        if (feed != link.feeds.end()) feed->second->confirm(Position{envelope.credit().confirmed_position()});
        return pump_link(link);
    }
    link.channel->close("a message an operator's program does not send");
}

void OperatorGateway::on_request(Link& link, const wire::Request& request) {
    if (const auto& failure = m_engine.failure()) return fail(link, request.id(), *failure);
    switch (request.kind_case()) {
        case wire::Request::kCommand: return on_command(link, request.id(), request.command());
        case wire::Request::kSubscribe: return subscribe(link, request.id(), Position{request.subscribe().after()});
        case wire::Request::kUnsubscribe: link.feeds.erase(request.unsubscribe()); return;
        case wire::Request::kFetchState: return send_state(link, request.id(), request.fetch_state());
        case wire::Request::kFetchArtifact: return send_artifact(link, request.id(), request.fetch_artifact().sha256());
        case wire::Request::kMeasureNodes: return send_measurements(link, request.id());
        case wire::Request::kFetchOutput: return send_output(link, request.id(), request.fetch_output());
        case wire::Request::kFindTasks: return send_tasks(link, request.id(), request.find_tasks());
        case wire::Request::KIND_NOT_SET: break;
    }
    fail(link, request.id(), {ErrorKind::Unsupported, "this orchestrator does not know that question; it is older than the program that asks"});
}

void OperatorGateway::on_command(Link& link, std::uint64_t id, const wire::Command& message) {
    auto command = codec::decode_command(message);
    if (!command) return fail(link, id, command.error());
    const PeerIdentity& peer = link.channel->peer();
    if (auto allowed = core::check_permission(m_engine.state(), OperatorName{peer.name}, peer.serial, *command); !allowed) return fail(link, id, allowed.error());
    if (auto* addition = std::get_if<domain::AddOperator>(&*command)) {
        if (auto certified = m_enrolment.certify(*addition); !certified) return fail(link, id, certified.error());
    }
    if (auto* submission = std::get_if<domain::SubmitTask>(&*command)) return submit(link, id, std::move(*submission));
    if (const auto* amendment = std::get_if<domain::AmendTask>(&*command)) return amend(link, id, *amendment);
    if (const auto* imported = std::get_if<domain::ImportTask>(&*command)) return import(link, id, *imported);
    if (const auto* token = std::get_if<domain::CreateNodeToken>(&*command)) return answer(link, id, m_enrolment.create_token(token->ttl_ms));
    if (const auto* piece = std::get_if<domain::StoreArtifact>(&*command)) return store(link, id, *piece);
    const std::uint64_t number = remember(link, id);
    m_engine.carry_out(m_engine.core().command(m_engine.now(), number, caller_of(*link.channel), *command));
}

// No event: what refers to it (a task's definition) is one, and comes after.
void OperatorGateway::store(Link& link, std::uint64_t id, const domain::StoreArtifact& piece) {
    const auto taken = link.intake.take(m_engine.artifacts(), piece.artifact, piece.offset, piece.content, piece.last);
    if (!taken) return fail(link, id, taken.error());
    domain::CommandResult result;
    result.position = m_engine.durable();
    answer(link, id, result);
}

void OperatorGateway::submit(Link& link, std::uint64_t id, domain::SubmitTask submission) {
    domain::TaskDefinition& definition = submission.definition;
    if (definition.task_id.empty()) {
        const std::string domain_part = is_valid_name(definition.intent.text) ? definition.intent.text.substr(0, 64) : "task";
        definition.task_id = TaskId{domain_part + "-" + std::to_string(m_engine.now().wall.ms / 1000) + "-" + m_engine.random().hex(8)};
    }
    if (auto checked = check_submission(definition); !checked) return fail(link, id, checked.error());
    const std::string sha256 = definition::definition_sha256(definition);
    auto prepared = m_engine.core().prepare_submission(definition, sha256);
    if (!prepared) return fail(link, id, prepared.error());
    if (prepared->known) {
        // What was decided for the known task may not be durable yet; nothing is said before it is.
        const std::uint64_t number = remember(link, id);
        return m_engine.after_durable([this, number, known = *prepared->known] { carry_out(core::Answer{number, known}); });
    }
    const std::string bytes = codec::plan_to_bytes(*prepared->plan);
    auto artifact = m_engine.artifacts().put(as_bytes(bytes));
    if (!artifact) return fail(link, id, artifact.error());
    const std::uint64_t number = remember(link, id);
    m_engine.carry_out(m_engine.core().submit(m_engine.now(), number, caller_of(*link.channel), prepared->plan,
                                              {*artifact, bytes.size(), "application/x-apollo-plan"}, sha256));
}

void OperatorGateway::amend(Link& link, std::uint64_t id, const domain::AmendTask& command) {
    if (auto checked = check_submission(command.definition); !checked) return fail(link, id, checked.error());
    auto prepared = m_engine.core().prepare_amendment(command);
    if (!prepared) return fail(link, id, prepared.error());
    if (command.dry_run || prepared->preview.rows.empty()) {
        const std::uint64_t number = remember(link, id);
        return m_engine.after_durable([this, number, preview = prepared->preview] { carry_out(core::Answer{number, preview}); });
    }
    if (!prepared->plan) {
        std::string reasons;
        for (const domain::ResultRow& row : prepared->preview.rows) {
            if (row.what == "refuse") reasons += "; step " + row.step + " " + row.detail;
        }
        return fail(link, id, {ErrorKind::Refused, "nothing was changed" + reasons});
    }
    const std::string bytes = codec::plan_to_bytes(*prepared->plan);
    auto artifact = m_engine.artifacts().put(as_bytes(bytes));
    if (!artifact) return fail(link, id, artifact.error());
    const std::uint64_t number = remember(link, id);
    m_engine.carry_out(m_engine.core().amend(m_engine.now(), number, caller_of(*link.channel), command, prepared->plan,
                                             {*artifact, bytes.size(), "application/x-apollo-plan"},
                                             definition::definition_sha256(command.definition)));
}

void OperatorGateway::import(Link& link, std::uint64_t id, const domain::ImportTask& command) {
    const auto plan = domain::make_plan(command.definition, command.step_nodes);
    if (!is_valid_name(plan->definition.task_id.text)) return fail(link, id, {ErrorKind::BadInput, "an imported task needs a valid task_id"});
    const std::string bytes = codec::plan_to_bytes(*plan);
    auto artifact = m_engine.artifacts().put(as_bytes(bytes));
    if (!artifact) return fail(link, id, artifact.error());
    const std::uint64_t number = remember(link, id);
    m_engine.carry_out(m_engine.core().import(m_engine.now(), number, caller_of(*link.channel), command, plan,
                                              {*artifact, bytes.size(), "application/x-apollo-plan"},
                                              definition::definition_sha256(command.definition)));
}

void OperatorGateway::subscribe(Link& link, std::uint64_t id, Position after) {
    auto feed = EventFeed::open(m_engine.disk(), m_engine.paths().log(), after, m_engine.plans());
    if (!feed) return fail(link, id, feed.error());
    link.feeds[id] = std::move(feed).value();
    pump_link(link);
}

void OperatorGateway::pump() {
    turn_away_revoked();
    for (const auto& link : m_links) pump_link(*link);
}

void OperatorGateway::turn_away_revoked() {
    std::vector<Channel*> closing;
    for (const auto& link : m_links) {
        const PeerIdentity& peer = link->channel->peer();
        if (!core::role_of(m_engine.state(), OperatorName{peer.name}, peer.serial)) closing.push_back(link->channel.get());
    }
    for (Channel* channel : closing) channel->close("operator " + channel->peer().name + " was revoked");
}

void OperatorGateway::pump_link(Link& link) {
    for (const auto& [id, feed] : link.feeds) {
        wire::Envelope envelope;
        // What waits goes first; the feed reads on from its place when there is room again.
        while (link.backlog.empty() && feed->next_batch(m_engine.durable(), *envelope.mutable_response()->mutable_events())) {
            envelope.mutable_response()->set_id(id);
            send(link, envelope);
            envelope.Clear();
        }
    }
}

void OperatorGateway::send_pieces(Link& link, std::uint64_t id, const std::string& bytes, bool is_state) {
    std::size_t at = 0;
    do {
        wire::Envelope envelope;
        auto* response = envelope.mutable_response();
        response->set_id(id);
        const std::string piece = bytes.substr(at, piece_bytes);
        if (is_state) response->set_state_piece(piece);
        else response->set_artifact_piece(piece);
        at += piece.size();
        response->set_more(at < bytes.size());
        send(link, envelope);
    } while (at < bytes.size());
}

void OperatorGateway::send_state(Link& link, std::uint64_t id, const wire::Request::FetchState& wanted) {
    std::optional<TaskIndex> only;
    if (wanted.has_task_id()) {
        const auto task = m_engine.state().task_by_id.find(TaskId{wanted.task_id()});
        if (task == m_engine.state().task_by_id.end()) {
            return fail(link, id, {ErrorKind::NotFound, "there is no task " + wanted.task_id() + "; see: apollo-cli task list"});
        }
        only = task->second;
    }
    auto bytes = std::make_shared<std::string>(codec::state_to_bytes(m_engine.state(), only));
    m_engine.after_durable([this, link_pointer = &link, id, bytes] {
        if (is_alive(link_pointer)) send_pieces(*link_pointer, id, *bytes, true);
    });
}

void OperatorGateway::send_artifact(Link& link, std::uint64_t id, const std::string& sha256) {
    auto content = m_engine.artifacts().get(ArtifactId{sha256});
    if (!content) return fail(link, id, content.error());
    send_pieces(link, id, *content, false);
}

void OperatorGateway::send_output(Link& link, std::uint64_t id, const wire::Request::FetchOutput& wanted) {
    // Remembered like a command: who asked may be gone when the node answers.
    const std::uint64_t number = remember(link, id);
    m_outputs.ask(wanted, [this, number](const Result<wire::OutputPiece>& piece) {
        const auto asked = m_asked.find(number);
        if (asked == m_asked.end()) return;
        const Asked to = asked->second;
        m_asked.erase(asked);
        if (!piece) return fail(*to.link, to.request, piece.error());
        wire::Envelope envelope;
        envelope.mutable_response()->set_id(to.request);
        *envelope.mutable_response()->mutable_output() = *piece;
        send(*to.link, envelope);
    });
}

void OperatorGateway::send_tasks(Link& link, std::uint64_t id, const wire::Request::FindTasks& wanted) {
    if (!on_find_tasks) return fail(link, id, {ErrorKind::Unsupported, "this orchestrator keeps no SQL history"});
    // Remembered like a command: who asked may be gone when SQL answers.
    const std::uint64_t number = remember(link, id);
    on_find_tasks(question_of(wanted), [guard = QPointer<OperatorGateway>(this), number](const Result<api::TaskPage>& page) {
        if (!guard) return;
        const auto asked = guard->m_asked.find(number);
        if (asked == guard->m_asked.end()) return;
        const Asked to = asked->second;
        guard->m_asked.erase(asked);
        if (!page) return guard->fail(*to.link, to.request, page.error());
        wire::Envelope envelope;
        envelope.mutable_response()->set_id(to.request);
        put_page(*page, *envelope.mutable_response()->mutable_tasks());
        guard->send(*to.link, envelope);
    });
}

void OperatorGateway::send_measurements(Link& link, std::uint64_t id) {
    wire::Envelope envelope;
    envelope.mutable_response()->set_id(id);
    auto* measurements = envelope.mutable_response()->mutable_measurements();
    for (const api::NodeMeasurement& one : m_agents.measurements()) {
        auto* node = measurements->add_nodes();
        node->set_node(one.node.text);
        if (one.clock_offset_ms) node->set_clock_offset_ms(*one.clock_offset_ms);
        node->set_last_seen_at(one.last_seen_at.ms);
        node->set_running(one.running);
        node->set_disconnected(!one.connected);
    }
    send(link, envelope);
}

}  // namespace apollo::orchestrator
