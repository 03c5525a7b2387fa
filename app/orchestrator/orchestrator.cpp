// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/orchestrator/orchestrator.h"

#include <algorithm>

namespace apollo::orchestrator {

namespace {

constexpr std::uint32_t protocol = 1;
constexpr int hello_deadline_ms = 10000;
constexpr std::size_t stranger_limit = 512;
constexpr int refusal_window_ms = 10000;
constexpr std::size_t refusal_lines_per_window = 20;

}  // namespace

// A connection that has not said yet what it wants.
struct Orchestrator::Stranger {
    std::unique_ptr<Channel> channel;
    QTimer deadline;
    bool enrols = false;
};

Orchestrator::Orchestrator(Disk& disk, const Clock& clock, Random& random, OrchestratorSettings settings)
    : m_disk(disk),
      m_clock(clock),
      m_paths{settings.data_folder},
      m_settings(std::move(settings)),
      m_engine(disk, clock, random, m_paths, m_settings.engine) {
    m_engine.on_log = [this](const std::string& line) { log(line); };
    m_engine.on_effect = [this](const core::Effect& effect) {
        if (!m_operators->carry_out(effect)) m_agents->carry_out(effect);
    };
    m_engine.on_effects_done = [this] {
        if (m_agents) m_agents->send_waiting();
    };
    m_engine.on_durable = [this](Position durable) {
        if (m_operators) m_operators->pump();
        if (on_durable) on_durable(durable);
    };
    m_engine.on_appended = [this](const domain::Event& event) {
        if (on_appended) on_appended(event);
    };
    m_engine.on_loop = [this](std::int64_t duration_ns) {
        if (on_loop) on_loop(duration_ns);
    };
    m_engine.on_failed = [this](const Error& error) {
        if (on_failed) on_failed(error);
    };
    m_refusal_window.setSingleShot(true);
    connect(&m_refusal_window, &QTimer::timeout, this, &Orchestrator::end_refusal_window);
}

Orchestrator::~Orchestrator() { close(); }

void Orchestrator::log(const std::string& line) const {
    if (on_log) on_log(line);
}

Status Orchestrator::open() {
    auto lock = claim_data_folder(m_disk, m_paths);
    if (!lock) return lock.error();
    m_lock = std::make_unique<FolderLock>(std::move(lock).value());
    if (is_restore_incomplete(m_disk, m_paths)) {
        return Error{ErrorKind::Refused, m_paths.root + " was not restored to the end; repeat: apollo-cli log restore --from BACKUP --data " + m_paths.root};
    }
    auto enrolment = Enrolment::open(m_engine, m_disk, m_paths);
    if (!enrolment) return enrolment.error();
    m_enrolment = std::move(enrolment).value();
    std::optional<FolderLock> backup;
    if (!m_settings.backup_folder.empty()) {
        auto claimed = claim_backup_folder(m_disk, m_paths, m_settings.backup_folder);
        if (!claimed) return claimed.error();
        backup.emplace(std::move(claimed).value());
    }
    m_agents = std::make_unique<AgentGateway>(m_engine, m_settings.heartbeat_interval_ms);
    m_operators = std::make_unique<OperatorGateway>(m_engine, *m_enrolment, *m_agents);
    m_operators->on_find_tasks = on_find_tasks;
    if (auto opened = m_engine.open(); !opened) return opened;
    const auto say = [this](const std::string& line) {
        QMetaObject::invokeMethod(this, [this, line] { log(line); }, Qt::QueuedConnection);
    };
    m_compactor = std::make_unique<LogCompactor>(m_disk, m_paths.log(), m_settings.plain_segments, say);
    keep_backup(std::move(backup));
    return success();
}

void Orchestrator::keep_backup(std::optional<FolderLock> lock) {
    if (!lock) {
        // One that was kept before is no concern any more.
        if (m_disk.exists(m_paths.backup_file())) (void)m_disk.remove(m_paths.backup_file());
        return m_engine.carry_out(m_engine.core().note_backup(m_engine.now(), {}));
    }
    const auto say = [this](const std::string& line) {
        QMetaObject::invokeMethod(this, [this, line] { log(line); }, Qt::QueuedConnection);
    };
    m_backup = std::make_unique<BackupKeeper>(m_disk, m_clock, m_paths, m_settings.backup_folder, std::move(*lock), m_settings.backup_pace, say);
    connect(&m_backup_watch, &QTimer::timeout, this, &Orchestrator::watch_backup);
    m_backup_watch.start(static_cast<int>(m_settings.backup_pace.interval_ms));
}

void Orchestrator::watch_backup() {
    if (const auto verdict = m_backup->verdict()) m_engine.carry_out(m_engine.core().note_backup(m_engine.now(), *verdict));
}

std::optional<std::int64_t> Orchestrator::backup_age_ms() const {
    return m_backup ? std::optional(m_backup->age_ms()) : std::nullopt;
}

Status Orchestrator::listen(const std::string& host, std::uint16_t port) {
    m_server = std::make_unique<transport::TlsServer>(m_enrolment->server_credentials());
    m_server->on_connection = [this](std::unique_ptr<transport::TlsChannel> channel) {
        transport::TlsChannel* raw = channel.get();
        wait_for_hello(std::move(channel));
        raw->start();
    };
    m_server->on_refused = [this](const std::string& address, const std::string& reason) { note_refusal(address, reason); };
    if (auto listening = m_server->listen(host, port); !listening) return listening;
    log("listening on " + m_server->host() + ":" + std::to_string(m_server->port()));
    return write_endpoint(m_disk, m_paths, {m_server->host(), m_server->port()});
}

std::uint16_t Orchestrator::port() const { return m_server ? m_server->port() : 0; }
const std::string& Orchestrator::ca_fingerprint() const { return m_enrolment->ca_fingerprint(); }

void Orchestrator::attach(std::unique_ptr<Channel> channel) { wait_for_hello(std::move(channel)); }

void Orchestrator::close() {
    m_compactor.reset();
    m_backup_watch.stop();
    if (m_server) {
        m_server->close();
        if (m_disk.exists(m_paths.endpoint_file())) (void)m_disk.remove(m_paths.endpoint_file());
    }
    m_engine.close();
    m_backup.reset();
    m_server.reset();
}

// One line each; but a peer that knocks a thousand times a second must not fill the log with its refusals.
void Orchestrator::note_refusal(const std::string& address, const std::string& reason) {
    if (!m_refusal_window.isActive()) {
        m_refusals_in_window = 0;
        m_refusal_window.start(refusal_window_ms);
    }
    if (++m_refusals_in_window <= refusal_lines_per_window) log("refused a connection from " + address + ": " + reason);
}

void Orchestrator::end_refusal_window() {
    if (m_refusals_in_window <= refusal_lines_per_window) return;
    log("refused " + std::to_string(m_refusals_in_window - refusal_lines_per_window) + " more connections within " +
        std::to_string(refusal_window_ms / 1000) + " s");
}

void Orchestrator::wait_for_hello(std::unique_ptr<Channel> channel) {
    if (m_strangers.size() >= stranger_limit) return note_refusal(channel->peer().address, "too many connections that have not said hello");
    auto stranger = std::make_unique<Stranger>();
    stranger->channel = std::move(channel);
    Stranger* raw = stranger.get();
    raw->channel->on_frame = [this, raw](ByteView frame) { on_first_frame(raw, frame); };
    raw->channel->on_closed = [this, raw](const std::string& reason) {
        // Whoever enrols leaves with the answer; that stands in the log already.
        if (!raw->enrols) note_refusal(raw->channel->peer().address, reason);
        forget(raw);
    };
    raw->deadline.setSingleShot(true);
    connect(&raw->deadline, &QTimer::timeout, this, [raw] { raw->channel->close("no hello within 10 s"); });
    raw->deadline.start(hello_deadline_ms);
    m_strangers.push_back(std::move(stranger));
}

void Orchestrator::forget(Stranger* stranger) {
    const auto at = std::find_if(m_strangers.begin(), m_strangers.end(), [&](const auto& one) { return one.get() == stranger; });
    if (at == m_strangers.end()) return;
    std::shared_ptr<Stranger> gone = std::move(*at);
    m_strangers.erase(at);
    gone->deadline.stop();
    // Not below one of the channel's own callbacks.
    QMetaObject::invokeMethod(this, [gone] {}, Qt::QueuedConnection);
}

void Orchestrator::on_first_frame(Stranger* stranger, ByteView frame) {
    wire::Envelope envelope;
    Channel& channel = *stranger->channel;
    if (!envelope.ParseFromArray(frame.data(), static_cast<int>(frame.size()))) return channel.close("its first frame is no message");
    const PeerIdentity::Role role = channel.peer().role;
    if (envelope.has_enrol_request() && role == PeerIdentity::Role::None) return enrol(stranger, envelope.enrol_request());
    if (!envelope.has_hello() || role == PeerIdentity::Role::None) return channel.close("it has no certificate and does not enrol");
    const wire::Hello& hello = envelope.hello();
    if (hello.protocol_min() > protocol || hello.protocol_max() < protocol) {
        wire::Envelope answer;
        answer.mutable_hello_answer()->set_refused("it speaks protocol " + std::to_string(hello.protocol_min()) + " to " +
                                                   std::to_string(hello.protocol_max()) + ", this orchestrator speaks " + std::to_string(protocol) +
                                                   "; install versions that fit");
        (void)channel.send(as_bytes(answer.SerializeAsString()));
        return channel.close("no common protocol version");
    }
    // The channel moves on only when this frame's callback has returned.
    QMetaObject::invokeMethod(this, [this, stranger, hello, role] {
        const auto at = std::find_if(m_strangers.begin(), m_strangers.end(), [&](const auto& one) { return one.get() == stranger; });
        if (at == m_strangers.end()) return;
        auto moved = std::move((*at)->channel);
        (*at)->deadline.stop();
        m_strangers.erase(at);
        if (role == PeerIdentity::Role::Agent) m_agents->welcome(std::move(moved), hello);
        else m_operators->welcome(std::move(moved), hello);
    }, Qt::QueuedConnection);
    channel.on_frame = nullptr;
}

void Orchestrator::enrol(Stranger* stranger, const wire::EnrolRequest& request) {
    const std::string address = stranger->channel->peer().address;
    stranger->enrols = true;
    m_enrolment->enrol(request, address, [this, stranger, address, node = request.node()](const wire::EnrolAnswer& answer) {
        const bool alive = std::any_of(m_strangers.begin(), m_strangers.end(), [&](const auto& one) { return one.get() == stranger; });
        if (answer.refused().empty()) log("node " + node + " enrolled from " + address);
        else log("refused to enrol node " + to_valid_utf8(node) + " from " + address + ": " + answer.refused());
        if (!alive) return;
        wire::Envelope envelope;
        *envelope.mutable_enrol_answer() = answer;
        (void)stranger->channel->send(as_bytes(envelope.SerializeAsString()));
    });
}

}  // namespace apollo::orchestrator
