// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/sim/model.h"

#include <algorithm>
#include <array>

namespace apollo::sim {

namespace {

using E = domain::EventType;
using S = domain::RunStatus;

struct Change {
    S from;
    E cause;
    S to;
};

// Requirements S2 with the additions of the design's chapter "State machine".
constexpr std::array changes{
    Change{S::Pending, E::Dispatched, S::Dispatched},
    Change{S::Pending, E::Cancelled, S::Cancelled},
    Change{S::Pending, E::ManualOverride, S::Skipped},
    Change{S::Dispatched, E::Accepted, S::Dispatched},
    Change{S::Dispatched, E::Started, S::Running},
    Change{S::Dispatched, E::Cancelled, S::Cancelled},
    Change{S::Dispatched, E::TimedOut, S::Timeout},
    Change{S::Dispatched, E::Failed, S::Failed},
    Change{S::Running, E::Succeeded, S::Succeeded},
    Change{S::Running, E::Failed, S::Failed},
    Change{S::Running, E::TimedOut, S::Timeout},
    Change{S::Running, E::Cancelled, S::Cancelled},
    Change{S::Failed, E::RetryScheduled, S::Retrying},
    Change{S::Timeout, E::RetryScheduled, S::Retrying},
    Change{S::Timeout, E::Failed, S::Failed},
    Change{S::Retrying, E::Dispatched, S::Retrying},
    Change{S::Retrying, E::Accepted, S::Retrying},
    Change{S::Retrying, E::Started, S::Running},
    Change{S::Retrying, E::Failed, S::Failed},
    Change{S::Retrying, E::Cancelled, S::Cancelled},
    Change{S::Succeeded, E::CompensationStarted, S::Compensating},
    Change{S::Failed, E::CompensationStarted, S::Compensating},
    Change{S::Timeout, E::CompensationStarted, S::Compensating},
    Change{S::Cancelled, E::CompensationStarted, S::Compensating},
    Change{S::Compensating, E::Accepted, S::Compensating},
    Change{S::Compensating, E::Started, S::Compensating},
    Change{S::Compensating, E::Failed, S::Compensating},
    Change{S::Compensating, E::TimedOut, S::Compensating},
    Change{S::Compensating, E::CompensationStarted, S::Compensating},
    Change{S::Compensating, E::Compensated, S::Compensated},
    Change{S::Compensated, E::RetryScheduled, S::Retrying},
    Change{S::Compensating, E::CompensationFailed, S::Failed},
    Change{S::Compensated, E::Dispatched, S::Compensated},
    Change{S::Compensated, E::Accepted, S::Compensated},
    Change{S::Compensated, E::Started, S::Running},
    Change{S::Timeout, E::Reconciled, S::Running},
    Change{S::Timeout, E::Reconciled, S::Succeeded},
    Change{S::Timeout, E::Reconciled, S::Failed},
    Change{S::Retrying, E::Reconciled, S::Succeeded},
};

constexpr std::array settled{S::Failed, S::Timeout, S::Cancelled, S::Succeeded, S::Skipped, S::Compensated};
constexpr std::array person_may_ask{S::Succeeded, S::Failed, S::Skipped, S::Pending};

template <std::size_t N>
bool holds(const std::array<S, N>& set, S status) { return std::find(set.begin(), set.end(), status) != set.end(); }

std::optional<S> wanted_of(const domain::Event& event) {
    if (const auto* action = std::get_if<domain::OperatorAction>(&event.payload)) return action->to;
    if (const auto* ended = std::get_if<domain::RunEnded>(&event.payload)) return ended->to;
    return std::nullopt;
}

std::optional<S> after(const ModelRun& run, const domain::Event& event) {
    const std::optional<S> wanted = wanted_of(event);
    const bool by_person = event.header.type == E::ManualOverride;
    if (by_person && wanted && (holds(settled, run.status) || run.quarantined || run.status == S::Retrying) && holds(person_may_ask, *wanted)) return wanted;
    const bool asked = by_person || event.header.type == E::Reconciled;
    for (const Change& change : changes) {
        if (change.from == run.status && change.cause == event.header.type && (!asked || wanted == change.to)) return change.to;
    }
    return std::nullopt;
}

std::string where(const domain::EventHeader& header) {
    return std::string(to_text(header.type)) + " at position " + std::to_string(header.position.value) + " (run " +
           std::to_string(header.run.value) + ", attempt " + std::to_string(header.attempt.value) + ")";
}

}  // namespace

const ModelRun* Model::find(std::uint32_t run) const {
    const auto found = m_runs.find(present(run));
    return found == m_runs.end() ? nullptr : &found->second;
}

std::uint64_t Model::contiguous(std::uint32_t node, std::uint32_t incarnation) const {
    const auto found = m_seen.find({node, incarnation});
    return found == m_seen.end() ? 0 : found->second.contiguous;
}

bool Model::is_revoked(std::uint32_t node) const {
    const auto found = m_revoked.find(node);
    return found != m_revoked.end() && found->second;
}

std::optional<std::string> Model::apply(const domain::Event& event) {
    const domain::EventHeader& header = event.header;
    if (header.position.value != m_position + 1 && !m_gaps_allowed) {
        return "the log goes on at position " + std::to_string(header.position.value) + " behind " + std::to_string(m_position);
    }
    m_position = header.position.value;
    if (header.epoch.value < m_epoch) return where(header) + " is of epoch " + std::to_string(header.epoch.value) + " after " + std::to_string(m_epoch);
    m_epoch = header.epoch.value;
    if (header.type == E::NodeRevoked || header.type == E::NodeEnrolled) m_revoked[header.node.value] = header.type == E::NodeRevoked;
    if (auto wrong = note_origin(header)) return wrong;
    // Where a submission was lost to damage, its runs' numbers are given out again.
    if (header.type == E::TaskSubmitted && m_gaps_allowed) m_runs.erase(m_runs.lower_bound(header.run.value), m_runs.end());
    if (domain::brings_plan(header.type)) note_plan(event);
    if (header.run == no_run || domain::brings_plan(header.type) || header.fact_only) return std::nullopt;
    return apply_run(event);
}

std::uint32_t Model::present(std::uint32_t run) const {
    for (auto moved = m_moved.find(run); moved != m_moved.end(); moved = m_moved.find(run)) run = moved->second;
    return run;
}

void Model::note_plan(const domain::Event& event) {
    const std::uint32_t first = event.header.run.value;
    if (const auto* submitted = std::get_if<domain::TaskSubmitted>(&event.payload)) {
        if (!submitted->plan) return;
        m_plans[event.header.task.value] = {first, submitted->plan};
        note_roll_outs(*submitted->plan, first);
    } else if (const auto* amended = std::get_if<domain::TaskAmended>(&event.payload)) {
        if (!amended->plan) return;
        move_runs(event, *amended);
        note_roll_outs(*amended->plan, first);
    }
}

void Model::move_runs(const domain::Event& event, const domain::TaskAmended& amended) {
    Planned& known = m_plans[event.header.task.value];
    for (std::uint32_t k = 0; known.plan && k < known.plan->run_count; ++k) {
        const std::uint32_t old = known.first_run + k;
        m_roll_outs.erase(old);
        const auto moved = amended.plan->find_run(known.plan->definition.steps[known.plan->step_of_run(k)].name, known.plan->node_of_run(k));
        if (!moved) {
            m_runs.erase(old);
            continue;
        }
        const std::uint32_t now = event.header.run.value + *moved;
        if (auto run = m_runs.extract(old)) m_runs[now] = run.mapped();
        std::vector<std::uint32_t> attempts;
        for (auto at = m_dispatched.lower_bound({old, 0}); at != m_dispatched.end() && at->first.first == old; ++at) attempts.push_back(at->first.second);
        for (const std::uint32_t attempt : attempts) m_dispatched[{now, attempt}] = m_dispatched.extract({old, attempt}).mapped();
        m_moved[old] = now;
    }
    known = {event.header.run.value, amended.plan};
}

std::optional<std::string> Model::note_origin(const domain::EventHeader& header) {
    if (header.sequence.value == 0) return std::nullopt;
    Seen& seen = m_seen[{header.node.value, header.incarnation.value}];
    const std::uint64_t sequence = header.sequence.value;
    if (sequence <= seen.contiguous || seen.beyond.contains(sequence)) {
        return where(header) + " is in the log for the second time: sequence " + std::to_string(sequence);
    }
    if (sequence != seen.contiguous + 1 && !m_gaps_allowed) {
        return where(header) + " has sequence " + std::to_string(sequence) + " of its agent, expected was " + std::to_string(seen.contiguous + 1);
    }
    seen.beyond.insert(sequence);
    while (seen.beyond.erase(seen.contiguous + 1) == 1) ++seen.contiguous;
    return std::nullopt;
}

std::optional<std::string> Model::apply_run(const domain::Event& event) {
    const domain::EventHeader& header = event.header;
    ModelRun& run = m_runs[header.run.value];
    // Its number was given out again: the submission that had it is lost, and so is the one that took it after that.
    if (m_gaps_allowed && header.version.value == 1 && run.version > 0) run = ModelRun{};
    const std::uint32_t expected = run.version + 1;
    const bool gap = header.version.value > expected && m_gaps_allowed;
    if (header.version.value != expected && !gap) {
        return where(header) + " has version " + std::to_string(header.version.value) + ", expected was " + std::to_string(expected);
    }
    run.version = header.version.value;
    if (header.type == E::RunQuarantined || header.type == E::RunReleased) {
        run.quarantined = header.type == E::RunQuarantined;
        return std::nullopt;
    }
    const std::optional<S> to = after(run, event);
    if (!to && !m_gaps_allowed) return where(header) + " is not allowed for a run that is " + to_text(run.status);
    if (header.type == E::Dispatched || header.type == E::CompensationStarted) {
        if (header.attempt.value <= run.newest_attempt && !m_gaps_allowed) {
            return where(header) + " sends an attempt that is not newer than " + std::to_string(run.newest_attempt);
        }
        m_dispatched[{header.run.value, header.attempt.value}] = true;
    }
    if (header.type == E::ManualOverride) run.quarantined = false;
    const bool given_up = (header.type == E::Failed || header.type == E::TimedOut) && header.sequence.value == 0;
    if (given_up) run.given_up_attempt = header.attempt.value;
    run.newest_attempt = std::max(run.newest_attempt, header.attempt.value);
    const bool begins = run.status == S::Pending && header.type == E::Dispatched && !m_gaps_allowed;
    if (auto wrong = begins ? check_roll_out(header.run.value) : std::nullopt) return where(header) + " " + *wrong;
    if (to) run.status = *to;
    return std::nullopt;
}

}  // namespace apollo::sim
