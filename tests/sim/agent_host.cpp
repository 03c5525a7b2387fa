// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Life and death of one simulated agent, its log and what waits for it. The link: agent_link.cpp.
#include "tests/sim/agent_host.h"

#include <algorithm>
#include <utility>

#include "agent/intents/fill_order.h"
#include "agent/spool/record_codec.h"
#include "common/eventlog/log_reader.h"

namespace apollo::sim {

namespace {

constexpr const char* wal_folder = "/agent/wal";
constexpr std::uint64_t segment_size_bytes = 8u << 10;
constexpr std::int64_t begin_again_ms = 5000;
constexpr std::int64_t save_interval_ms = 2000;

}  // namespace

AgentHost::AgentHost(Timeline& timeline, Trace& trace, Checker& checker, Network& network, const Scenario& scenario, Plant plant, std::uint32_t number)
    : m_timeline(timeline),
      m_trace(trace),
      m_checker(checker),
      m_network(network),
      m_plant(plant),
      m_number(number),
      m_capacity(scenario.capacities[number]),
      m_id("n" + std::to_string(number + 1)),
      m_random(stream(scenario.seed, 12, number)),
      m_processes(timeline, {scenario.seed, scenario.failing_per_mille, scenario.process_ms_max}) {
    m_processes.wall = [this] { return now().wall; };
    m_processes.on_effect = [this](const agent::RunKey& key) {
        m_trace.line("effect " + effect_name(key));
        m_checker.takes_effect(m_number, key, m_runs[key], m_processes.running(), m_capacity);
    };
}

AgentHost::~AgentHost() = default;

Now AgentHost::now() const { return {{1700000000000 + m_timeline.now_ms() + wall_offset_ms}, {m_timeline.now_ms()}}; }

void AgentHost::later(std::int64_t delay_ms, std::function<void()> action) {
    m_timeline.after(delay_ms, [this, life = m_life, action = std::move(action)] {
        if (life == m_life && m_core) action();
    });
}

domain::NodeFacts AgentHost::facts() const {
    domain::NodeFacts facts;
    facts.node = m_id;
    facts.capacity = m_capacity;
    facts.agent_version = "simulated";
    if (m_number < 3) facts.groups.push_back(first_group);
    return facts;
}

// ---- life and death ----

bool AgentHost::start() {
    if (m_core) return true;
    ++m_life;
    m_newest_epoch = Epoch{0};
    m_core = std::make_unique<agent::AgentCore>(agent::CoreSettings{m_capacity, 60000, agent::fill_order});
    m_sender = std::make_unique<agent::EventSender>(agent::EventSender::Doors{
        [this]() -> const std::deque<agent::NodeEventRecord>& { return m_core->unacked(); }, [this] { return m_core->incarnation(); },
        [this](const wire::Envelope& envelope) { return send(envelope); }, [](const agent::RunKey&) { return std::string(); },
        [this](const std::string& line) { m_trace.line(line); }});
    bool is_damaged = false;
    if (!open_log(is_damaged)) {
        stop(true);
        return false;
    }
    m_trace.line(m_id.text + " starts");
    if (is_damaged || m_core->incarnation().value == 0) begin_new_incarnation();
    const auto text = m_disk.read_file("/agent/acked");
    m_acked = Sequence{};
    const std::string mine = std::to_string(m_core->incarnation().value) + " ";
    if (text && text->starts_with(mine)) m_acked = Sequence{std::stoull(text->substr(mine.size()))};
    m_core->on_acked(m_core->incarnation(), m_acked);
    hear_processes();
    recover();
    later(save_interval_ms, [this] { save_acked(); });
    connect();
    later(heartbeat_interval_ms, [this] { beat(); });
    return true;
}

void AgentHost::hear_processes() {
    m_processes.on_started = [this](const agent::RunKey& key, WallTime started_at) {
        if (m_core) take(m_core->on_started(key, started_at, now()));
    };
    m_processes.on_ended = [this](const agent::RunKey& key, const ExitRecord& record) {
        if (!m_core || (m_plant == Plant::LeakSlot && m_random.below(10) == 0)) return;
        take(m_core->on_ended(key, {record, {}, {}, {}}, now()));
    };
}

void AgentHost::recover() {
    for (const agent::DispatchOrder& order : m_core->unfinished()) {
        std::optional<ExitRecord> record;
        Evidence evidence = m_processes.inspect(order.key, record);
        if (m_plant == Plant::ApplyTwice && evidence == Evidence::Running) {
            m_processes.forget(order.key);
            evidence = Evidence::NeverStarted;
        }
        take(m_core->recover(order.key, evidence, now()));
        if (record) take(m_core->on_ended(order.key, {*record, {}, {}, {}}, now()));
    }
    take(m_core->finish_recovery(now()));
}

void AgentHost::stop(bool silently) {
    if (!m_core) return;
    if (m_connection != 0) m_network.close(m_connection, Side::Agent, silently);
    m_connection = 0;
    m_link = LinkState::Down;
    m_processes.on_started = nullptr;
    m_processes.on_ended = nullptr;
    m_sender.reset();
    m_core.reset();
    m_writer.reset();
    m_queued.clear();
    m_waiting.clear();
    m_syncing = m_failed = false;
    m_tick_at_ms = -1;
    ++m_life;
}

void AgentHost::kill() {
    m_trace.line(m_id.text + " is killed");
    stop(false);
}

void AgentHost::crash(bool in_a_write) {
    m_trace.line(m_id.text + " loses power");
    if (in_a_write && m_writer && m_writer->has_queued()) {
        m_disk.syncs_left = 0;
        (void)m_writer->commit();
    }
    stop(true);
    m_processes.cut_power();
    m_disk.cut_power(&m_random);
}

void AgentHost::wipe() {
    m_trace.line(m_id.text + " comes back with an empty disk");
    for (const std::string& path : m_disk.paths()) (void)m_disk.remove(path);
    for (const char* folder : {"/agent", wal_folder}) (void)m_disk.sync_folder(folder);
    m_processes.wipe();
    m_checker.agent_wiped(m_number);
    m_excused = true;
}

void AgentHost::rot(std::uint64_t dice) {
    std::vector<std::string> files;
    for (const std::string& path : m_disk.paths()) {
        if (path.starts_with(wal_folder)) files.push_back(path);
    }
    if (files.empty()) return;
    const std::string& path = files[dice % files.size()];
    const std::size_t size = m_disk.bytes_of(path).size();
    if (size == 0) return;
    m_disk.flip_bit(path, (dice >> 8) % size, static_cast<int>((dice >> 4) % 8));
    m_excused = true;
}

// ---- its log ----

std::vector<agent::AgentRecord> AgentHost::read_log(bool& is_damaged) {
    std::vector<agent::AgentRecord> records;
    auto reader = eventlog::LogReader::open(m_disk, wal_folder);
    eventlog::Record record;
    while (reader && (*reader)->next(record)) {
        auto decoded = agent::decode_record(record.body);
        if (decoded) records.push_back(std::move(decoded).value());
        else is_damaged = true;
    }
    return records;
}

bool AgentHost::open_log(bool& is_damaged) {
    eventlog::OpenReport report;
    auto writer = eventlog::LogWriter::open(m_disk, {wal_folder, segment_size_bytes, &m_random}, {}, report);
    if (!writer) {
        m_trace.line(m_id.text + " cannot open its log: " + writer.error().message);
        return false;
    }
    m_writer = std::move(writer).value();
    is_damaged = !report.damage.empty();
    const std::vector<agent::AgentRecord> records = read_log(is_damaged);
    m_checker.agent_recovered(m_number, records, m_excused || is_damaged);
    m_excused = false;
    for (const agent::AgentRecord& record : records) {
        if (const auto* claim = std::get_if<agent::ClaimRecord>(&record)) m_runs[claim->order.key] = claim->order.run_index;
        m_core->replay(record);
    }
    return true;
}

void AgentHost::begin_new_incarnation() {
    const auto number = static_cast<std::uint32_t>(1 + m_random.below(0xFFFFFFFEu));
    m_trace.line(m_id.text + " begins incarnation " + std::to_string(number));
    m_acked = Sequence{};
    take(m_core->start_new_incarnation(Incarnation{number}));
}

void AgentHost::take(agent::Output output) {
    for (agent::AgentRecord& record : output.records) {
        if (const auto* claim = std::get_if<agent::ClaimRecord>(&record)) m_runs[claim->order.key] = claim->order.run_index;
        if (m_plant == Plant::SkipClaim && std::holds_alternative<agent::ClaimRecord>(record)) continue;
        const std::string body = agent::encode_record(record);
        m_trace.bytes(as_bytes(body));
        const Position position = m_writer->append(as_bytes(body), eventlog::no_owner);
        m_queued.emplace_back(position, std::move(record));
    }
    if (!output.effects.empty()) m_waiting.push_back({m_writer->last(), std::move(output.effects)});
    release();
    sync_log();
    arm_tick();
}

void AgentHost::arm_tick() {
    if (!m_core) return;
    const auto due = m_core->next_deadline();
    if (!due || (m_tick_at_ms >= 0 && m_tick_at_ms <= due->ms)) return;
    m_tick_at_ms = std::max(due->ms, m_timeline.now_ms());
    later(m_tick_at_ms - m_timeline.now_ms(), [this, at_ms = m_tick_at_ms] {
        if (at_ms != m_tick_at_ms) return;
        m_tick_at_ms = -1;
        take(m_core->tick(now()));
    });
}

void AgentHost::sync_log() {
    if (!m_core || m_syncing || m_failed || !m_writer->has_queued()) return;
    m_syncing = true;
    later(slow_disk > 0 ? between(m_random, 100, 3000) : between(m_random, 1, 4), [this] {
        m_syncing = false;
        commit();
    });
}

void AgentHost::commit() {
    auto committed = m_writer->commit();
    if (!committed) return log_failed(committed.error().message);
    const Status marked = m_writer->mark_idle();
    while (!m_queued.empty() && m_queued.front().first <= *committed) {
        m_checker.agent_record_became_durable(m_number, m_queued.front().second);
        m_queued.pop_front();
    }
    release();
    if (!marked) return log_failed(marked.error().message);
    sync_log();
}

void AgentHost::log_failed(const std::string& reason) {
    if (!m_core) return;
    m_trace.line(m_id.text + " cannot write its log: " + reason);
    m_failed = true;
    m_core->on_log_failed(reason);
    later(begin_again_ms, [this] {
        stop(false);
        if (!start()) m_timeline.after(begin_again_ms, [this, life = m_life] {
            if (life == m_life && !m_core) start();
        });
    });
}

void AgentHost::release() {
    if (m_releasing || !m_core) return;
    m_releasing = true;
    const std::uint64_t life = m_life;
    while (life == m_life && !m_failed && !m_waiting.empty() && m_waiting.front().position <= m_writer->durable()) {
        const Waiting next = std::move(m_waiting.front());
        m_waiting.pop_front();
        for (const agent::Effect& effect : next.effects) {
            if (life == m_life) perform(effect);
        }
    }
    m_releasing = false;
}

void AgentHost::save_acked() {
    const std::string text = std::to_string(m_core->incarnation().value) + " " + std::to_string(m_acked.value) + "\n";
    (void)m_disk.write_file_atomically("/agent/acked", as_bytes(text));
    later(save_interval_ms, [this] { save_acked(); });
}

void AgentHost::perform(const agent::Effect& effect) {
    if (const auto* start = std::get_if<agent::StartRun>(&effect)) {
        m_processes.launch(start->order);
    } else if (const auto* kill = std::get_if<agent::KillRun>(&effect)) {
        m_processes.kill(kill->key);
    } else if (const auto* events = std::get_if<agent::SendEvents>(&effect)) {
        m_sender->allow(events->first, events->last);
    } else if (const auto* answer = std::get_if<agent::SendDispatchAnswer>(&effect)) {
        send_answer(*answer);
    } else if (const auto* snapshot = std::get_if<agent::SendSnapshot>(&effect)) {
        send_snapshot(*snapshot);
    } else {
        begin_new_incarnation();
        drop();
    }
}

}  // namespace apollo::sim
