// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/domain/reducer.h"

#include <algorithm>

#include "common/domain/amend.h"
#include "common/domain/conditions.h"
#include "common/domain/readiness.h"

namespace apollo::domain {

namespace {

void touch_task(State& state, const EventHeader& header) {
    if (header.task.value < state.tasks.size()) state.tasks[header.task.value].last_position = header.position;
}

// ---- origins ----

void note_sequence(OriginProgress& origin, Sequence sequence) {
    if (sequence <= origin.contiguous) return;
    if (sequence != origin.contiguous.next()) {
        const auto at = std::lower_bound(origin.beyond.begin(), origin.beyond.end(), sequence);
        if (at == origin.beyond.end() || *at != sequence) origin.beyond.insert(at, sequence);
        return;
    }
    origin.contiguous = sequence;
    auto at = origin.beyond.begin();
    while (at != origin.beyond.end() && *at == origin.contiguous.next()) origin.contiguous = *at++;
    origin.beyond.erase(origin.beyond.begin(), at);
}

void note_origin(State& state, const EventHeader& header) {
    if (header.sequence.value == 0 || header.node.value >= state.nodes.size()) return;
    Node& node = state.nodes[header.node.value];
    for (OriginProgress& origin : node.origins) {
        if (origin.incarnation == header.incarnation) return note_sequence(origin, header.sequence);
    }
    node.origins.push_back({header.incarnation, Sequence{0}, {}});
    note_sequence(node.origins.back(), header.sequence);
}

// An attempt that its node speaks of is used up, even if nothing else follows from it.
void note_claimed(State& state, const EventHeader& header) {
    const bool by_node = header.sequence.value != 0 || header.type == EventType::Reconciled;
    if (!by_node || header.run.value >= state.runs.size()) return;
    Run& run = state.runs[header.run.value];
    run.claimed_attempt = std::max(run.claimed_attempt, header.attempt);
}

// ---- tasks ----

void apply_submitted(State& state, const EventHeader& header, const TaskSubmitted& submitted, Changes* changes) {
    if (!submitted.plan || state.task_by_id.count(submitted.plan->definition.task_id) != 0) {
        ++state.refused_changes;
        return;
    }
    if (state.tasks.size() <= header.task.value) state.tasks.resize(header.task.value + 1);
    Task& task = state.tasks[header.task.value];
    task.id = submitted.plan->definition.task_id;
    task.plan = submitted.plan;
    task.definition = submitted.definition;
    task.definition_sha256 = submitted.definition_sha256;
    task.submitted_by = submitted.submitted_by;
    task.note = submitted.note;
    task.historical = submitted.historical;
    task.first_run = header.run;
    task.submitted_at = submitted.historical ? header.origin_time : header.recorded_time;
    task.deadline_from = task.submitted_at;
    task.submitted_position = header.position;
    task.last_position = header.position;
    state.task_by_id.emplace(task.id, header.task);
    create_runs(state, header.task);
    begin_readiness(state, header.task, header.recorded_time, changes);
}

// Marks what has had an effect: the whole task, or the step named as target and all that depends on it.
void request_compensation(State& state, Task& task, const Event& event) {
    const auto* action = std::get_if<OperatorAction>(&event.payload);
    task.compensation_requested = true;
    task.compensation_target = StepName{action ? action->target : std::string()};
    const auto target = action && !action->target.empty() ? task.plan->find_step(StepName{action->target}) : std::nullopt;
    std::vector<bool> meant(task.plan->steps.size(), !target.has_value());
    std::vector<std::uint32_t> queue;
    if (target) queue.push_back(*target);
    while (!queue.empty()) {
        const std::uint32_t step = queue.back();
        queue.pop_back();
        if (meant[step]) continue;
        meant[step] = true;
        const auto& dependents = task.plan->steps[step].dependents;
        queue.insert(queue.end(), dependents.begin(), dependents.end());
    }
    for (std::uint32_t k = 0; k < task.plan->run_count; ++k) {
        const RunIndex index{task.first_run.value + k};
        Run& run = state.runs[index.value];
        const bool idle = run.status == RunStatus::Pending || run.status == RunStatus::Skipped || run.status == RunStatus::Compensated;
        if (!meant[task.plan->step_of_run(k)] || idle || run.attempt.value == 0) continue;
        RunChange change(state, index);
        run.undo_wanted = true;
        change.settle(event.header.recorded_time, nullptr);
    }
}

void apply_task_event(State& state, const Event& event, Changes* changes) {
    const EventHeader& header = event.header;
    if (header.task.value >= state.tasks.size() || !state.tasks[header.task.value].plan) {
        ++state.refused_changes;
        return;
    }
    Task& task = state.tasks[header.task.value];
    if (header.type == EventType::TaskCancelRequested) task.cancel_requested = true;
    if (header.type == EventType::TaskPaused || header.type == EventType::TaskResumed) {
        task.paused = header.type == EventType::TaskPaused;
        task.paused_at = task.paused ? header.recorded_time : WallTime{};
    }
    if (header.type == EventType::TaskCompensationRequested) request_compensation(state, task, event);
    refresh_task_status(state, header.task, header.recorded_time, changes);
    if (!changes) return;
    for (std::uint32_t k = 0; k < task.plan->run_count; ++k) changes->runs.push_back(RunIndex{task.first_run.value + k});
}

// ---- nodes ----

void merge_facts(NodeFacts& known, const NodeFacts& news) {
    const std::string serial = known.certificate_serial;
    known = news;
    if (known.certificate_serial.empty()) known.certificate_serial = serial;
}

// Runs of a node whose enrolment was lost to damage are its own as soon as the log names it again.
void adopt_runs(State& state, NodeIndex index, Changes* changes) {
    Node& node = state.nodes[index.value];
    for (std::uint32_t k = 0; k < state.runs.size(); ++k) {
        Run& run = state.runs[k];
        if (run.node != no_node || run.task == no_task || state.tasks[run.task.value].historical) continue;
        if (state.node_of(RunIndex{k}) != node.facts.node) continue;
        run.node = index;
        if (is_live(run)) ++node.live_runs;
        if (changes != nullptr) changes->runs.push_back(RunIndex{k});
    }
}

// With the verb "undrain" the node takes work again.
void apply_drained(Node& node, const Payload& payload) {
    const auto* action = std::get_if<OperatorAction>(&payload);
    node.draining = !action || action->verb != "undrain";
    if (node.status == NodeStatus::Connected && node.draining) node.status = NodeStatus::Draining;
    if (node.status == NodeStatus::Draining && !node.draining) node.status = NodeStatus::Connected;
}

void apply_node_event(State& state, const EventHeader& header, const Payload& payload, Changes* changes) {
    const auto* facts = std::get_if<NodeFacts>(&payload);
    if (header.node == no_node || (header.node.value >= state.nodes.size() && !facts)) {
        ++state.refused_changes;
        return;
    }
    if (state.nodes.size() <= header.node.value) state.nodes.resize(header.node.value + 1);
    Node& node = state.nodes[header.node.value];
    if (facts) {
        merge_facts(node.facts, *facts);
        if (state.node_by_id.emplace(node.facts.node, header.node).second) adopt_runs(state, header.node, changes);
    }
    const bool was_revoked = node.status == NodeStatus::Revoked;
    switch (header.type) {
        case EventType::NodeEnrolled: node.status = NodeStatus::Unreachable; break;
        case EventType::NodeConnected:
            node.status = node.draining ? NodeStatus::Draining : NodeStatus::Connected;
            if (header.incarnation.value != 0 && (node.origins.empty() || node.origins.back().incarnation != header.incarnation)) {
                node.origins.push_back({header.incarnation, Sequence{0}, {}});
            }
            break;
        case EventType::NodeLost:
            if (node.status != NodeStatus::Revoked) node.status = NodeStatus::Unreachable;
            break;
        case EventType::NodeConservative: node.status = NodeStatus::Conservative; break;
        case EventType::NodeDrained: apply_drained(node, payload); break;
        case EventType::NodeRevoked: node.status = NodeStatus::Revoked; break;
        default: break;
    }
    node.last_change_at = header.recorded_time;
    if (changes) changes->nodes.push_back(header.node);
    if (was_revoked != (node.status == NodeStatus::Revoked)) reconsider_node(state, header.node, header.recorded_time, changes);
}

// ---- runs ----

std::optional<RunStatus> wanted_status(const Event& event) {
    if (const auto* action = std::get_if<OperatorAction>(&event.payload)) return action->to;
    if (const auto* ended = std::get_if<RunEnded>(&event.payload)) return ended->to;
    return std::nullopt;
}

bool attempt_fits(const Run& run, const EventHeader& header) {
    switch (header.type) {
        case EventType::Dispatched:
        case EventType::CompensationStarted: return header.attempt > run.attempt && header.attempt >= run.dispatched_attempt;
        case EventType::Accepted:
        case EventType::Started:
            // Of an attempt that has ended (its end was read, its beginning was lost and comes again) it is old news.
            return header.attempt == run.dispatched_attempt && (run.status == RunStatus::Dispatched || run.dispatched_attempt > run.attempt);
        // Of the newest attempt only: a late end of an older one says nothing about the one that was sent since.
        case EventType::Compensated:
        case EventType::CompensationFailed:
        case EventType::Succeeded:
        case EventType::Failed:
        case EventType::TimedOut:
        case EventType::Cancelled: return header.attempt == std::max(run.attempt, run.dispatched_attempt);
        // While its next attempt is on its way, only the node's answer moves it.
        case EventType::ManualOverride: return run.status != RunStatus::Retrying || !is_live(run);
        default: return true;
    }
}

// The state a run must be in after an event of this type, whatever was lost before it.
RunStatus proven_status(const Event& event, RunStatus present) {
    const EventType type = event.header.type;
    // Of an undoing attempt these say nothing but that it goes on.
    const bool goes_on = type == EventType::Accepted || type == EventType::Started || type == EventType::Failed || type == EventType::TimedOut;
    if (present == RunStatus::Compensating && goes_on) return present;
    switch (type) {
        case EventType::Dispatched:
        case EventType::Accepted: return present == RunStatus::Retrying ? present : RunStatus::Dispatched;
        case EventType::Started: return RunStatus::Running;
        case EventType::Succeeded: return RunStatus::Succeeded;
        case EventType::Failed:
        case EventType::CompensationFailed: return RunStatus::Failed;
        case EventType::TimedOut: return RunStatus::Timeout;
        case EventType::RetryScheduled: return RunStatus::Retrying;
        case EventType::Cancelled: return RunStatus::Cancelled;
        case EventType::CompensationStarted: return RunStatus::Compensating;
        case EventType::Compensated: return RunStatus::Compensated;
        case EventType::ManualOverride:
        case EventType::Reconciled: return wanted_status(event).value_or(present);
        default: return present;
    }
}

bool is_flag_event(EventType type) { return type == EventType::RunQuarantined || type == EventType::RunReleased; }

// How the attempt ended that was undone, or whose retry was cancelled before it began, is what people look for.
bool tells_nothing_new(EventType type, const RunEnded& ended, RunStatus before) {
    if (type == EventType::Compensated) return true;
    const bool has_run = ended.exit_code || ended.signal_number != 0 || ended.artifact || !ended.output_text.empty();
    return type == EventType::Cancelled && before == RunStatus::Retrying && !has_run;
}

void note_ended(RunDetails& details, const EventHeader& header, const RunEnded& ended, RunStatus before) {
    details.ended_at = header.origin_time;
    if (tells_nothing_new(header.type, ended, before)) {
        if (!ended.message.empty()) details.message = ended.message;
        return;
    }
    details.exit_code = ended.exit_code;
    details.signal_number = ended.signal_number;
    details.message = ended.message;
    details.failure_class = ended.failure_class;
    if (before == RunStatus::Compensating) return;  // what is undone keeps its output
    details.output_json = ended.output_json;
    details.output_text = ended.output_text;
    details.artifact = ended.artifact;
}

void clear_attempt(RunDetails& details) {
    const WallTime updated = details.updated_at;
    details = RunDetails{};
    details.updated_at = updated;
}

void note_details(Run& run, RunDetails& details, const Event& event, RunStatus before) {
    const EventHeader& header = event.header;
    details.updated_at = header.recorded_time;
    switch (header.type) {
        case EventType::Dispatched: details.dispatched_at = header.recorded_time; break;
        case EventType::Started:
            if (before == RunStatus::Compensating) break;
            clear_attempt(details);
            details.started_at = header.origin_time;
            break;
        case EventType::RetryScheduled:
            if (const auto* retry = std::get_if<RetryScheduled>(&event.payload)) {
                run.retries = retry->retry;
                details.retry_recorded_at = header.recorded_time;
                details.retry_delay_ms = retry->delay_ms;
            }
            break;
        case EventType::ManualOverride:
            run.retries = 0;
            run.undo_wanted = false;
            run.undo_tries = 0;
            if (run.status == RunStatus::Pending) clear_attempt(details);
            if (const auto* action = std::get_if<OperatorAction>(&event.payload)) {
                details.message = action->verb + " by " + action->operator_name.text + ": " + action->reason;
            }
            break;
        default: break;
    }
    const auto* ended = std::get_if<RunEnded>(&event.payload);
    if (ended && ended->to == RunStatus::Running) details.message = ended->message;  // it has not ended after all
    else if (ended) note_ended(details, header, *ended, before);
    else if (const auto* note = std::get_if<Note>(&event.payload)) details.message = note->message;
}

void note_attempt(Run& run, const EventHeader& header, bool undoing) {
    switch (header.type) {
        case EventType::Dispatched:
            run.dispatched_attempt = header.attempt;
            run.accepted = false;
            if (run.status == RunStatus::Dispatched) run.attempt = header.attempt;
            break;
        case EventType::CompensationStarted:
            run.dispatched_attempt = header.attempt;
            run.accepted = false;
            run.undo_tries = undoing ? run.undo_tries + 1 : 1;
            break;
        case EventType::Accepted: run.accepted = true; break;
        case EventType::Started:
            if (is_compensating(run)) break;  // its attempt ends with the undoing; until then it is on its way
            run.attempt = header.attempt;
            run.dispatched_attempt = header.attempt;
            run.undo_tries = 0;
            break;
        case EventType::RunQuarantined: run.quarantined = true; break;
        case EventType::RunReleased:
        case EventType::ManualOverride: run.quarantined = false; break;
        case EventType::Compensated:
        case EventType::CompensationFailed:
            run.undo_wanted = false;
            if (header.type == EventType::CompensationFailed) run.undo_tries = 0;
            run.attempt = run.dispatched_attempt;
            break;
        case EventType::Failed:
        case EventType::TimedOut:
        case EventType::Cancelled:
            // An attempt that was given up before it started is used up all the same.
            if (run.dispatched_attempt > run.attempt) run.attempt = run.dispatched_attempt;
            if (!undoing) run.undo_tries = 0;
            break;
        default: break;
    }
}

// An event behind lost ones proves that its attempt was there; the next attempt must not take its number again.
void note_proven_attempt(Run& run, const EventHeader& header) {
    if (header.attempt > run.dispatched_attempt) run.dispatched_attempt = header.attempt;
    const bool is_sent_ahead = run.status == RunStatus::Retrying || run.status == RunStatus::Compensated;
    const bool is_dispatch = header.type == EventType::Dispatched || header.type == EventType::Accepted;
    if (header.attempt > run.attempt && !(is_dispatch && is_sent_ahead)) run.attempt = header.attempt;
}

void apply_run_event(State& state, const Event& event, Changes* changes) {
    const EventHeader& header = event.header;
    if (header.run.value >= state.runs.size() || state.runs[header.run.value].task == no_task) {
        ++state.refused_changes;
        return;
    }
    Run& run = state.runs[header.run.value];
    if (header.version <= run.version) {
        ++state.refused_changes;
        return;
    }
    const bool lost_events = header.version != run.version.next();
    std::optional<RunStatus> next = check_run_event(state, event);
    if (lost_events || (!next && run.quarantined)) next = proven_status(event, run.status);
    if (!next) {
        ++state.refused_changes;
        return;
    }
    RunChange change(state, header.run);
    const RunStatus before = run.status;
    run.status = *next;
    run.version = header.version;
    if (lost_events) {
        run.quarantined = true;
        note_proven_attempt(run, header);
    }
    note_attempt(run, header, before == RunStatus::Compensating);
    note_details(run, state.details[header.run.value], event, before);
    // A rerun takes back an earlier cancel of the whole task; the runs that stay cancelled keep their state.
    if (header.type == EventType::ManualOverride && run.status == RunStatus::Pending) {
        Task& task = state.tasks[run.task.value];
        task.cancel_requested = false;
        task.compensation_requested = false;
        task.deadline_from = header.recorded_time;
    }
    const bool ended = header.type == EventType::Succeeded || header.type == EventType::Failed || header.type == EventType::TimedOut;
    if (ended && before != RunStatus::Compensating && !state.tasks[run.task.value].historical) note_attempt_end(state, event, state.details[header.run.value]);
    change.settle(header.recorded_time, changes);
}

}  // namespace

std::optional<RunStatus> check_run_event(const State& state, const Event& event) {
    const EventHeader& header = event.header;
    if (header.run.value >= state.runs.size()) return std::nullopt;
    const Run& run = state.runs[header.run.value];
    if (is_flag_event(header.type)) return run.status;
    // What a quarantined run's true state is nobody knows, so a person may put it anywhere a person may put a run.
    if (run.quarantined && header.type == EventType::ManualOverride) {
        return transition(RunStatus::Failed, header.type, wanted_status(event));
    }
    if (!attempt_fits(run, header)) return std::nullopt;
    return transition(run.status, header.type, wanted_status(event));
}

void apply(State& state, const Event& event, Changes* changes) {
    const EventHeader& header = event.header;
    state.position = header.position;
    state.last = header;
    if (header.epoch > state.epoch) state.epoch = header.epoch;
    note_origin(state, header);
    touch_task(state, header);
    note_claimed(state, header);
    if (header.fact_only) return;
    if (header.type == EventType::TaskSubmitted) {
        if (const auto* submitted = std::get_if<TaskSubmitted>(&event.payload)) {
            apply_submitted(state, header, *submitted, changes);
        } else {
            ++state.refused_changes;
        }
    } else if (const auto* amended = std::get_if<TaskAmended>(&event.payload)) {
        if (!apply_amended(state, header, *amended, changes)) ++state.refused_changes;
    } else if (header.type < EventType::Dispatched) {
        apply_task_event(state, event, changes);
    } else if (header.run != no_run && header.type < EventType::NodeEnrolled) {
        apply_run_event(state, event, changes);
    } else if (header.type >= EventType::NodeEnrolled && header.type <= EventType::NodeRevoked) {
        apply_node_event(state, header, event.payload, changes);
    } else {
        apply_condition(state, event);
    }
}

}  // namespace apollo::domain
