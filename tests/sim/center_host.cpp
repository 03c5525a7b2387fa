// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Life and death of the simulated orchestrator, its log and what waits for it. Frames: center_frames.cpp.
#include "tests/sim/center_host.h"

#include <algorithm>
#include <utility>

#include "app/orchestrator/recovery.h"
#include "common/codec/plan_codec.h"
#include "common/codec/state_codec.h"
#include "common/definition/intents.h"
#include "common/definition/parse.h"
#include "common/domain/reducer.h"
#include "common/eventlog/log_reader.h"
#include "common/eventlog/snapshot_store.h"

namespace apollo::sim {

namespace {

core::CoreSettings core_settings() {
    core::CoreSettings settings;
    for (const definition::BuiltinIntent& intent : definition::builtin_intents()) {
        if (intent.idempotency) settings.intent_idempotency[IntentName{intent.name}] = *intent.idempotency;
    }
    return settings;
}

std::string digest_of(const std::string& body) { return sha256_hex(as_bytes(body)).substr(0, 16); }

}  // namespace

CenterHost::CenterHost(Timeline& timeline, Trace& trace, Checker& checker, Network& network, const Scenario& scenario, Plant plant)
    : m_timeline(timeline),
      m_trace(trace),
      m_checker(checker),
      m_network(network),
      m_scenario(scenario),
      m_plant(plant),
      m_random(stream(scenario.seed, 11, 0)),
      m_artifacts(m_disk, m_paths.artifacts()),
      m_last_dispatch(scenario.agents) {
    m_disk.lying_syncs = plant == Plant::ForgetSync;
    for (const std::string& folder : {m_paths.root, m_paths.log(), m_paths.snapshots(), m_paths.artifacts()}) (void)m_disk.make_folder(folder);
}

CenterHost::~CenterHost() = default;

Now CenterHost::now() const { return {{1700000000000 + m_timeline.now_ms() + wall_offset_ms}, {m_timeline.now_ms()}}; }

void CenterHost::later(std::int64_t delay_ms, Action action) {
    m_timeline.after(delay_ms, [this, life = m_life, action = std::move(action)] {
        if (life == m_life && m_core) action();
    });
}

// ---- life and death ----

bool CenterHost::start() {
    orchestrator::RecoverySettings settings;
    settings.segment_size_bytes = m_scenario.segment_size_bytes;
    settings.random = &m_random;
    auto recovered = orchestrator::recover(m_disk, m_paths, settings, m_artifacts);
    if (!recovered) {
        m_trace.line("the center cannot start: " + recovered.error().message);
        return false;
    }
    for (const std::string& warning : recovered->warnings) m_trace.line("center: " + warning);
    m_damage_seen = m_damage_seen || !recovered->damage.empty();
    check_recovery(*recovered);
    if (m_plant == Plant::DropDedup) {
        for (domain::Node& node : recovered->state->nodes) {
            for (domain::OriginProgress& origin : node.origins) origin.contiguous = Sequence{0};
        }
    }
    ++m_life;
    m_writer = std::move(recovered->writer);
    m_last_snapshot = recovered->snapshot_watermark;
    m_core = std::make_unique<core::OrchestratorCore>(core_settings(), recovered->state);
    m_trace.line("the center starts at position " + std::to_string(recovered->state->position.value));
    carry_out(m_core->start(now(), "simulated"));
    deal_with_damage(*recovered);
    later(heartbeat_interval_ms, [this] { check_silence(); });
    return true;
}

std::vector<LoggedEvent> CenterHost::read_log(Position limit) {
    std::vector<LoggedEvent> all;
    auto reader = eventlog::LogReader::open(m_disk, m_paths.log());
    if (!reader) return all;
    const auto plans = orchestrator::make_plan_source(m_artifacts);
    eventlog::Record record;
    while ((*reader)->next(record, limit)) {
        auto event = codec::decode_event(record.body);
        if (!event) continue;
        (void)codec::resolve_plan(*event, plans);
        all.push_back({std::move(event).value(), digest_of(std::string(as_text(record.body)))});
    }
    return all;
}

namespace {

std::string replay_hash(const std::vector<LoggedEvent>& log) {
    domain::State state;
    for (const LoggedEvent& logged : log) domain::apply(state, logged.event);
    return domain::state_hash(state);
}

}  // namespace

std::string CenterHost::replayed_hash() { return replay_hash(read_log()); }

void CenterHost::check_recovery(const orchestrator::Recovered& recovered) {
    const std::vector<LoggedEvent> log = read_log(recovered.writer->last());
    const DamageSeen damage{m_damage_seen, m_scenario.rots_center_log()};
    m_checker.center_recovered(log, damage, domain::state_hash(*recovered.state), replay_hash(log));
}

// As the engine does it.
void CenterHost::deal_with_damage(orchestrator::Recovered& recovered) {
    for (const orchestrator::OpenDamage& open : recovered.damage) {
        const eventlog::Damage& damage = open.damage;
        m_trace.line("the center's log is damaged: positions " + std::to_string(damage.first_missing.value) + " to " +
                     std::to_string(damage.last_missing.value) + ", " + std::to_string(open.runs.size()) + " runs");
        carry_out(m_core->raise_damage_alert(now(), damage.first_missing, damage.last_missing, "the log is damaged"));
        carry_out(m_core->quarantine(now(), open.runs, "events were lost to damage"));
    }
}

void CenterHost::stop(bool silently) {
    if (!m_core) return;
    for (const auto& link : m_links) m_network.close(link->connection, Side::Center, silently);
    m_links.clear();
    m_core.reset();
    m_writer.reset();
    m_queued.clear();
    m_waiting.clear();
    m_syncing = false;
    m_tick_at_ms = -1;
    ++m_life;
}

void CenterHost::kill() {
    m_trace.line("the center is killed");
    stop(false);
}

void CenterHost::crash(bool in_a_write) {
    m_trace.line("the center's machine loses power");
    if (in_a_write && m_writer && m_writer->has_queued()) {
        m_disk.syncs_left = 0;
        (void)m_writer->commit();
    }
    stop(true);
    m_disk.cut_power(&m_random);
    m_disk.lying_syncs = m_plant == Plant::ForgetSync;
}

void CenterHost::fail(const std::string& reason) {
    m_trace.line("the center gives up: " + reason);
    stop(false);
    on_died();
}

// ---- the log ----

void CenterHost::append(domain::Event event) {
    if (m_plant == Plant::AcceptOlderVersion && event.header.version.value > 1 && m_random.below(20) == 0) {
        event.header.version = Version{event.header.version.value - 1};
    }
    std::string body = codec::encode_event(event);
    const domain::EventHeader& header = event.header;
    m_trace.line("event " + std::to_string(header.position.value) + " " + to_text(header.type) +
                 (header.run == no_run ? "" : " run " + std::to_string(header.run.value) + " attempt " + std::to_string(header.attempt.value)) +
                 (header.node == no_node ? "" : " node " + std::to_string(header.node.value)) + (header.fact_only ? " (fact)" : ""));
    const Position position = m_writer->append(as_bytes(body), event.header.run.value);
    m_trace.bytes(as_bytes(body));
    if (position.value != 0 && position != event.header.position) m_checker.fail("log", "the writer and the core disagree about the next position");
    m_queued.push_back({std::move(event), digest_of(body)});
}

void CenterHost::carry_out(core::Output output) {
    for (domain::Event& event : output.events) append(std::move(event));
    for (core::Effect& effect : output.effects) {
        const bool early = m_plant == Plant::AcknowledgeEarly &&
                           (std::holds_alternative<core::Answer>(effect) || std::holds_alternative<core::SendAck>(effect));
        if (early) perform(effect);
        else m_waiting.push_back({m_core->position(), [this, effect = std::move(effect)] { perform(effect); }});
        if (!m_core) return;
    }
    if (m_plant == Plant::SnapshotAhead && m_core->position().value >= m_last_snapshot.value + m_scenario.snapshot_interval_events) {
        m_last_snapshot = m_core->position();
        write_snapshot(m_writer->durable(), m_core->position(), codec::state_to_bytes(m_core->state()));
    }
    release();
    sync_log();
    arm_tick();
}

void CenterHost::sync_log() {
    if (!m_core || m_syncing || !m_writer->has_queued()) return;
    m_syncing = true;
    later(slow_disk > 0 ? between(m_random, 100, 3000) : between(m_random, 1, 5), [this] {
        m_syncing = false;
        commit();
    });
}

void CenterHost::commit() {
    auto committed = m_writer->commit();
    if (!committed) return fail(committed.error().message);
    if (auto marked = m_writer->mark_idle(); !marked) return fail(marked.error().message);
    became_durable();
}

void CenterHost::became_durable() {
    const Position durable = m_writer->durable();
    m_trace.line("durable up to " + std::to_string(durable.value));
    std::vector<domain::Event> requeued;
    while (!m_queued.empty() && m_queued.front().event.header.position <= durable) {
        m_checker.log_became_durable(m_queued.front());
        if (m_queued.front().event.header.type == domain::EventType::Cancelled) requeued.push_back(m_queued.front().event);
        m_queued.pop_front();
    }
    release();
    for (const domain::Event& event : requeued) requeue_cancelled(event);
    if (m_core) consider_snapshot();
    sync_log();
}

void CenterHost::release() {
    if (m_releasing || !m_core) return;
    m_releasing = true;
    const std::uint64_t life = m_life;
    while (life == m_life && !m_waiting.empty() && m_waiting.front().until <= m_writer->durable()) {
        const Action action = std::move(m_waiting.front().action);
        m_waiting.pop_front();
        action();
    }
    m_releasing = false;
}

void CenterHost::arm_tick() {
    if (!m_core) return;
    const auto due = m_core->next_deadline();
    if (!due || (m_tick_at_ms >= 0 && m_tick_at_ms <= due->ms)) return;
    m_tick_at_ms = std::max(due->ms, m_timeline.now_ms());
    later(m_tick_at_ms - m_timeline.now_ms(), [this, at_ms = m_tick_at_ms] {
        if (at_ms != m_tick_at_ms) return;
        m_tick_at_ms = -1;
        carry_out(m_core->tick(now()));
    });
}

void CenterHost::consider_snapshot() {
    if (m_core->position().value < m_last_snapshot.value + m_scenario.snapshot_interval_events) return;
    m_last_snapshot = m_core->position();
    // Written only when the log holds everything the state does.
    m_waiting.push_back({m_core->position(), [this, position = m_core->position(), bytes = codec::state_to_bytes(m_core->state())] {
                             write_snapshot(position, position, bytes);
                         }});
    release();
}

void CenterHost::write_snapshot(Position watermark, Position holds, std::string bytes) {
    m_checker.snapshot_written(holds, m_writer->durable());
    eventlog::SnapshotStore store(m_disk, m_paths.snapshots());
    if (auto written = store.write({watermark, std::move(bytes)}); !written) m_trace.line("center: no snapshot: " + written.error().message);
}

// ---- people ----

void CenterHost::enrol(const domain::NodeFacts& facts) { carry_out(m_core->enrol_node(now(), facts)); }

void CenterHost::submit(std::uint64_t request, const domain::TaskDefinition& definition) {
    const std::string sha256 = definition::definition_sha256(definition);
    auto prepared = m_core->prepare_submission(definition, sha256);
    if (!prepared) return on_answer(request, prepared.error());
    if (prepared->known) {
        // What was decided for the known task may not be durable yet.
        core::Output output;
        output.effects.push_back(core::Answer{request, *prepared->known});
        return carry_out(std::move(output));
    }
    const std::string bytes = codec::plan_to_bytes(*prepared->plan);
    auto artifact = m_artifacts.put(as_bytes(bytes));
    if (!artifact) return on_answer(request, artifact.error());
    carry_out(m_core->submit(now(), request, {OperatorName{"operator"}}, prepared->plan, {*artifact, bytes.size(), "application/x-apollo-plan"}, sha256));
}

void CenterHost::amend(std::uint64_t request, const domain::AmendTask& command) {
    auto prepared = m_core->prepare_amendment(command);
    if (!prepared) return on_answer(request, prepared.error());
    if (!prepared->plan) return on_answer(request, Error{ErrorKind::Refused, "the amendment changes what cannot change"});
    const std::string bytes = codec::plan_to_bytes(*prepared->plan);
    auto artifact = m_artifacts.put(as_bytes(bytes));
    if (!artifact) return on_answer(request, artifact.error());
    carry_out(m_core->amend(now(), request, {OperatorName{"operator"}}, command, prepared->plan, {*artifact, bytes.size(), "application/x-apollo-plan"},
                            definition::definition_sha256(command.definition)));
}

void CenterHost::command(std::uint64_t request, const domain::Command& command) {
    carry_out(m_core->command(now(), request, {OperatorName{"operator"}}, command));
}

}  // namespace apollo::sim
