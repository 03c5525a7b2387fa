// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/orchestrator/output_relay.h"

namespace apollo::orchestrator {

namespace {

constexpr std::size_t waiting_limit = 256;
constexpr std::int64_t answer_limit_ms = 10000;
constexpr int look_again_ms = 500;

}  // namespace

OutputRelay::OutputRelay(Engine& engine, AgentGateway& agents) : m_engine(engine), m_agents(agents) {
    m_agents.on_output_piece = [this](NodeIndex node, const wire::OutputPiece& piece) { on_piece(node, piece); };
    m_timer.setInterval(look_again_ms);
    connect(&m_timer, &QTimer::timeout, this, [this] { give_up_late_ones(); });
}

Result<RunIndex> OutputRelay::find_run(const wire::RunKey& key) const {
    const domain::State& state = m_engine.state();
    if (!state.find_task(TaskId{key.task_id()})) return Error{ErrorKind::NotFound, "there is no task " + key.task_id() + "; see: apollo-cli task list"};
    const auto run = state.find_run(TaskId{key.task_id()}, StepName{key.step()}, NodeId{key.node()});
    if (!run) return Error{ErrorKind::NotFound, "task " + key.task_id() + " has no step " + key.step() + " on node " + key.node()};
    if (state.runs[run->value].node == no_node) return Error{ErrorKind::NotFound, "this run is a history from elsewhere; no node of ours holds its output"};
    return *run;
}

void OutputRelay::ask(const wire::Request::FetchOutput& question, Done done) {
    const auto index = find_run(question.key());
    if (!index) return done(index.error());
    const domain::Run& run = m_engine.state().runs[index->value];
    const Attempt newest = std::max(run.attempt, run.claimed_attempt), asked{question.key().attempt()};
    if (newest.value == 0) return done(Error{ErrorKind::NotFound, "step " + question.key().step() + " has not begun on node " + question.key().node()});
    if (m_waiting.size() >= waiting_limit) return done(Error{ErrorKind::Refused, "too many questions for outputs wait already; ask again later"});
    wire::OutputQuery query;
    query.set_id(m_next_id);
    *query.mutable_key() = question.key();
    query.mutable_key()->set_attempt(asked.value == 0 ? newest.value : asked.value);
    query.set_offset(question.offset());
    if (auto sent = m_agents.send_output_query(run.node, query); !sent) return done(sent.error());
    m_waiting[m_next_id++] = {run.node, m_engine.now().monotonic.ms + answer_limit_ms, std::move(done)};
    if (!m_timer.isActive()) m_timer.start();
}

void OutputRelay::on_piece(NodeIndex node, const wire::OutputPiece& piece) {
    const auto at = m_waiting.find(piece.id());
    // Another node answers for nobody.
    if (at == m_waiting.end() || at->second.node != node) return;
    const Done done = std::move(at->second.done);
    m_waiting.erase(at);
    if (m_waiting.empty()) m_timer.stop();
    if (piece.refused().empty()) done(piece);
    else done(Error{ErrorKind::NotFound, piece.refused()});
}

void OutputRelay::give_up_late_ones() {
    const std::int64_t now_ms = m_engine.now().monotonic.ms;
    std::vector<std::pair<Done, Error>> lost;
    for (auto at = m_waiting.begin(); at != m_waiting.end();) {
        const std::string name = m_engine.state().nodes[at->second.node.value].facts.node.text;
        const bool gone = !m_agents.is_connected(at->second.node);
        if (!gone && now_ms < at->second.deadline_ms) {
            ++at;
            continue;
        }
        lost.emplace_back(std::move(at->second.done), gone ? Error{ErrorKind::Refused, "node " + name + " went away before it answered"}
                                                           : Error{ErrorKind::Timeout, "node " + name + " did not answer within 10 s"});
        at = m_waiting.erase(at);
    }
    if (m_waiting.empty()) m_timer.stop();
    for (auto& [done, error] : lost) done(error);
}

}  // namespace apollo::orchestrator
