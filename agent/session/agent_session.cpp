// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/session/agent_session.h"

#include <algorithm>
#include <set>
#include <utility>

#include "agent/intents/agent_upgrade.h"
#include "agent/intents/fill_order.h"
#include "agent/session/process_output.h"
#include "agent/session/run_cleaner.h"
#include "agent/spool/record_codec.h"

namespace apollo::agent {

namespace {

// How often the mark of what the center has is written down; an older mark only costs sending again.
constexpr int save_interval_ms = 2000;
constexpr int clean_interval_ms = 10 * 60 * 1000;
constexpr std::size_t probe_bytes = 64u << 10;

}  // namespace

AgentSession::AgentSession(SessionSettings settings, SessionDoors doors)
    : m_settings(std::move(settings)),
      m_doors(std::move(doors)),
      m_core(CoreSettings{m_settings.capacity, m_settings.autonomy_window_ms.value_or(60000), fill_order, IntentName(upgrade_agent_intent)}),
      m_catalogue(m_doors.disk, m_settings.intents),
      m_link(m_settings.link, m_doors.clock, m_doors.random, m_doors.connect),
      m_sender({[this]() -> const std::deque<NodeEventRecord>& { return m_core.unacked(); },
                [this] { return m_core.incarnation(); },
                [this](const wire::Envelope& envelope) { return m_link.send(envelope); },
                [this](const RunKey& key) { return output_file(m_catalogue.attempt_folder(key)); },
                [this](const std::string& line) { log(line); }}),
      m_packages(m_doors.disk, packages_folder(m_settings.intents.data_folder), [this](const wire::Envelope& envelope) { return m_link.send(envelope); }) {
    connect_parts();
}

AgentSession::~AgentSession() {
    m_link.drop("the agent ends", true);
    m_doors.launcher.on_started = nullptr;
    m_doors.launcher.on_ended = nullptr;
}

void AgentSession::connect_parts() {
    m_link.make_hello = [this] { return make_hello(); };
    m_link.make_heartbeat = [this] {
        wire::Heartbeat heartbeat;
        heartbeat.set_running(m_core.running());
        heartbeat.set_queued(m_core.queued());
        heartbeat.set_trouble(m_trouble.empty() ? m_center_trouble : m_trouble);
        return heartbeat;
    };
    m_link.on_up = [this](const wire::HelloAnswer& answer) { on_up(answer); };
    m_link.on_message = [this](const wire::Envelope& envelope) { on_message(envelope); };
    m_packages.on_done = [this](const Status& done) { on_package(done); };
    m_link.on_down = [this](const std::string&) {
        if (on_link) on_link(false);
        m_sender.on_disconnected();
        take(m_core.on_disconnected(m_link.last_frame(), now()));
        note_mode();
    };
    m_link.on_refused = [this] { take(m_core.on_refused(now())); };
    m_link.on_writable = [this] { m_sender.pump(); };
    m_link.on_log = [this](const std::string& line) { log(line); };
    m_doors.launcher.on_started = [this](const std::string& folder, WallTime started_at) {
        if (const auto found = m_folders.find(folder); found != m_folders.end()) {
            take(m_core.on_started(found->second, started_at, now()));
        }
    };
    m_doors.launcher.on_ended = [this](const std::string& folder, const ExitRecord& record) {
        if (const auto blocked = m_blocked.extract(folder)) return start_run(blocked.mapped());
        const auto found = m_folders.extract(folder);
        if (found) take(m_core.on_ended(found.mapped(), collect_end(folder, record), now()));
    };
    connect(&m_save_timer, &QTimer::timeout, this, &AgentSession::save_acked);
    connect(&m_clean_timer, &QTimer::timeout, this, &AgentSession::clean_runs_folder);
    m_core_timer.setSingleShot(true);
    connect(&m_core_timer, &QTimer::timeout, this, [this] { take(m_core.tick(now())); });
    m_window_timer.setSingleShot(true);
    connect(&m_window_timer, &QTimer::timeout, this, &AgentSession::note_mode);
}

// ---- start and end ----

Status AgentSession::start() {
    for (const auto& warning : m_catalogue.warnings()) log(warning);
    if (auto opened = open_spool(); !opened) return opened;
    recover();
    m_save_timer.start(save_interval_ms);
    m_clean_timer.start(clean_interval_ms);
    keep_archive();
    m_link.start();
    return success();
}

Status AgentSession::open_spool() {
    SpoolReport report;
    auto opened = Spool::open(m_doors.disk, m_settings.spool,
                              [this](const AgentRecord& record) { m_core.replay(record); }, report);
    if (!opened) return opened.error();
    m_spool = std::move(*opened);
    m_spool->on_durable = [this] { release(); };
    m_spool->on_failed = [this](const std::string& reason) { on_disk_failed("the agent's log cannot be written", reason); };
    for (const auto& warning : report.warnings) log(warning);
    if (report.damaged || m_core.incarnation().value == 0) {
        begin_new_incarnation();
    } else if (auto saved = m_spool->save_incarnation(m_core.incarnation()); !saved) {
        return saved;
    }
    m_acked = m_saved_acked = m_spool->acked(m_core.incarnation());
    m_core.on_acked(m_core.incarnation(), m_acked);
    return success();
}

void AgentSession::on_disk_failed(const std::string& what, const std::string& reason) {
    if (!m_trouble.empty()) return;
    m_trouble = to_valid_utf8(what + ": " + reason);
    log(m_trouble);
    m_core.on_log_failed(reason);
    tell_trouble();
    if (on_log_failed) on_log_failed(reason);
}

void AgentSession::tell_trouble() {
    wire::Envelope envelope;
    *envelope.mutable_heartbeat() = m_link.make_heartbeat();
    envelope.mutable_heartbeat()->set_sent_monotonic_ms(now().monotonic.ms);
    envelope.mutable_heartbeat()->set_sent_wall_ms(now().wall.ms);
    m_link.send(envelope);
}

Status AgentSession::try_disk() {
    // Larger than a block, so that it does not fit into what an otherwise full disk has left over.
    const std::string probe(probe_bytes, '.');
    // They may be on disks of their own.
    for (const std::string& folder : {m_settings.spool.wal_folder, m_settings.intents.data_folder + "/runs"}) {
        if (auto made = m_doors.disk.make_folder(folder); !made) return made;
        if (auto written = m_doors.disk.write_file_atomically(folder + "/disk-probe", as_bytes(probe)); !written) return written;
        if (auto removed = m_doors.disk.remove(folder + "/disk-probe"); !removed) return removed;
    }
    return success();
}

// What ended long ago and what the center has; the log remembers it all the same.
void AgentSession::clean_runs_folder() {
    std::set<RunKey> untold;
    for (const NodeEventRecord& event : m_core.unacked()) untold.insert(event.key);
    const auto keeps = [&](const TaskId& task, const StepName& step, Attempt attempt) {
        const RunKey key{task, step, m_settings.node, attempt};
        return m_core.is_alive(key) || untold.contains(key);
    };
    const std::size_t removed = clean_runs({m_settings.intents.data_folder + "/runs", m_settings.retention_ms}, now().wall, keeps);
    if (removed > 0) log("removed the folders of " + std::to_string(removed) + " attempts that ended long ago");
}

void AgentSession::keep_archive() {
    if (m_settings.log_retention_ms == 0) return;
    const auto say = [this](const std::string& line) {
        QMetaObject::invokeMethod(this, [this, line] { log(line); }, Qt::QueuedConnection);
    };
    m_archive = std::make_unique<ArchiveKeeper>(m_doors.disk, m_doors.clock, m_settings.spool.wal_folder, m_settings.log_retention_ms, m_saved_acked, ArchivePace{}, say);
}

void AgentSession::begin_new_incarnation() {
    const auto number = static_cast<std::uint32_t>(1 + m_doors.random.below(0xFFFFFFFEu));
    take(m_core.start_new_incarnation(Incarnation(number)));
    if (auto saved = m_spool->save_incarnation(Incarnation(number)); !saved) log(saved.error().message);
    m_acked = m_saved_acked = Sequence{};
    if (m_archive) m_archive->note_acked(m_saved_acked);
}

void AgentSession::recover() {
    const auto orders = m_core.unfinished();
    for (const DispatchOrder& order : orders) recover_attempt(order);
    take(m_core.finish_recovery(now()));
    if (!orders.empty()) {
        log("found " + std::to_string(orders.size()) + " unfinished attempts, " + std::to_string(m_core.running()) +
            " of them running now");
    }
}

void AgentSession::recover_attempt(const DispatchOrder& order) {
    const std::string folder = m_catalogue.attempt_folder(order.key);
    std::optional<ExitRecord> record;
    const Evidence evidence = m_doors.launcher.inspect(folder, record);
    if (evidence == Evidence::Running) m_folders[folder] = order.key;
    take(m_core.recover(order.key, evidence, now()));
    if (record && evidence != Evidence::Running) take(m_core.on_ended(order.key, collect_end(folder, *record), now()));
}

Status AgentSession::stop() {
    m_link.drop("the agent ends", true);
    m_save_timer.stop();
    m_core_timer.stop();
    m_window_timer.stop();
    m_clean_timer.stop();
    m_archive.reset();
    if (!m_spool) return success();
    save_acked();
    return m_spool->stop();
}

// ---- durable first ----

void AgentSession::take(Output output) {
    for (const AgentRecord& record : output.records) m_spool->append(record);
    if (!output.effects.empty()) m_waiting.push_back({m_spool->last(), std::move(output.effects)});
    release();
    arm_core_timer();
}

void AgentSession::arm_core_timer() {
    const auto due = m_core.next_deadline();
    if (!due) return m_core_timer.stop();
    m_core_timer.start(static_cast<int>(std::clamp<std::int64_t>(due->ms - now().monotonic.ms, 0, 3600 * 1000)));
}

void AgentSession::note_mode() {
    const MonotonicTime at = now().monotonic;
    const Mode mode = m_core.mode(at);
    if (mode != m_told_mode && mode == Mode::Autonomous) {
        log("cut off from the center: going on alone with " + std::to_string(m_core.slices().step_count()) + " planned steps at most");
    } else if (mode != m_told_mode && mode == Mode::Conservative) {
        log("the time to go on alone is over: what runs goes on, nothing new is started until the center is back");
    }
    m_told_mode = mode;
    const auto end = m_core.window_end();
    if (!end || *end <= at) return m_window_timer.stop();
    m_window_timer.start(static_cast<int>(std::min<std::int64_t>(end->ms - at.ms, 3600 * 1000)));
}

void AgentSession::release() {
    // Carrying out one effect may take further outputs; they wait behind the present ones.
    if (m_releasing) return;
    m_releasing = true;
    while (!m_waiting.empty() && m_waiting.front().position <= m_spool->durable()) {
        const Waiting next = std::move(m_waiting.front());
        m_waiting.pop_front();
        for (const Effect& effect : next.effects) carry_out(effect);
    }
    m_releasing = false;
}

void AgentSession::carry_out(const Effect& effect) {
    if (const auto* start = std::get_if<StartRun>(&effect)) {
        start_run(start->order);
    } else if (const auto* kill = std::get_if<KillRun>(&effect)) {
        kill_run(kill->key);
    } else if (const auto* send = std::get_if<SendEvents>(&effect)) {
        m_sender.allow(send->first, send->last);
    } else if (const auto* answer = std::get_if<SendDispatchAnswer>(&effect)) {
        send_answer(*answer);
    } else if (const auto* snapshot = std::get_if<SendSnapshot>(&effect)) {
        send_snapshot(*snapshot);
    } else {
        log("the center knows more of this agent's past than its log holds; it goes on as a new incarnation");
        begin_new_incarnation();
        m_link.drop("new incarnation");
    }
}

bool AgentSession::wait_for_older_tree(const DispatchOrder& order) {
    for (const std::string& folder : m_catalogue.older_attempt_folders(order.key)) {
        std::optional<ExitRecord> record;
        if (m_folders.contains(folder) || m_doors.launcher.inspect(folder, record) != Evidence::Running) continue;
        log("an older attempt of " + order.key.task.text + "/" + order.key.step.text + " still runs, which this log knows nothing of; it is ended first");
        m_blocked.insert_or_assign(folder, order);
        m_doors.launcher.kill(folder);
        return true;
    }
    return false;
}

bool AgentSession::wait_for_package(const DispatchOrder& order) {
    if (order.intent.text != upgrade_agent_intent) return false;
    const auto sha256 = package_of(order.params_json);
    // Without one the intent itself says what is wrong.
    if (!sha256 || m_packages.has(*sha256)) return false;
    m_without_package = order;
    m_packages.fetch(*sha256);
    return true;
}

void AgentSession::on_package(const Status& done) {
    if (!m_without_package) return;
    const DispatchOrder order = std::move(*m_without_package);
    m_without_package.reset();
    if (done) return start_run(order);
    const auto failure_class = done.error().kind == ErrorKind::Refused ? domain::FailureClass::Permanent : domain::FailureClass::Transient;
    take(m_core.on_not_started(order.key, failure_class, "the package could not be fetched: " + done.error().message, now()));
}

void AgentSession::kill_run(const RunKey& key) {
    if (m_without_package && m_without_package->key == key) {
        m_without_package.reset();
        m_packages.give_up();
        take(m_core.on_not_started(key, domain::FailureClass::Transient, "cancelled before it could be started", now()));
        return;
    }
    const auto blocked = std::find_if(m_blocked.begin(), m_blocked.end(), [&](const auto& entry) { return entry.second.key == key; });
    if (blocked == m_blocked.end()) return m_doors.launcher.kill(m_catalogue.attempt_folder(key));
    m_blocked.erase(blocked);
    take(m_core.on_not_started(key, domain::FailureClass::Transient, "cancelled before it could be started", now()));
}

void AgentSession::start_run(const DispatchOrder& order) {
    if (wait_for_older_tree(order) || wait_for_package(order)) return;
    const auto spec = m_catalogue.resolve(order);
    if (!spec) return on_not_started(order.key, spec.error().kind == ErrorKind::BadInput || spec.error().kind == ErrorKind::NotFound, spec.error().message);
    m_folders[spec->folder] = order.key;
    if (auto launched = m_doors.launcher.launch(*spec); !launched) {
        m_folders.erase(spec->folder);
        on_not_started(order.key, launched.error().kind == ErrorKind::BadInput, launched.error().message);
    }
}

// Of a full disk the step is not to blame: it costs no attempt, and is started when there is room again.
void AgentSession::on_not_started(const RunKey& key, bool is_permanent, const std::string& message) {
    if (auto room = is_permanent ? success() : try_disk(); !room) return on_disk_failed("steps cannot be started", message);
    take(m_core.on_not_started(key, is_permanent ? domain::FailureClass::Permanent : domain::FailureClass::Transient, message, now()));
}

void AgentSession::send_answer(const SendDispatchAnswer& answer) {
    wire::Envelope envelope;
    wire::DispatchAnswer& out = *envelope.mutable_dispatch_answer();
    encode_key(answer.key, *out.mutable_key());
    out.set_reason(answer.reason);
    switch (answer.kind) {
    case SendDispatchAnswer::Kind::Accepted: out.set_kind(wire::DispatchAnswer::ACCEPTED); break;
    case SendDispatchAnswer::Kind::AlreadyRunning: out.set_kind(wire::DispatchAnswer::ALREADY_RUNNING); break;
    case SendDispatchAnswer::Kind::AlreadyDone: out.set_kind(wire::DispatchAnswer::ALREADY_DONE); break;
    case SendDispatchAnswer::Kind::Refused: out.set_kind(wire::DispatchAnswer::REFUSED); break;
    }
    // If it cannot leave now, the center asks again.
    m_link.send(envelope);
}

void AgentSession::save_acked() {
    if (m_acked == m_saved_acked) return;
    if (auto saved = m_spool->save_acked(m_core.incarnation(), m_acked); !saved) return;
    m_saved_acked = m_acked;
    if (m_archive) m_archive->note_acked(m_saved_acked);
}

void AgentSession::log(const std::string& line) const {
    if (on_log) on_log(line);
}

}  // namespace apollo::agent
