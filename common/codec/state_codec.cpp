// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/codec/state_codec.h"

#include <set>

#include "common/base/bytes.h"
#include "common/codec/plan_codec.h"
#include "common/codec/value_codec.h"
#include "common/domain/restore.h"

namespace apollo::codec {

namespace {

void encode_run(const domain::Run& run, const domain::RunDetails& details, wire::RunSnapshot& out) {
    out.set_status(static_cast<std::uint32_t>(run.status));
    out.set_quarantined(run.quarantined);
    out.set_accepted(run.accepted);
    out.set_attempt(run.attempt.value);
    out.set_dispatched_attempt(run.dispatched_attempt.value);
    out.set_claimed_attempt(run.claimed_attempt.value);
    out.set_version(run.version.value);
    out.set_retries(run.retries);
    out.set_dispatched_at(details.dispatched_at.ms);
    out.set_started_at(details.started_at.ms);
    out.set_ended_at(details.ended_at.ms);
    out.set_updated_at(details.updated_at.ms);
    out.set_retry_recorded_at(details.retry_recorded_at.ms);
    out.set_retry_delay_ms(details.retry_delay_ms);
    if (details.exit_code) out.set_exit_code(*details.exit_code);
    out.set_signal_number(details.signal_number);
    out.set_message(to_valid_utf8(details.message));
    out.set_output_json(details.output_json);
    out.set_output_text(details.output_text);
    if (details.artifact) encode_artifact(*details.artifact, *out.mutable_artifact());
    out.set_undo_wanted(run.undo_wanted);
    out.set_undo_tries(run.undo_tries);
    out.set_failure_class(static_cast<std::uint32_t>(details.failure_class));
}

void decode_run(const wire::RunSnapshot& in, domain::Run& run, domain::RunDetails& details) {
    run.status = decode_enum<domain::RunStatus>(in.status(), domain::run_status_count);
    run.quarantined = in.quarantined();
    run.accepted = in.accepted();
    run.attempt = Attempt{in.attempt()};
    run.dispatched_attempt = Attempt{in.dispatched_attempt()};
    run.claimed_attempt = Attempt{in.claimed_attempt()};
    run.version = Version{in.version()};
    run.retries = in.retries();
    details.dispatched_at.ms = in.dispatched_at();
    details.started_at.ms = in.started_at();
    details.ended_at.ms = in.ended_at();
    details.updated_at.ms = in.updated_at();
    details.retry_recorded_at.ms = in.retry_recorded_at();
    details.retry_delay_ms = in.retry_delay_ms();
    if (in.has_exit_code()) details.exit_code = in.exit_code();
    details.signal_number = in.signal_number();
    details.message = in.message();
    details.output_json = in.output_json();
    details.output_text = in.output_text();
    if (in.has_artifact()) details.artifact = decode_artifact(in.artifact());
    run.undo_wanted = in.undo_wanted();
    run.undo_tries = in.undo_tries();
    details.failure_class = decode_enum<domain::FailureClass>(in.failure_class(), 5);
}

void encode_task(const domain::State& state, const domain::Task& task, std::uint32_t first_run, wire::TaskSnapshot& out) {
    out.set_task_id(task.id.text);
    encode_artifact(task.definition, *out.mutable_definition());
    encode_plan(*task.plan, *out.mutable_plan());
    out.set_definition_sha256(task.definition_sha256);
    out.set_submitted_by(task.submitted_by.text);
    out.set_note(task.note);
    out.set_first_run(first_run);
    out.set_submitted_at(task.submitted_at.ms);
    out.set_ended_at(task.ended_at.ms);
    out.set_submitted_position(task.submitted_position.value);
    out.set_last_position(task.last_position.value);
    out.set_cancel_requested(task.cancel_requested);
    out.set_paused(task.paused);
    out.set_historical(task.historical);
    out.set_compensation_requested(task.compensation_requested);
    out.set_paused_at(task.paused_at.ms);
    out.set_deadline_from(task.deadline_from.ms);
    out.set_compensation_target(task.compensation_target.text);
    for (std::uint32_t k = 0; k < task.plan->run_count; ++k) {
        encode_run(state.runs[task.first_run.value + k], state.details[task.first_run.value + k], *out.add_runs());
    }
}

void encode(const domain::Breaker& breaker, wire::Breaker& out) {
    out.set_failures(breaker.failures);
    out.set_open(breaker.open);
    out.set_opened_position(breaker.opened_position.value);
    out.set_opened_at(breaker.opened_at.ms);
}

domain::Breaker decode(const wire::Breaker& in) {
    return {in.failures(), in.open(), Position{in.opened_position()}, WallTime{in.opened_at()}};
}

// Dense numbers on the wire begin at 1, so that absent means none.
std::uint32_t plus_one(std::uint32_t number) { return number == none_u32 ? 0 : number + 1; }
std::uint32_t minus_one(std::uint32_t number) { return number == 0 ? none_u32 : number - 1; }

// Without `with_tasks` tasks have other numbers there, so an alert does not name one.
void encode_conditions(const domain::State& state, bool with_tasks, wire::StateSnapshot& out) {
    for (const domain::DeadLetter& letter : state.dead_letters) {
        auto* dead = out.add_dead_letters();
        dead->set_position(letter.position.value);
        dead->set_recorded_at(letter.recorded_at.ms);
        dead->set_node_plus_one(plus_one(letter.node.value));
        dead->set_attempt(letter.attempt.value);
        encode_dead_lettered(letter.content, *dead->mutable_content());
    }
    for (const domain::KnownDamage& damage : state.known_damage) {
        auto* known = out.add_known_damage();
        known->set_first(damage.first.value);
        known->set_last(damage.last.value);
    }
    for (const domain::Alert& alert : state.alerts) {
        auto* raised = out.add_alerts();
        raised->set_position(alert.position.value);
        raised->set_key(alert.key);
        raised->set_message(to_valid_utf8(alert.message));
        raised->set_task_plus_one(with_tasks ? plus_one(alert.task.value) : 0);
        raised->set_node_plus_one(plus_one(alert.node.value));
        raised->set_raised_at(alert.raised_at.ms);
        raised->set_acknowledged(alert.acknowledged);
        raised->set_acknowledged_by(alert.acknowledged_by.text);
    }
    for (const domain::Operator& one : state.operators) {
        auto* known = out.add_operators();
        known->set_name(one.name.text);
        known->set_role(static_cast<std::uint32_t>(one.role));
        known->set_certificate_serial(one.certificate_serial);
        known->set_added_at(one.added_at.ms);
        known->set_revoked(one.revoked);
    }
    for (const auto& [intent, history] : state.intents) {
        auto* known = out.add_intents();
        known->set_intent(intent.text);
        encode(history.breaker, *known->mutable_breaker());
        for (std::int64_t duration_ms : history.durations_ms) known->add_durations_ms(duration_ms);
        known->set_next(history.next);
    }
}

void decode_conditions(const wire::StateSnapshot& in, domain::State& state) {
    for (const wire::DeadLetter& letter : in.dead_letters()) {
        state.dead_letters.push_back({Position{letter.position()}, WallTime{letter.recorded_at()}, NodeIndex{minus_one(letter.node_plus_one())},
                                      Attempt{letter.attempt()}, decode_dead_lettered(letter.content())});
        if (!letter.reason().empty()) state.dead_letters.back().content.reason = letter.reason();
    }
    for (const wire::KnownDamage& damage : in.known_damage()) {
        state.known_damage.push_back({Position{damage.first()}, Position{damage.last()}});
    }
    for (const wire::Alert& alert : in.alerts()) {
        state.alerts.push_back({Position{alert.position()}, alert.key(), alert.message(), TaskIndex{minus_one(alert.task_plus_one())},
                                NodeIndex{minus_one(alert.node_plus_one())}, WallTime{alert.raised_at()}, alert.acknowledged(),
                                OperatorName{alert.acknowledged_by()}});
    }
    for (const wire::Operator& known : in.operators()) {
        state.operators.push_back({OperatorName{known.name()}, decode_enum<domain::OperatorRole>(known.role(), domain::operator_role_count),
                                   known.certificate_serial(), WallTime{known.added_at()}, known.revoked()});
    }
    for (const wire::IntentHistory& known : in.intents()) {
        domain::IntentHistory& history = state.intents[IntentName{known.intent()}];
        history.breaker = decode(known.breaker());
        history.durations_ms.assign(known.durations_ms().begin(), known.durations_ms().end());
        history.next = known.next() % domain::IntentHistory::capacity;
    }
}

void encode_node(const domain::Node& node, wire::NodeSnapshot& out) {
    encode_node_facts(node.facts, *out.mutable_facts());
    out.set_status(static_cast<std::uint32_t>(node.status));
    out.set_last_change_at(node.last_change_at.ms);
    out.set_draining(node.draining);
    encode(node.breaker, *out.mutable_breaker());
    for (const domain::OriginProgress& origin : node.origins) {
        auto* progress = out.add_origins();
        progress->set_incarnation(origin.incarnation.value);
        progress->set_contiguous(origin.contiguous.value);
        for (Sequence sequence : origin.beyond) progress->add_beyond(sequence.value);
    }
}

domain::Node decode_node(const wire::NodeSnapshot& in) {
    domain::Node node;
    node.facts = decode_node_facts(in.facts());
    node.status = decode_enum<domain::NodeStatus>(in.status(), 5);
    node.last_change_at.ms = in.last_change_at();
    node.draining = in.draining();
    node.breaker = decode(in.breaker());
    for (const wire::OriginProgress& progress : in.origins()) {
        domain::OriginProgress& origin = node.origins.emplace_back();
        origin.incarnation = Incarnation{progress.incarnation()};
        origin.contiguous = Sequence{progress.contiguous()};
        for (std::uint64_t sequence : progress.beyond()) origin.beyond.emplace_back(sequence);
    }
    return node;
}

Result<domain::RestoredTask> decode_task(const wire::TaskSnapshot& in) {
    domain::RestoredTask restored;
    domain::Task& task = restored.task;
    auto plan = decode_plan(in.plan());
    if (!plan) return plan.error();
    task.plan = std::move(plan).value();
    if (in.runs_size() != static_cast<int>(task.plan->run_count)) {
        return Error{ErrorKind::Damaged, "a state names another number of runs than its plan has"};
    }
    task.id = TaskId{in.task_id()};
    task.definition = decode_artifact(in.definition());
    task.definition_sha256 = in.definition_sha256();
    task.submitted_by = OperatorName{in.submitted_by()};
    task.note = in.note();
    task.first_run = RunIndex{in.first_run()};
    task.submitted_at.ms = in.submitted_at();
    task.ended_at.ms = in.ended_at();
    task.submitted_position = Position{in.submitted_position()};
    task.last_position = Position{in.last_position()};
    task.cancel_requested = in.cancel_requested();
    task.paused = in.paused();
    task.historical = in.historical();
    task.compensation_requested = in.compensation_requested();
    task.paused_at.ms = in.paused_at();
    task.deadline_from.ms = in.deadline_from() != 0 ? in.deadline_from() : in.submitted_at();
    task.compensation_target = StepName{in.compensation_target()};
    for (const wire::RunSnapshot& snapshot : in.runs()) {
        decode_run(snapshot, restored.runs.emplace_back(), restored.details.emplace_back());
    }
    return restored;
}

// The task and all it waits for, directly or not, in the order of their numbers.
std::set<std::uint32_t> with_upstream(const domain::State& state, TaskIndex task) {
    std::set<std::uint32_t> wanted;
    std::vector<std::uint32_t> queue{task.value};
    while (!queue.empty()) {
        const std::uint32_t index = queue.back();
        queue.pop_back();
        if (!state.tasks[index].plan || !wanted.insert(index).second) continue;
        for (const TaskId& id : state.tasks[index].plan->definition.depends_on) {
            const auto at = state.task_by_id.find(id);
            if (at != state.task_by_id.end()) queue.push_back(at->second.value);
        }
    }
    return wanted;
}

}  // namespace

std::string state_to_bytes(const domain::State& state, std::optional<TaskIndex> only) {
    wire::StateSnapshot out;
    out.set_position(state.position.value);
    out.set_epoch(state.epoch.value);
    out.set_dispatch_paused(state.dispatch_paused);
    out.set_dispatch_throttled(state.dispatch_throttled);
    out.set_dispatch_paused_at(state.dispatch_paused_at.ms);
    out.set_refused_changes(state.refused_changes);
    const std::set<std::uint32_t> wanted = only ? with_upstream(state, *only) : std::set<std::uint32_t>{};
    std::uint32_t next_run = 0;
    for (std::uint32_t i = 0; i < state.tasks.size(); ++i) {
        if (only && wanted.count(i) == 0) continue;
        const domain::Task& task = state.tasks[i];
        if (!task.plan) {  // its TASK_SUBMITTED was lost to damage; the number stays taken
            out.add_tasks();
            continue;
        }
        encode_task(state, task, only ? next_run : task.first_run.value, *out.add_tasks());
        next_run += task.plan->run_count;
    }
    for (const domain::Node& node : state.nodes) encode_node(node, *out.add_nodes());
    encode_conditions(state, !only, out);
    return out.SerializeAsString();
}

Result<std::shared_ptr<domain::State>> state_from_bytes(const std::string& bytes) {
    wire::StateSnapshot in;
    if (!in.ParseFromString(bytes)) return Error{ErrorKind::Damaged, "a stored state cannot be read"};
    domain::Restorer restorer;
    for (const wire::NodeSnapshot& node : in.nodes()) restorer.add_node(decode_node(node));
    for (const wire::TaskSnapshot& snapshot : in.tasks()) {
        if (!snapshot.has_plan()) {
            restorer.add_lost_task();
            continue;
        }
        auto task = decode_task(snapshot);
        if (!task) return task.error();
        restorer.add_task(std::move(task).value());
    }
    auto state = restorer.finish(Position{in.position()}, Epoch{in.epoch()});
    state->dispatch_paused = in.dispatch_paused();
    state->refused_changes = in.refused_changes();
    state->dispatch_throttled = in.dispatch_throttled();
    state->dispatch_paused_at.ms = in.dispatch_paused_at();
    decode_conditions(in, *state);
    return state;
}

}  // namespace apollo::codec
