// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The one owner of state and log: runs the core, appends what it decides, and lets effects leave only when the events that
// cause them are durable. Everything else (sessions, feeds, answers) asks it.
#pragma once

#include <QObject>
#include <QTimer>
#include <deque>
#include <functional>
#include <memory>

#include "app/core/orchestrator_core.h"
#include "app/orchestrator/data_folder.h"
#include "common/artifacts/artifact_store.h"
#include "common/base/clock.h"
#include "common/base/random.h"
#include "common/codec/event_codec.h"
#include "common/eventlog/async_committer.h"

namespace apollo::orchestrator {

struct EngineSettings {
    core::CoreSettings core;
    std::uint64_t segment_size_bytes = 100ull << 20;
    std::uint64_t snapshot_interval_events = 1000;
    Position known_end;  // what the SQL history proves that the log once reached; 0: nothing
};

// Lives on one thread (the orchestrator's). Callbacks are called on it.
class Engine final : public QObject {
    Q_OBJECT
public:
    Engine(Disk& disk, const Clock& clock, Random& random, DataPaths paths, EngineSettings settings);
    ~Engine() override;

    // Recovers and takes over as primary. The caller holds the folder's lock.
    Status open();
    // Commits and closes the log. Nothing is decided afterwards.
    void close();

    const domain::State& state() const { return m_core->state(); }
    core::OrchestratorCore& core() { return *m_core; }
    Now now() const { return m_clock.now(); }
    Random& random() { return m_random; }
    Position durable() const { return m_durable; }
    artifacts::ArtifactStore& artifacts() { return m_artifacts; }
    codec::PlanSource plans() { return m_plans; }
    const DataPaths& paths() const { return m_paths; }
    Disk& disk() { return m_disk; }
    const std::string& instance_id() const { return m_instance_id; }
    // How long open() took to get from snapshot and log to deciding.
    std::int64_t recovery_ms() const { return m_recovery_ms; }
    // The log held an event there and has lost it: what was made of the log up to there holds what the log does not.
    bool is_lost(Position position) const;
    // Set once the log could not be written: nothing is decided or answered any more.
    const std::optional<Error>& failure() const { return m_failure; }

    // Appends the output's events and keeps its effects until they may leave.
    void carry_out(core::Output output);
    // Calls `action` when everything decided so far is durable; at once if it is.
    void after_durable(std::function<void()> action);

    std::function<void(const core::Effect&)> on_effect;
    std::function<void()> on_effects_done;  // for now; what may go out together has been given to on_effect
    // For those who measure; may be empty. An event is appended (not durable yet; the state has all of its batch applied).
    std::function<void(const domain::Event&)> on_appended;
    std::function<void(std::int64_t duration_ns)> on_loop;  // one timed pass of the scheduler is over
    std::function<void(Position durable)> on_durable;
    std::function<void(const Error&)> on_failed;
    std::function<void(const std::string& line)> on_log;

private:
    struct Waiting {
        Position until;
        std::function<void()> action;
    };

    void deal_with_damage(struct Recovered& recovered);
    void became_durable(Position durable);
    void fail(const Error& error);
    void release();
    void arm_timer();
    void consider_snapshot();
    void log(const std::string& line) const;

    Disk& m_disk;
    const Clock& m_clock;
    Random& m_random;
    DataPaths m_paths;
    EngineSettings m_settings;
    artifacts::ArtifactStore m_artifacts;
    codec::PlanSource m_plans;
    std::string m_instance_id;
    std::unique_ptr<core::OrchestratorCore> m_core;
    std::unique_ptr<eventlog::AsyncCommitter> m_committer;
    std::deque<Waiting> m_waiting;
    Position m_durable;
    Position m_last_snapshot;
    std::int64_t m_recovery_ms = 0;
    std::vector<std::pair<Position, Position>> m_gaps;
    std::int64_t m_snapshot_allowed_at_ms = 0;  // monotonic: so that snapshots cost under 5 % of the time
    std::optional<Error> m_failure;
    QTimer m_timer;
    bool m_releasing = false;
};

}  // namespace apollo::orchestrator
