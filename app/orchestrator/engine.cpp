// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/orchestrator/engine.h"

#include <QElapsedTimer>
#include <algorithm>

#include "app/orchestrator/recovery.h"
#include "common/codec/state_codec.h"
#include "common/eventlog/snapshot_store.h"

namespace apollo::orchestrator {

Engine::Engine(Disk& disk, const Clock& clock, Random& random, DataPaths paths, EngineSettings settings)
    : m_disk(disk),
      m_clock(clock),
      m_random(random),
      m_paths(std::move(paths)),
      m_settings(std::move(settings)),
      m_artifacts(disk, m_paths.artifacts()),
      m_plans(make_plan_source(m_artifacts)),
      m_instance_id(random.hex(12)) {
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        if (m_failure) return;
        QElapsedTimer cost;
        cost.start();
        carry_out(m_core->tick(now()));
        if (on_loop) on_loop(cost.nsecsElapsed());
    });
}

Engine::~Engine() { close(); }

void Engine::log(const std::string& line) const {
    if (on_log) on_log(line);
}

Status Engine::open() {
    const MonotonicTime began = now().monotonic;
    auto recovered = recover(m_disk, m_paths, {m_settings.segment_size_bytes, nullptr, m_settings.known_end}, m_artifacts);
    if (!recovered) return recovered.error();
    for (const std::string& warning : recovered->warnings) log("warning: " + warning);
    m_durable = recovered->writer->durable();
    m_last_snapshot = recovered->snapshot_watermark;
    m_core = std::make_unique<core::OrchestratorCore>(m_settings.core, recovered->state);
    // The committer calls on its own thread; everything of ours happens on this one.
    eventlog::AsyncCommitter::Callbacks callbacks;
    callbacks.on_durable = [this](Position durable) {
        QMetaObject::invokeMethod(this, [this, durable] { became_durable(durable); }, Qt::QueuedConnection);
    };
    callbacks.on_failed = [this](const Error& error) {
        QMetaObject::invokeMethod(this, [this, error] { fail(error); }, Qt::QueuedConnection);
    };
    m_committer = std::make_unique<eventlog::AsyncCommitter>(std::move(recovered->writer), std::move(callbacks));
    const bool is_restored = m_disk.exists(m_paths.restored_file());
    carry_out(m_core->start(now(), m_instance_id, is_restored));
    if (is_restored) after_durable([this] { (void)m_disk.remove(m_paths.restored_file()); });
    m_gaps = recovered->gaps;
    deal_with_damage(*recovered);
    m_recovery_ms = now().monotonic.ms - began.ms;
    carry_out(m_core->note_recovery(now(), m_recovery_ms));
    return success();
}

bool Engine::is_lost(Position position) const {
    return std::any_of(m_gaps.begin(), m_gaps.end(), [&](const auto& gap) { return gap.first <= position && position <= gap.second; });
}

void Engine::deal_with_damage(Recovered& recovered) {
    for (const OpenDamage& open : recovered.damage) {
        const eventlog::Damage& damage = open.damage;
        const std::string place = damage.segment.empty() ? "its end is gone" : damage.segment + " at offset " + std::to_string(damage.offset);
        std::string text = "the log is damaged: " + place + ", events " + std::to_string(damage.first_missing.value) + " to " +
                           std::to_string(damage.last_missing.value) + " cannot be read; " + std::to_string(open.runs.size()) +
                           " runs are quarantined";
        if (open.others == OtherOwners::Unknown) text += " (not every lost event names its run, so all that were under way then are)";
        if (open.others == OtherOwners::InSnapshot) text += " (not every lost event names its run, but a snapshot holds what they did)";
        log("warning: " + text);
        carry_out(m_core->raise_damage_alert(now(), damage.first_missing, damage.last_missing, text));
        carry_out(m_core->quarantine(now(), open.runs, "events " + std::to_string(damage.first_missing.value) + " to " +
                                                           std::to_string(damage.last_missing.value) + " of the log were lost to damage"));
    }
}

void Engine::close() {
    m_timer.stop();
    if (!m_committer) return;
    if (auto stopped = m_committer->stop(); !stopped && !m_failure) log("warning: " + stopped.error().message);
    m_committer.reset();
}

void Engine::carry_out(core::Output output) {
    if (m_failure || !m_committer) return;
    for (const domain::Event& event : output.events) {
        const Position position = m_committer->append(as_bytes(codec::encode_event(event)), event.header.run.value);
        if (position.value == 0) return;  // the log has failed; on_failed is on its way and nothing of this may leave
        APOLLO_ASSERT(position == event.header.position);
        if (on_appended) on_appended(event);
    }
    for (core::Effect& effect : output.effects) {
        m_waiting.push_back({m_core->position(), [this, effect = std::move(effect)] {
                                 if (on_effect) on_effect(effect);
                             }});
    }
    release();
    arm_timer();
}

void Engine::after_durable(std::function<void()> action) {
    m_waiting.push_back({m_core->position(), std::move(action)});
    release();
}

void Engine::release() {
    // An effect may cause the next output; the outer loop goes on with what it adds.
    if (m_releasing) return;
    m_releasing = true;
    while (!m_waiting.empty() && m_waiting.front().until <= m_durable && !m_failure) {
        const auto action = std::move(m_waiting.front().action);
        m_waiting.pop_front();
        action();
    }
    m_releasing = false;
    if (on_effects_done) on_effects_done();
}

void Engine::became_durable(Position durable) {
    if (durable <= m_durable) return;
    m_durable = durable;
    release();
    if (on_durable) on_durable(durable);
    consider_snapshot();
}

void Engine::fail(const Error& error) {
    if (m_failure) return;
    m_failure = error;
    m_timer.stop();
    m_waiting.clear();
    log("error: the log cannot be written, so nothing is decided any more: " + error.message);
    if (on_failed) on_failed(error);
}

void Engine::arm_timer() {
    const auto due = m_core->next_deadline();
    if (!due) return m_timer.stop();
    const std::int64_t wait = std::clamp<std::int64_t>(due->ms - now().monotonic.ms, 0, 3600 * 1000);
    m_timer.start(static_cast<int>(wait));
}

void Engine::consider_snapshot() {
    if (m_core->position().value < m_last_snapshot.value + m_settings.snapshot_interval_events) return;
    if (now().monotonic.ms < m_snapshot_allowed_at_ms) return;
    m_last_snapshot = m_core->position();
    QElapsedTimer cost;
    cost.start();
    // Written only when the log holds everything the state does: a snapshot never runs ahead of its log.
    auto bytes = std::make_shared<std::string>(codec::state_to_bytes(m_core->state()));
    const Position watermark = m_core->position();
    const std::int64_t encode_ms = cost.elapsed();
    after_durable([this, bytes, watermark, encode_ms] {
        QElapsedTimer write_cost;
        write_cost.start();
        eventlog::SnapshotStore store(m_disk, m_paths.snapshots());
        if (auto written = store.write({watermark, std::move(*bytes)}); !written) log("warning: no snapshot: " + written.error().message);
        m_snapshot_allowed_at_ms = now().monotonic.ms + 20 * (encode_ms + write_cost.elapsed());
    });
}

}  // namespace apollo::orchestrator
