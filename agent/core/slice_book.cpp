// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/core/slice_book.h"

#include <algorithm>
#include <tuple>

namespace apollo::agent {

namespace {

using domain::EventType;
using domain::FailureClass;
using domain::Idempotency;

// A result matters only until the center knows it and says so in its next slice.
constexpr std::size_t remembered_results = 512;

bool may_repeat(const DispatchOrder& order, const domain::RunEnded& ended) {
    if (order.idempotency == Idempotency::Compensate) return false;  // compensated first, by the center
    if (ended.failure_class == FailureClass::Permanent) return false;
    if (ended.failure_class != FailureClass::Lost) return true;
    return order.idempotency == Idempotency::IdempotentWrite || order.idempotency == Idempotency::Checkpoint;
}

}  // namespace

bool SliceBook::take(const Slice& slice) {
    if (std::tie(slice.epoch, slice.position) < std::tie(m_newest_epoch, m_newest_position)) return false;
    m_newest_epoch = slice.epoch;
    m_newest_position = slice.position;
    m_tasks.erase(slice.task);
    if (slice.steps.empty()) return true;
    Task& task = m_tasks[slice.task];
    task.position = slice.position;
    for (const SliceStep& step : slice.steps) task.entries[step.order.key.step] = {step, false, std::nullopt};
    return true;
}

void SliceBook::forget(const RunKey& key) {
    const auto task = m_tasks.find(key.task);
    if (task == m_tasks.end()) return;
    task->second.entries.erase(key.step);
    drop_if_empty(key.task);
}

void SliceBook::drop_if_empty(const TaskId& task) {
    const auto found = m_tasks.find(task);
    if (found != m_tasks.end() && found->second.entries.empty()) m_tasks.erase(found);
}

void SliceBook::note_claim(const RunKey& key) {
    const auto task = m_tasks.find(key.task);
    if (task == m_tasks.end()) return;
    const auto found = task->second.entries.find(key.step);
    if (found == task->second.entries.end() || key.attempt < found->second.step.order.key.attempt) return;
    Entry& entry = found->second;
    auto& delays = entry.step.retry_delays_ms;
    if (entry.step.is_retry && !delays.empty()) delays.erase(delays.begin());
    entry.step.order.key.attempt = key.attempt.next();
    entry.step.is_retry = true;
    entry.failed = false;
    entry.since.reset();
    // Nothing is left that could be done here.
    if (delays.empty()) forget(key);
}

void SliceBook::note_end(const RunKey& key, EventType type, const domain::RunEnded& payload) {
    if (type == EventType::Succeeded) {
        remember(key, {key.step, key.attempt, true, payload.output_json, payload.output_text});
        return forget(key);
    }
    if (payload.failure_class == FailureClass::Permanent) remember(key, {key.step, key.attempt, false, {}, {}});
    const auto task = m_tasks.find(key.task);
    if (task == m_tasks.end()) return;
    const auto found = task->second.entries.find(key.step);
    if (found == task->second.entries.end() || key.attempt.next() != found->second.step.order.key.attempt) return;
    Entry& entry = found->second;
    const bool repeat = type != EventType::Cancelled && !entry.step.retry_delays_ms.empty() && may_repeat(entry.step.order, payload);
    if (!repeat) return forget(key);
    entry.failed = true;
    entry.since.reset();
}

void SliceBook::remember(const RunKey& key, StepResult result) {
    const RunName name{key.task, key.step};
    const auto [at, is_new] = m_results.insert_or_assign(name, std::move(result));
    if (!is_new) return;
    m_result_order.push_back(name);
    if (m_result_order.size() <= remembered_results) return;
    m_results.erase(m_result_order.front());
    m_result_order.pop_front();
}

void SliceBook::begin_delays(MonotonicTime now) {
    for (auto& [id, task] : m_tasks) {
        for (auto& [name, entry] : task.entries) {
            if (!entry.since && (entry.failed || !entry.step.is_retry)) entry.since = now;
        }
    }
}

const StepResult* SliceBook::result_of(const TaskId& task, const SliceStep::Wait& wait) const {
    const auto found = m_results.find({task, wait.step});
    return found == m_results.end() || found->second.attempt < wait.attempt ? nullptr : &found->second;
}

bool SliceBook::may_start(const TaskId& task, const Entry& entry) const {
    if (entry.step.is_retry) return entry.failed;
    bool all_known = true, any_bad = entry.step.upstream_failed;
    for (const SliceStep::Wait& wait : entry.step.waits_for) {
        const StepResult* result = result_of(task, wait);
        all_known = all_known && result != nullptr;
        any_bad = any_bad || (result != nullptr && !result->good);
    }
    switch (entry.step.trigger) {
    case domain::Trigger::AllSucceeded: return all_known && !any_bad;
    case domain::Trigger::AllDone: return all_known;
    case domain::Trigger::AnyFailed: return any_bad;
    }
    return false;
}

std::optional<MonotonicTime> SliceBook::start_time(const Entry& entry) const {
    if (!entry.since) return std::nullopt;
    const auto& delays = entry.step.retry_delays_ms;
    return entry.since->plus_ms(entry.step.is_retry && !delays.empty() ? delays.front() : entry.step.delay_ms);
}

std::vector<SliceBook::Due> SliceBook::due(MonotonicTime now) const {
    std::vector<Due> all;
    for (const auto& [id, task] : m_tasks) {
        for (const auto& [name, entry] : task.entries) {
            const auto start = start_time(entry);
            if (!may_start(id, entry) || !start || *start > now) continue;
            Due due{&entry.step.order, entry.step.results, task.position};
            for (const SliceStep::Wait& wait : entry.step.waits_for) {
                if (const StepResult* result = result_of(id, wait)) due.results.push_back(*result);
            }
            all.push_back(std::move(due));
        }
    }
    std::stable_sort(all.begin(), all.end(), [](const Due& a, const Due& b) { return a.order->priority < b.order->priority; });
    return all;
}

std::optional<MonotonicTime> SliceBook::next_due() const {
    std::optional<MonotonicTime> next;
    for (const auto& [id, task] : m_tasks) {
        for (const auto& [name, entry] : task.entries) {
            const auto start = start_time(entry);
            if (start && may_start(id, entry) && (!next || *start < *next)) next = start;
        }
    }
    return next;
}

std::size_t SliceBook::step_count() const {
    std::size_t count = 0;
    for (const auto& [id, task] : m_tasks) count += task.entries.size();
    return count;
}

}  // namespace apollo::agent
