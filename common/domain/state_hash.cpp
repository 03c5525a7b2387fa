// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <bit>

#include "common/base/sha256.h"
#include "common/domain/reducer.h"

namespace apollo::domain {

namespace {

// Writes values in a fixed order and width, so that the hash is the same on any machine.
class Feed {
public:
    void number(std::uint64_t value) {
        for (int shift = 0; shift < 64; shift += 8) m_buffer.push_back(static_cast<char>((value >> shift) & 0xFF));
        if (m_buffer.size() > 4096) flush();
    }
    void signed_number(std::int64_t value) { number(std::bit_cast<std::uint64_t>(value)); }
    void text(const std::string& value) {
        number(value.size());
        m_buffer += value;
    }
    std::string finish() {
        flush();
        return m_hash.finish_hex();
    }

private:
    void flush() {
        m_hash.update(as_bytes(m_buffer));
        m_buffer.clear();
    }
    Sha256 m_hash;
    std::string m_buffer;
};

void feed_run(Feed& feed, const Run& run, const RunDetails& details) {
    feed.number(static_cast<std::uint64_t>(run.status));
    feed.number(std::uint64_t(run.blocked) | std::uint64_t(run.quarantined) << 1 | std::uint64_t(run.accepted) << 2 |
                std::uint64_t(run.undo_wanted) << 3 | std::uint64_t(run.unneeded) << 4);
    for (std::uint32_t value : {run.attempt.value, run.dispatched_attempt.value, run.claimed_attempt.value, run.version.value, run.retries, run.undo_tries,
                                run.open_dependencies, run.bad_dependencies, run.unneeded_dependencies, run.task.value, run.node.value}) {
        feed.number(value);
    }
    for (WallTime time : {details.dispatched_at, details.started_at, details.ended_at, details.updated_at,
                          details.retry_recorded_at}) {
        feed.signed_number(time.ms);
    }
    feed.signed_number(details.retry_delay_ms);
    feed.signed_number(details.exit_code ? *details.exit_code : std::int64_t{1} << 40);
    feed.signed_number(details.signal_number);
    feed.number(static_cast<std::uint64_t>(details.failure_class));
    feed.text(details.message);
    feed.text(details.output_json);
    feed.text(details.output_text);
    feed.text(details.artifact ? details.artifact->id.text : std::string());
}

void feed_task(Feed& feed, const Task& task) {
    feed.text(task.id.text);
    feed.text(task.definition_sha256);
    feed.text(task.submitted_by.text);
    feed.text(task.note);
    feed.number(task.first_run.value);
    feed.signed_number(task.submitted_at.ms);
    feed.signed_number(task.paused_at.ms);
    feed.signed_number(task.deadline_from.ms);
    feed.text(task.compensation_target.text);
    feed.signed_number(task.ended_at.ms);
    feed.number(task.submitted_position.value);
    feed.number(task.last_position.value);
    feed.number(std::uint64_t(task.cancel_requested) | std::uint64_t(task.paused) << 1 | std::uint64_t(task.historical) << 2 |
                std::uint64_t(task.compensation_requested) << 3);
    feed.number(static_cast<std::uint64_t>(task.status));
    for (std::uint32_t count : task.count) feed.number(count);
    feed.number(task.proceed_count);
    feed.number(task.undo_count);
    feed.number(task.open_task_dependencies);
    feed.number(task.bad_task_dependencies);
}

void feed_breaker(Feed& feed, const Breaker& breaker) {
    feed.number(breaker.failures);
    feed.number(breaker.open ? 1 : 0);
    feed.number(breaker.opened_position.value);
    feed.signed_number(breaker.opened_at.ms);
}

void feed_conditions(Feed& feed, const State& state) {
    for (const DeadLetter& letter : state.dead_letters) {
        feed.number(letter.position.value);
        feed.text(letter.content.reason);
    }
    for (const KnownDamage& damage : state.known_damage) {
        feed.number(damage.first.value);
        feed.number(damage.last.value);
    }
    for (const Operator& one : state.operators) {
        feed.text(one.name.text);
        feed.number(static_cast<std::uint64_t>(one.role) << 1 | std::uint64_t(one.revoked));
        feed.text(one.certificate_serial);
        feed.signed_number(one.added_at.ms);
    }
    for (const Alert& alert : state.alerts) {
        feed.number(alert.position.value);
        feed.text(alert.key);
        feed.text(alert.message);
        feed.number(alert.acknowledged ? 1 : 0);
    }
    for (const auto& [intent, history] : state.intents) {
        feed.text(intent.text);
        feed_breaker(feed, history.breaker);
        for (std::int64_t duration : history.durations_ms) feed.signed_number(duration);
        feed.number(history.next);
    }
}

void feed_node(Feed& feed, const Node& node) {
    feed.text(node.facts.node.text);
    for (const auto& [key, value] : node.facts.labels) {
        feed.text(key);
        feed.text(value);
    }
    for (const std::string& group : node.facts.groups) feed.text(group);
    feed.number(node.facts.capacity);
    feed.number(static_cast<std::uint64_t>(node.status));
    feed.number(node.live_runs);
    feed.number(node.draining ? 1 : 0);
    feed_breaker(feed, node.breaker);
    for (const OriginProgress& origin : node.origins) {
        feed.number(origin.incarnation.value);
        feed.number(origin.contiguous.value);
        for (Sequence sequence : origin.beyond) feed.number(sequence.value);
    }
}

}  // namespace

std::string state_hash(const State& state) {
    Feed feed;
    feed.number(state.position.value);
    feed.number(state.epoch.value);
    feed.number(state.refused_changes);
    feed.number(std::uint64_t(state.dispatch_paused) | std::uint64_t(state.dispatch_throttled) << 1);
    feed.signed_number(state.dispatch_paused_at.ms);
    for (std::uint32_t count : {state.waiting_retries, state.undo_backlog, state.undoing_runs, state.quarantined_runs}) feed.number(count);
    for (const Task& task : state.tasks) feed_task(feed, task);
    for (std::size_t i = 0; i < state.runs.size(); ++i) feed_run(feed, state.runs[i], state.details[i]);
    for (const Node& node : state.nodes) feed_node(feed, node);
    feed_conditions(feed, state);
    return feed.finish();
}

}  // namespace apollo::domain
