// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The agent as a whole, without the network: core, log, launcher, intents and the link to the center.
//
// Order of every change: core decides → records are appended → they are durable → effects leave. A log that cannot be
// written, or a disk on which no step can be started, ends the session's usefulness: on_log_failed says so, nothing new is
// accepted, and whoever owns the session makes a new one (which reads back what is durable, adopts what runs, and starts what
// was accepted and never was).
#pragma once

#include <QObject>
#include <QTimer>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "agent/core/agent_core.h"
#include "agent/intents/catalogue.h"
#include "agent/session/center_link.h"
#include "agent/session/event_sender.h"
#include "agent/session/package_fetcher.h"
#include "agent/session/progress_probe.h"
#include "agent/spool/archive_keeper.h"
#include "agent/spool/spool.h"
#include "common/base/clock.h"
#include "common/base/launcher.h"
#include "common/base/random.h"

namespace apollo::agent {

struct SessionSettings {
    NodeId node;
    std::map<std::string, std::string> labels;
    std::vector<std::string> groups;
    std::uint32_t capacity = 2;
    std::optional<std::int64_t> autonomy_window_ms{};  // absent: what the center says, 60 s until then
    std::int64_t retention_ms = 7LL * 24 * 3600 * 1000;  // of folders of attempts that have ended and are acknowledged
    std::int64_t log_retention_ms = 0;  // older parts of the log that are acknowledged are archived; 0 = never
    SpoolSettings spool;
    IntentSettings intents;
    LinkSettings link;
};

// The doors; all must outlive the session.
struct SessionDoors {
    Disk& disk;
    Clock& clock;
    Random& random;
    Launcher& launcher;
    ConnectFunction connect;
};

class AgentSession final : public QObject {
    Q_OBJECT
public:
    AgentSession(SessionSettings settings, SessionDoors doors);
    ~AgentSession() override;

    // Reads the log back, finds out what became of every unfinished attempt, then connects. Io or Damaged: cannot begin.
    Status start();
    // A clean end: closes the connection and the log. What runs goes on under its guards.
    Status stop();

    // Whether the disks of the log and of the attempts take a write (again). After on_log_failed the session stays connected, so that the center
    // hears of it; a new one is worth its while only when this holds.
    Status try_disk();

    std::uint32_t running() const { return m_core.running(); }
    std::uint32_t queued() const { return m_core.queued(); }
    bool is_connected() const { return m_link.is_up(); }

    std::function<void(const std::string& line)> on_log;
    std::function<void(const std::string& reason)> on_log_failed;
    std::function<void(bool is_connected)> on_link;  // the center took this agent in, or is gone

private:
    struct Waiting {
        Position position;  // the effects leave when the log is durable up to here
        std::vector<Effect> effects;
    };

    void connect_parts();
    Status open_spool();
    void recover();
    void recover_attempt(const DispatchOrder& order);
    void begin_new_incarnation();

    void take(Output output);
    void arm_core_timer();
    void note_mode();
    void release();
    void carry_out(const Effect& effect);
    void start_run(const DispatchOrder& order);
    // Its package is not here yet: it is started when it is. True if so.
    bool wait_for_package(const DispatchOrder& order);
    void on_package(const Status& done);
    // An older attempt of the run that this log knows nothing of still lives: it is ended first. True if there is one.
    bool wait_for_older_tree(const DispatchOrder& order);
    void kill_run(const RunKey& key);
    void send_answer(const SendDispatchAnswer& answer);
    void send_snapshot(const SendSnapshot& snapshot);

    bool restore_lost_acks(Sequence acked);
    void on_up(const wire::HelloAnswer& answer);
    void on_message(const wire::Envelope& envelope);
    void on_dispatch(const wire::Dispatch& dispatch);
    void on_cancel(const wire::CancelRun& cancel);
    void on_slice(const wire::Slice& slice);
    void on_snapshot_query(const wire::SnapshotQuery& query);
    void on_ack(const wire::EventAck& ack);
    void on_progress_query(const wire::ProgressQuery& query);
    void on_output_query(const wire::OutputQuery& query);
    wire::Hello make_hello() const;
    void on_disk_failed(const std::string& what, const std::string& reason);
    void on_not_started(const RunKey& key, bool is_permanent, const std::string& message);
    // With a heartbeat of its own, ahead of whatever else is answered.
    void tell_trouble();
    void judge_center(Epoch epoch);
    void clean_runs_folder();
    void keep_archive();
    void save_acked();
    Now now() const { return m_doors.clock.now(); }
    void log(const std::string& line) const;

    const SessionSettings m_settings;
    const SessionDoors m_doors;
    AgentCore m_core;
    Catalogue m_catalogue;
    CenterLink m_link;
    EventSender m_sender;
    ProgressProbe m_probe;
    PackageFetcher m_packages;
    std::optional<DispatchOrder> m_without_package;
    std::unique_ptr<Spool> m_spool;
    std::unique_ptr<ArchiveKeeper> m_archive;
    std::map<std::string, RunKey> m_folders;  // attempts the launcher knows
    std::map<std::string, DispatchOrder> m_blocked;  // by the folder of the older attempt that has to end first
    std::deque<Waiting> m_waiting;
    bool m_releasing = false;
    Sequence m_acked;
    Sequence m_saved_acked;
    QTimer m_save_timer;
    QTimer m_core_timer;
    QTimer m_window_timer;  // the end of autonomy is said when it comes
    QTimer m_clean_timer;
    std::string m_trouble;  // told with every heartbeat
    std::string m_center_trouble;  // of the center that is connected
    Mode m_told_mode = Mode::Connected;
};

}  // namespace apollo::agent
