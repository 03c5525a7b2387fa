// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/unit/core/core_fixture.h"

namespace apollo::core {
namespace {

using domain::EventType;
using domain::RunStatus;
using domain::TaskStatus;
using testing::step;
using testing::task;

class Amendment : public CoreTest {
protected:
    Result<domain::CommandResult> amend(const domain::TaskDefinition& definition) {
        const domain::AmendTask command{definition, false, why};
        auto prepared = core.prepare_amendment(command);
        if (!prepared) return prepared.error();
        if (!prepared->plan) return Error{ErrorKind::Refused, prepared->preview.rows.front().detail};
        Output output = core.amend(now(), 5, {OperatorName{"alice"}}, command, prepared->plan, {}, "sha2");
        keep(output);
        return prepared->preview;
    }
    static std::vector<std::string> whats(const domain::CommandResult& result) {
        std::vector<std::string> texts;
        for (const domain::ResultRow& row : result.rows) texts.push_back(row.what + " " + row.step);
        std::sort(texts.begin(), texts.end());
        return texts;
    }
};

TEST_F(Amendment, WaitingStepsAreAddedRemovedAndRewiredWhileOthersRun) {
    submit(task("t", {step("x"), step("y", {"x"}), step("z", {"y"})}, {"a", "b"}));
    begin("a", "x");
    finish("b", "x", true);
    const domain::TaskDefinition after = task("t", {step("x"), step("z", {"w"}), step("w", {"x"})}, {"a", "b"});
    auto changed = amend(after);
    ASSERT_TRUE(changed.ok()) << changed.error().message;
    EXPECT_EQ(whats(*changed), (std::vector<std::string>{"add w", "remove y", "rewire z"}));
    EXPECT_EQ(run("x", "a").status, RunStatus::Running);
    EXPECT_EQ(run("x", "b").status, RunStatus::Succeeded);
    report("a", "x", EventType::Succeeded, 1, exited(0));
    for (const char* node : {"a", "b"}) finish(node, "w", true);
    for (const char* node : {"a", "b"}) finish(node, "z", true);
    EXPECT_EQ(status(), TaskStatus::Succeeded);
    EXPECT_FALSE(core.state().find_task(TaskId{"t"})->plan->find_step(StepName{"y"}));
}

TEST_F(Amendment, WhatANodeThatIsCutOffMayHaveBegunCannotChange) {
    submit(task("t", {step("x"), step("y", {"x"})}, {"a", "b"}));
    begin("a", "x");
    keep(core.node_disconnected(now(), NodeIndex{0}));
    pass(120'000);
    ASSERT_NE(core.state().nodes[0].status, domain::NodeStatus::Connected);
    const auto refused = amend(task("t", {step("x")}, {"a", "b"}));
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().message.find("node a is cut off"), std::string::npos) << refused.error().message;
    ASSERT_TRUE(command(domain::RevokeNode{NodeId{"a"}, why}).ok());
    EXPECT_TRUE(amend(task("t", {step("x")}, {"a", "b"})).ok()) << "what was given up is no obstacle";
}

TEST_F(Amendment, AnUndoingThatWaitsForItsNextTryGoesOn) {
    auto x = step("x");
    x.compensate = domain::CompensationDefinition{IntentName{"run_command"}, "{\"argv\":[\"undo\"]}", 5000};
    x.idempotency = domain::Idempotency::Compensate;
    submit(task("t", {x, step("y", {"x"})}, {"a"}));
    finish("a", "x", false);
    ASSERT_EQ(run("x", "a").status, RunStatus::Compensating) << "it is undone before its retry";
    finish("a", "x", false);
    auto changed = amend(task("t", {x, step("y", {"x"}), step("z", {"x"})}, {"a"}));
    ASSERT_TRUE(changed.ok()) << changed.error().message;
    const std::uint32_t before = run("x", "a").dispatched_attempt.value;
    pass(60'000);
    EXPECT_EQ(run("x", "a").dispatched_attempt.value, before + 1);
    finish("a", "x", true);
    EXPECT_NE(run("x", "a").status, RunStatus::Compensating);
}

TEST_F(Amendment, WhatIsDispatchedOrDoneCannotChangeAndTheReasonIsNamed) {
    submit(task("t", {step("x"), step("y", {"x"})}, {"a"}));
    finish("a", "x", true);
    domain::TaskDefinition other = task("t", {step("x"), step("y", {"x"})}, {"a"});
    other.steps[0].params_json = "{\"argv\":[\"other\"]}";
    const std::size_t before = events.size();
    auto refused = amend(other);
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().message.find("SUCCEEDED on a"), std::string::npos) << refused.error().message;
    EXPECT_FALSE(amend(task("t", {step("y")}, {"a"})).ok()) << "x is done and cannot go";
    EXPECT_EQ(events.size(), before);
}

TEST_F(Amendment, AWaitingRetryKeepsItsDelayAndItsCount) {
    submit(task("t", {step("x"), step("y", {"x"})}, {"a"}));
    finish("a", "x", false);
    pass(300);
    ASSERT_TRUE(amend(task("t", {step("first"), step("x"), step("y", {"x", "first"})}, {"a"})).ok());
    pass(699);
    EXPECT_FALSE(domain::is_live(run("x", "a")));
    pass(1);
    EXPECT_TRUE(domain::is_live(run("x", "a")));
    EXPECT_EQ(run("x", "a").retries, 1u);
}

TEST_F(Amendment, AnUnconfirmedOrderIsSentAgainUnderItsNewNumber) {
    submit(task("t", {step("x")}, {"a"}));
    submit(task("other", {step("o")}, {"b"}));
    effects.clear();
    ASSERT_TRUE(amend(task("t", {step("x"), step("y")}, {"a"})).ok());
    ASSERT_GE(count_effects<SendDispatch>(), 2u);
    for (const char* name : {"x", "y"}) finish("a", name, true);
    EXPECT_EQ(status(), TaskStatus::Succeeded);
    EXPECT_EQ(core.state().nodes[0].live_runs, 0u);
}

TEST_F(Amendment, DependenciesOnOtherTasksAndImportedTasksStay) {
    submit(task("t", {step("x")}, {"a"}));
    submit(task("other", {step("o")}, {"b"}));
    domain::TaskDefinition waits = task("t", {step("x")}, {"a"});
    waits.depends_on = {TaskId{"other"}};
    EXPECT_FALSE(amend(waits).ok());
    EXPECT_FALSE(amend(task("nobody", {step("x")}, {"a"})).ok());
}

}  // namespace
}  // namespace apollo::core
