// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/sim/processes.h"

#include <cstring>

#include "common/base/sha256.h"
#include "tests/sim/scenario.h"

namespace apollo::sim {

namespace {

constexpr std::int64_t guard_start_ms = 1;
constexpr std::int64_t grace_ms = 5000;

std::uint64_t number_of(const agent::RunKey& key) {
    const std::string text = key.task.text + "/" + key.step.text + "/" + key.node.text + "/" + std::to_string(key.attempt.value);
    return std::stoull(sha256_hex(as_bytes(text)).substr(0, 15), nullptr, 16);
}

}  // namespace

// The same for the same attempt of the same seed, whatever else happens.
Processes::Conduct Processes::conduct_of(const agent::RunKey& key) const {
    SeededRandom random = stream(m_settings.seed, 9, number_of(key));
    Conduct conduct;
    conduct.duration_ms = between(random, 2, m_settings.ms_max);
    conduct.record.how = ExitRecord::How::Exited;
    conduct.kill_ms = chance(random, 100) ? grace_ms : between(random, 1, 50);
    if (!chance(random, m_settings.failing_per_mille)) return conduct;
    const std::uint64_t dice = random.below(10);
    if (dice < 6) {
        conduct.record.exit_code = 1;
    } else if (dice == 6) {
        conduct.record.exit_code = 65;  // for good
    } else if (dice == 7) {
        conduct.record.how = ExitRecord::How::Signaled;
        conduct.record.signal_number = 9;
    } else if (dice == 8) {
        conduct.record.how = ExitRecord::How::CouldNotStart;
        conduct.record.exit_code = 127;
        conduct.duration_ms = 1;
    } else {
        conduct.hangs = true;
    }
    return conduct;
}

void Processes::launch(const agent::DispatchOrder& order) {
    Process& process = m_processes[order.key];
    if (process.started && !process.ended) return;  // the guard that lives is watched
    if (process.life != 0 && !process.started) return;  // a guard is about to start it
    if (process.life == 0) process.life = ++m_lives;
    m_timeouts[order.key] = order.timeout_ms;
    m_timeline.after(guard_start_ms, [this, key = order.key, life = process.life] { start(key, life); });
}

void Processes::start(const agent::RunKey& key, std::uint64_t life) {
    const auto found = m_processes.find(key);
    if (found == m_processes.end() || found->second.life != life) return;
    Process& process = found->second;
    if (process.started) {
        // The guard finds the records of an earlier one and leaves it at that.
        if (process.ended && on_ended) on_ended(key, ExitRecord(process.record));
        return;
    }
    const Conduct conduct = conduct_of(key);
    process.started = true;
    process.record.started_at = wall();
    if (conduct.record.how != ExitRecord::How::CouldNotStart) {
        ++m_running;
        on_effect(key);
    }
    const bool kill_wanted = process.kill_wanted;
    ExitRecord record = conduct.record;
    std::int64_t duration_ms = conduct.duration_ms;
    const std::int64_t timeout_ms = m_timeouts[key];
    if (timeout_ms > 0 && (conduct.hangs || duration_ms >= timeout_ms)) {
        duration_ms = timeout_ms;
        record.how = ExitRecord::How::TimedOut;
    }
    m_timeline.after(duration_ms, [this, key, life, record] { end(key, life, record); });
    if (on_started) on_started(key, wall());
    if (kill_wanted) kill(key);
}

void Processes::kill(const agent::RunKey& key) {
    const auto found = m_processes.find(key);
    if (found == m_processes.end()) return;
    found->second.kill_wanted = true;
    if (!found->second.started || found->second.ended) return;
    const Conduct conduct = conduct_of(key);
    ExitRecord record;
    record.how = ExitRecord::How::Cancelled;
    record.killed = conduct.kill_ms >= grace_ms;
    m_timeline.after(conduct.kill_ms, [this, key, life = found->second.life, record] { end(key, life, record); });
}

void Processes::end(const agent::RunKey& key, std::uint64_t life, ExitRecord record) {
    const auto found = m_processes.find(key);
    if (found == m_processes.end() || found->second.life != life || found->second.ended) return;
    Process& process = found->second;
    if (record.how != ExitRecord::How::CouldNotStart) --m_running;
    process.ended = true;
    record.started_at = process.record.started_at;
    record.ended_at = wall();
    process.record = record;
    if (on_ended) on_ended(key, record);
}

Evidence Processes::inspect(const agent::RunKey& key, std::optional<ExitRecord>& record) const {
    const auto found = m_processes.find(key);
    if (found == m_processes.end() || !found->second.started) return Evidence::NeverStarted;
    if (!found->second.ended) return Evidence::Running;
    record = found->second.record;
    return record->how == ExitRecord::How::Lost ? Evidence::Lost : Evidence::Ended;
}

void Processes::cut_power() {
    std::erase_if(m_processes, [](const auto& entry) { return !entry.second.started; });
    for (auto& [key, process] : m_processes) {
        if (process.ended) continue;
        process.ended = true;
        process.record.how = ExitRecord::How::Lost;
        process.record.ended_at = wall();
    }
    m_running = 0;
}

void Processes::forget(const agent::RunKey& key) {
    const auto found = m_processes.find(key);
    if (found == m_processes.end()) return;
    if (found->second.started && !found->second.ended) --m_running;
    m_processes.erase(found);
}

}  // namespace apollo::sim
