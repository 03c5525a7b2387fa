// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The orchestrator as one object: data folder, engine, TLS server, sessions. What apollo-orchestrator runs without a window
// and apollo-control embeds on a thread of its own.
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <memory>
#include <optional>
#include <set>

#include "app/orchestrator/backup_keeper.h"
#include "app/orchestrator/log_compactor.h"
#include "app/orchestrator/operator_gateway.h"
#include "common/transport/tls_server.h"

namespace apollo::orchestrator {

struct OrchestratorSettings {
    std::string data_folder;
    EngineSettings engine;
    std::int64_t heartbeat_interval_ms = 10000;
    std::string backup_folder;  // a second copy of the log; empty: none
    BackupPace backup_pace;
    std::uint32_t plain_segments = 4;  // of the log; older ones are compressed; 0 = none ever is
};

// Lives on the thread that made it, which runs an event loop.
class Orchestrator final : public QObject {
    Q_OBJECT
public:
    Orchestrator(Disk& disk, const Clock& clock, Random& random, OrchestratorSettings settings);
    ~Orchestrator() override;

    // Takes the folder's lock, recovers, and decides from then on. One sentence when it cannot.
    Status open();
    // Accepts connections and writes the endpoint file.
    Status listen(const std::string& host, std::uint16_t port);
    // A connection inside this process.
    void attach(std::unique_ptr<Channel> channel);
    // Ends cleanly: removes the endpoint file, closes the log.
    void close();

    // Calls `action` when everything decided so far is durable.
    void after_durable(std::function<void()> action) { m_engine.after_durable(std::move(action)); }
    // From open() on.
    const domain::State& state() const { return m_engine.state(); }
    Position durable() const { return m_engine.durable(); }
    std::int64_t recovery_ms() const { return m_engine.recovery_ms(); }
    bool is_lost(Position position) const { return m_engine.is_lost(position); }
    // How old the newest complete backup is; nothing: none is kept.
    std::optional<std::int64_t> backup_age_ms() const;
    std::uint16_t port() const;
    const std::string& ca_fingerprint() const;

    // Set before open(). Called on this object's thread.
    std::function<void(const std::string& line)> on_log;
    std::function<void(Position durable)> on_durable;
    // An event is appended and will be durable soon; the state has all of its batch applied.
    std::function<void(const domain::Event& event)> on_appended;
    std::function<void(std::int64_t duration_ns)> on_loop;  // one timed pass of the scheduler is over
    std::function<void(const Error& error)> on_failed;
    // Answers for the SQL history; without it such questions are refused. `done` is called on this object's thread.
    FindTasks on_find_tasks;

private:
    struct Stranger;
    void wait_for_hello(std::unique_ptr<Channel> channel);
    void on_first_frame(Stranger* stranger, ByteView frame);
    void forget(Stranger* stranger);
    void enrol(Stranger* stranger, const wire::EnrolRequest& request);
    void note_refusal(const std::string& address, const std::string& reason);
    void end_refusal_window();
    void keep_backup(std::optional<FolderLock> lock);
    void watch_backup();
    void log(const std::string& line) const;

    Disk& m_disk;
    const Clock& m_clock;
    DataPaths m_paths;
    OrchestratorSettings m_settings;
    std::unique_ptr<FolderLock> m_lock;
    Engine m_engine;
    std::unique_ptr<LogCompactor> m_compactor;
    std::unique_ptr<BackupKeeper> m_backup;
    std::unique_ptr<Enrolment> m_enrolment;
    std::unique_ptr<AgentGateway> m_agents;
    std::unique_ptr<OperatorGateway> m_operators;
    std::unique_ptr<transport::TlsServer> m_server;
    std::vector<std::unique_ptr<Stranger>> m_strangers;
    QTimer m_refusal_window;
    QTimer m_backup_watch;
    std::size_t m_refusals_in_window = 0;
};

}  // namespace apollo::orchestrator
