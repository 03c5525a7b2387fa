// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What people ask of the simulated orchestrator.
#include "tests/sim/world.h"

namespace apollo::sim {

namespace {

constexpr std::int64_t ask_again_ms = 3000;
constexpr int most_tries = 60;
constexpr std::int64_t paused_ms = 15000;
constexpr int most_resumes = 15;

}  // namespace

domain::Command command_of(const Action& action) {
    const domain::Justification why{{}, "the simulation wants it"};
    const domain::RunFilter step{action.step, std::nullopt};
    switch (action.kind) {
        case ActionKind::Cancel: return domain::CancelTask{action.task, why};
        case ActionKind::RerunFailed: return domain::RerunTask{action.task, {}, false, true, why};
        case ActionKind::RerunStep: return domain::RerunTask{action.task, step, false, false, why};
        case ActionKind::RerunFrom: return domain::RerunTask{action.task, step, true, false, why};
        case ActionKind::Skip: return domain::SkipRuns{action.task, step, why};
        case ActionKind::Override: return domain::OverrideRuns{action.task, step, action.to, why};
        case ActionKind::Revoke: return domain::RevokeNode{NodeId{"n" + std::to_string(action.agent + 1)}, why};
        case ActionKind::Pause: return domain::PauseTask{action.task, why};
        case ActionKind::PauseEverything: return domain::PauseDispatch{why};
        case ActionKind::Compensate: return domain::CompensateTask{action.task, {}, why};
        case ActionKind::CompensateStep: return domain::CompensateTask{action.task, step, why};
        case ActionKind::Amend: break;  // it needs the definition that holds then: see amend()
    }
    return domain::CancelTask{action.task, why};
}

namespace {

// Another step, one less, or other dependencies. Steps depend on earlier ones only, so that no cycle comes about.
void change(domain::TaskDefinition& definition, SeededRandom random, std::uint32_t number) {
    std::vector<domain::StepDefinition>& steps = definition.steps;
    const auto pick = [&](std::size_t below) { return static_cast<std::size_t>(random.below(below)); };
    const std::uint64_t dice = random.below(3);
    if (dice == 0) {
        domain::StepDefinition added = steps[pick(steps.size())];
        added.name = StepName{"x" + std::to_string(number)};
        added.depends_on = {steps[pick(steps.size())].name};
        steps.push_back(std::move(added));
    } else if (dice == 1 && steps.size() > 1) {
        const StepName gone = steps.back().name;
        steps.pop_back();
        for (domain::StepDefinition& step : steps) std::erase(step.depends_on, gone);
    } else {
        const std::size_t k = pick(steps.size());
        steps[k].depends_on.clear();
        if (k > 0) steps[k].depends_on.push_back(steps[pick(k)].name);
    }
}

}  // namespace

void World::amend(const Action& action) {
    if (!m_center->runs()) return;
    const domain::Task* task = m_center->state().find_task(action.task);
    if (task == nullptr) return;
    domain::AmendTask command;
    command.definition = task->plan->definition;
    command.why = {{}, "the simulation wants it"};
    change(command.definition, SeededRandom(action.dice), action.number);
    m_center->amend(m_next_request++, command);
}

// Asked again and again until it is answered: nothing stays paused for ever.
void World::resume(const domain::Command& command, int tries) {
    if (tries > most_resumes) return;
    after(ask_again_ms, [this, command, tries] { resume(command, tries + 1); });
    if (m_center->runs()) m_center->command(m_next_request++, command);
}

void World::perform(const Action& action) {
    m_trace.line(std::string("an operator: ") + to_text(action.kind) + " " + action.task.text + " " + action.step.text);
    if (action.kind == ActionKind::Amend) return amend(action);
    if (m_center->runs()) m_center->command(m_next_request++, command_of(action));
    const domain::Justification over{{}, "the pause is over"};
    if (action.kind == ActionKind::Pause) after(paused_ms, [this, over, task = action.task] { resume(domain::ResumeTask{task, over}, 0); });
    if (action.kind == ActionKind::PauseEverything) after(paused_ms, [this, over] { resume(domain::ResumeDispatch{over}, 0); });
}

void World::submit(const domain::TaskDefinition& definition) {
    m_submissions.push_back({definition});
    try_submission(m_submissions.size() - 1);
}

void World::try_submission(std::size_t number) {
    Submission& submission = m_submissions[number];
    if (submission.done || ++submission.tries > most_tries) return;
    after(ask_again_ms, [this, number] { try_submission(number); });
    if (!m_center->runs()) return;
    const std::uint64_t request = m_next_request++;
    m_requests[request] = number;
    m_center->submit(request, submission.definition);
}

void World::on_answer(std::uint64_t request, const Result<domain::CommandResult>& result) {
    m_trace.line("answer " + std::to_string(request) + ": " + (result ? std::string(to_text(result->task_status)) : result.error().message));
    const auto asked = m_requests.find(request);
    if (asked == m_requests.end()) return;
    Submission& submission = m_submissions[asked->second];
    m_requests.erase(asked);
    if (!result) return;  // asked again: what it depends on may come yet
    submission.done = true;
    m_acknowledged.insert(submission.definition.task_id);
}

}  // namespace apollo::sim
