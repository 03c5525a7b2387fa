// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/core/reconcile.h"
#include "tests/unit/core/core_fixture.h"

namespace apollo::core {
namespace {

using domain::EventType;
using domain::RunStatus;
using domain::TaskStatus;
using testing::step;
using testing::task;

domain::StepDefinition undoable(const std::string& name, const std::vector<std::string>& depends_on = {}) {
    domain::StepDefinition made = step(name, depends_on);
    made.compensate = domain::CompensationDefinition{IntentName{"run_command"}, "{\"argv\":[\"undo\"]}", 5000};
    return made;
}

domain::TaskDefinition diamond() {
    domain::TaskDefinition definition = task("t", {undoable("top"), undoable("left", {"top"}), undoable("right", {"top"}), undoable("bottom", {"left", "right"})}, {"a"});
    definition.retry_policy->max_retries = 0;
    definition.on_failure = domain::OnFailure::Compensate;
    return definition;
}

class Compensation : public CoreTest {
protected:
    void run_to_failure() {
        submit(diamond());
        for (const char* name : {"top", "left", "right"}) finish("a", name, true);
        finish("a", "bottom", false);
    }
    void undo(const char* name, bool well = true) {
        ASSERT_EQ(run(name, "a").status, RunStatus::Compensating) << name;
        finish("a", name, well);
    }
};

TEST_F(Compensation, AFailedTaskIsUndoneInReverseOrderWithEachRunUndoneOnce) {
    run_to_failure();
    EXPECT_EQ(status(), TaskStatus::Compensating);
    EXPECT_EQ(run("left", "a").status, RunStatus::Succeeded) << "bottom depends on it and is not undone yet";
    undo("bottom");
    EXPECT_EQ(run("top", "a").status, RunStatus::Succeeded);
    undo("left");
    EXPECT_EQ(run("top", "a").status, RunStatus::Succeeded) << "right still has its effect";
    undo("right");
    undo("top");
    EXPECT_EQ(status(), TaskStatus::Compensated);
    EXPECT_EQ(count_events(EventType::CompensationStarted), 4u);
    EXPECT_EQ(count_events(EventType::Compensated), 4u);
}

TEST_F(Compensation, ASecondTriggerChangesNothing) {
    run_to_failure();
    const std::size_t before = events.size();
    ASSERT_TRUE(command(domain::CompensateTask{TaskId{"t"}, {}, why}).ok());
    EXPECT_EQ(events.size(), before);
    EXPECT_FALSE(command(domain::RerunTask{TaskId{"t"}, {}, false, false, why}).ok());
    EXPECT_FALSE(command(domain::CancelTask{TaskId{"t"}, why}).ok());
    EXPECT_EQ(status(), TaskStatus::Compensating);
}

TEST_F(Compensation, ARestartBetweenAnyTwoUndoingsGoesOnWhereItWas) {
    run_to_failure();
    for (const char* name : {"bottom", "left", "right", "top"}) {
        keep(core.node_disconnected(now(), NodeIndex{0}));
        auto state = std::make_shared<domain::State>();
        for (const domain::Event& event : events) domain::apply(*state, event);
        core = OrchestratorCore(settings(), state);
        keep(core.start(now(), "again"));
        for (NodeIndex node : {NodeIndex{0}, NodeIndex{1}}) keep(core.node_connected(now(), core.state().nodes[node.value].facts, Incarnation{7}));
        undo(name);
    }
    EXPECT_EQ(status(), TaskStatus::Compensated);
    EXPECT_EQ(count_events(EventType::CompensationStarted), 4u);
}

TEST_F(Compensation, AfterwardsARerunSucceeds) {
    run_to_failure();
    for (const char* name : {"bottom", "left", "right", "top"}) undo(name);
    ASSERT_TRUE(command(domain::RerunTask{TaskId{"t"}, {}, false, false, why}).ok());
    for (const char* name : {"top", "left", "right", "bottom"}) finish("a", name, true);
    EXPECT_EQ(status(), TaskStatus::Succeeded);
}

TEST_F(Compensation, AnUndoingThatFailsIsTriedAgainAndThenStopsThereForAPerson) {
    run_to_failure();
    undo("bottom");
    for (std::uint32_t attempt = 0; attempt < settings().compensation_tries; ++attempt) {
        undo("left", false);
        pass(5000);
    }
    EXPECT_EQ(run("left", "a").status, RunStatus::Failed);
    undo("right");
    EXPECT_EQ(run("top", "a").status, RunStatus::Succeeded) << "what left did is still there";
    EXPECT_EQ(status(), TaskStatus::Failed);
    ASSERT_TRUE(command(domain::CompensateTask{TaskId{"t"}, {}, why}).ok());
    undo("left");
    undo("top");
    EXPECT_EQ(status(), TaskStatus::Compensated);
}

TEST_F(Compensation, WhatARevokedNodeDidWaitsForAPersonInsteadOfForEver) {
    submit(diamond());
    for (const char* name : {"top", "left", "right"}) finish("a", name, true);
    ASSERT_TRUE(command(domain::RevokeNode{NodeId{"a"}, why}).ok());
    pass(60000);
    EXPECT_EQ(status(), TaskStatus::Failed);
    EXPECT_EQ(core.state().nodes[0].live_runs, 0u);
    EXPECT_EQ(count_events(EventType::Compensated), 0u);
}

TEST_F(Compensation, AStepWithoutAnActionPassesThroughAtOnce) {
    domain::TaskDefinition definition = task("t", {step("x"), step("y", {"x"})}, {"a"});
    definition.retry_policy->max_retries = 0;
    definition.on_failure = domain::OnFailure::Compensate;
    submit(definition);
    finish("a", "x", true);
    finish("a", "y", false);
    EXPECT_EQ(run("x", "a").status, RunStatus::Compensated);
    EXPECT_EQ(status(), TaskStatus::Compensated);
    EXPECT_EQ(details("x", "a").message, "nothing to undo: the step has no compensating action");
    EXPECT_EQ(details("y", "a").message, "nothing to undo: the step has no compensating action; it had failed") << "why all this came to be";
}

TEST_F(Compensation, OnlyAStepAndWhatDependsOnItAreUndoneOnAsking) {
    submit(diamond());
    for (const char* name : {"top", "left", "right", "bottom"}) finish("a", name, true);
    ASSERT_TRUE(command(domain::CompensateTask{TaskId{"t"}, {StepName{"left"}, {}}, why}).ok());
    undo("bottom");
    undo("left");
    EXPECT_EQ(run("right", "a").status, RunStatus::Succeeded);
    EXPECT_EQ(run("top", "a").status, RunStatus::Succeeded);
    EXPECT_EQ(status(), TaskStatus::Compensated);
}

TEST_F(Compensation, AStepDeclaredSoIsUndoneBeforeItsRetry) {
    domain::StepDefinition once = undoable("x");
    once.idempotency = domain::Idempotency::Compensate;
    submit(task("t", {once}, {"a"}));
    finish("a", "x", false);
    EXPECT_EQ(run("x", "a").status, RunStatus::Compensating) << "FAILED and COMPENSATION_STARTED come together";
    undo("x");
    EXPECT_EQ(run("x", "a").status, RunStatus::Retrying);
    pass(1000);
    finish("a", "x", true);
    EXPECT_EQ(status(), TaskStatus::Succeeded);
    EXPECT_EQ(run("x", "a").attempt, Attempt{3});
}

TEST_F(Compensation, ThatTheUndoingSucceededSaysNothingAboutTheStepThatWaitsForItsRetry) {
    domain::StepDefinition made = undoable("x");
    made.idempotency = domain::Idempotency::Compensate;
    submit(task("t", {made, step("y", {"x"})}, {"a"}));
    finish("a", "x", false);
    undo("x");
    ASSERT_EQ(run("x", "a").status, RunStatus::Retrying);
    EXPECT_EQ(details("x", "a").exit_code, 1) << "how the step ended, not its undoing";
    EXPECT_TRUE(attempts_to_ask(core.state(), NodeIndex{0}, 10).empty()) << "the node would say that this attempt succeeded";
    report("a", "x", EventType::Succeeded, run("x", "a").attempt.value, exited(0));
    EXPECT_EQ(run("x", "a").status, RunStatus::Retrying);
    ASSERT_TRUE(command(domain::CancelTask{TaskId{"t"}, {}}).ok());
    EXPECT_EQ(details("x", "a").message, "cancelled by alice before it was tried again; it had failed, and was undone");
    EXPECT_EQ(details("x", "a").exit_code, 1);
}

TEST_F(Compensation, APassedDeadlineCancelsAndUndoesWhereTheTaskAsksForIt) {
    domain::TaskDefinition definition = diamond();
    definition.deadline_ms = 60000;
    submit(definition);
    finish("a", "top", true);
    begin("a", "left");
    pass(60000);
    EXPECT_EQ(run("bottom", "a").status, RunStatus::Cancelled);
    EXPECT_GE(count_effects<SendCancel>(), 1u);
    report("a", "left", EventType::Cancelled, 1);
    report("a", "right", EventType::Cancelled, 1);
    undo("left");
    undo("right");
    undo("top");
    EXPECT_EQ(status(), TaskStatus::Compensated);
}

TEST_F(Compensation, ARestartFinishesARequestOfWhichOnlyTheFirstEventReachedTheDisk) {
    submit(diamond());
    finish("a", "top", true);
    ASSERT_TRUE(command(domain::CancelTask{TaskId{"t"}, why}).ok());
    for (const char* name : {"left", "right"}) report("a", name, EventType::Cancelled, 1);
    ASSERT_TRUE(command(domain::RerunTask{TaskId{"t"}, {StepName{"bottom"}, {}}, false, false, why}).ok());
    ASSERT_TRUE(command(domain::CompensateTask{TaskId{"t"}, {}, why}).ok());
    ASSERT_EQ(run("bottom", "a").status, RunStatus::Cancelled);
    const auto request = std::find_if(log.begin(), log.end(), [](const domain::Event& event) { return event.header.type == EventType::TaskCompensationRequested; });
    log.erase(request + 1, log.end());
    auto state = std::make_shared<domain::State>();
    for (const domain::Event& event : log) domain::apply(*state, event);
    core = OrchestratorCore(settings(), state);
    keep(core.start(now(), "again"));
    EXPECT_EQ(run("bottom", "a").status, RunStatus::Cancelled);
    EXPECT_EQ(run("left", "a").status, RunStatus::Compensating);
    EXPECT_EQ(status(), TaskStatus::Compensating);
}

TEST_F(Compensation, ALongerDeadlineByAmendmentIsTheOneThatCounts) {
    domain::TaskDefinition definition = task("t", {step("x")}, {"a"});
    definition.deadline_ms = 30000;
    submit(definition);
    begin("a", "x");
    definition.deadline_ms = 90000;
    const domain::AmendTask amendment{definition, false, why};
    auto prepared = core.prepare_amendment(amendment);
    ASSERT_TRUE(prepared.ok() && prepared->plan);
    keep(core.amend(now(), 5, {OperatorName{"alice"}}, amendment, prepared->plan, {}, "sha2"));
    pass(30000);
    EXPECT_FALSE(core.state().tasks[0].cancel_requested);
    pass(60000);
    EXPECT_TRUE(core.state().tasks[0].cancel_requested);
}

TEST_F(Compensation, ARerunBeginsTheDeadlineAnewAlsoOverARestart) {
    domain::TaskDefinition definition = task("t", {step("x"), step("y", {"x"})}, {"a"});
    definition.deadline_ms = 30000;
    submit(definition);
    begin("a", "x");
    pass(30000);
    report("a", "x", EventType::Cancelled, 1);
    ASSERT_EQ(status(), TaskStatus::Cancelled);
    ASSERT_TRUE(command(domain::RerunTask{TaskId{"t"}, {}, false, false, why}).ok());
    auto state = std::make_shared<domain::State>();
    for (const domain::Event& event : log) domain::apply(*state, event);
    core = OrchestratorCore(settings(), state);
    keep(core.start(now(), "again"));
    keep(core.node_connected(now(), core.state().nodes[0].facts, Incarnation{7}));
    pass(29999);
    EXPECT_FALSE(core.state().tasks[0].cancel_requested);
    pass(1);
    EXPECT_TRUE(core.state().tasks[0].cancel_requested);
}

TEST_F(Compensation, APassedDeadlineOtherwiseOnlyCancels) {
    domain::TaskDefinition definition = task("t", {step("x"), step("y", {"x"})}, {"a"});
    definition.deadline_ms = 30000;
    submit(definition);
    begin("a", "x");
    pass(30000);
    report("a", "x", EventType::Cancelled, 1);
    EXPECT_EQ(status(), TaskStatus::Cancelled);
    EXPECT_EQ(count_events(EventType::CompensationStarted), 0u);
}

}  // namespace
}  // namespace apollo::core
