// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What becomes of runs that wait: on a revoked node, for their retry, for a failure that does not come, in quarantine.
#include "common/domain/reducer.h"
#include "tests/unit/core/core_fixture.h"

namespace apollo::core {
namespace {

using domain::EventType;
using domain::RunStatus;
using domain::TaskStatus;
using testing::step;
using testing::task;

class WaitingRuns : public CoreTest {
protected:
    std::string explain(const char* name) {
        auto result = command(domain::ExplainTask{TaskId{"t"}, {StepName{name}, {}}});
        return result && !result->rows.empty() ? result->rows.front().detail : std::string();
    }
};

TEST_F(WaitingRuns, OnARevokedNodeTheyEndTheTaskAndAreNotRerunThere) {
    submit(task("t", {step("x"), step("y", {"x"})}, {"a"}));
    ASSERT_TRUE(command(domain::RevokeNode{NodeId{"a"}, why}).ok());
    EXPECT_EQ(status(), TaskStatus::Failed) << "y waits for x, which is lost, and has no node any more";
    EXPECT_EQ(explain("y"), "node a was revoked; enrol it again, or skip the step there");
    const auto again = command(domain::RerunTask{TaskId{"t"}, {StepName{"x"}, {}}, false, false, why});
    ASSERT_FALSE(again.ok());
    EXPECT_NE(again.error().message.find("cannot run on a, which was revoked"), std::string::npos) << again.error().message;
    EXPECT_TRUE(command(domain::SkipRuns{TaskId{"t"}, {StepName{"x"}, {}}, why}).ok());
    EXPECT_TRUE(command(domain::SkipRuns{TaskId{"t"}, {StepName{"y"}, {}}, why}).ok());
    EXPECT_EQ(status(), TaskStatus::Succeeded);
}

TEST_F(WaitingRuns, ANodeIsRevokedOnce) {
    submit(task("t", {step("x")}, {"a"}));
    EXPECT_EQ(command(domain::RevokeNode{NodeId{"a"}, why})->affected, 1u);
    const std::size_t count = events.size();
    EXPECT_EQ(command(domain::RevokeNode{NodeId{"a"}, why})->affected, 0u);
    EXPECT_EQ(events.size(), count);
}

TEST_F(WaitingRuns, OfARevocationOfWhichOnlyAPartReachedTheDiskAreLostAtTheNextStart) {
    submit(task("t", {step("x"), step("z")}, {"a"}));
    ASSERT_TRUE(command(domain::RevokeNode{NodeId{"a"}, why}).ok());
    const auto revoked = std::find_if(events.begin(), events.end(), [](const domain::Event& e) { return e.header.type == EventType::NodeRevoked; });
    auto state = std::make_shared<domain::State>();
    for (auto event = events.begin(); event != revoked + 1; ++event) domain::apply(*state, *event);
    OrchestratorCore next(settings(), state);
    next.start(now(), "next");
    EXPECT_EQ(next.state().nodes[0].live_runs, 0u);
    EXPECT_EQ(next.state().find_task(TaskId{"t"})->status, TaskStatus::Failed);
}

TEST_F(WaitingRuns, ForTheirRetryCanBeRerunAtOnceOrSkipped) {
    domain::TaskDefinition definition = task("t", {step("x"), step("y")}, {"a"});
    submit(definition);
    finish("a", "x", false);
    finish("a", "y", false);
    ASSERT_EQ(run("x", "a").status, RunStatus::Retrying);
    ASSERT_TRUE(command(domain::SkipRuns{TaskId{"t"}, {StepName{"y"}, {}}, why}).ok());
    EXPECT_EQ(run("y", "a").status, RunStatus::Skipped);
    ASSERT_TRUE(command(domain::RerunTask{TaskId{"t"}, {StepName{"x"}, {}}, false, false, why}).ok());
    EXPECT_EQ(run("x", "a").status, RunStatus::Dispatched) << "without the rest of the delay";
    EXPECT_EQ(run("x", "a").dispatched_attempt, Attempt{2});
    pass(60'000);
    EXPECT_EQ(run("y", "a").status, RunStatus::Skipped) << "its retry is forgotten";
}

TEST_F(WaitingRuns, ForTheirRetryAreAmongTheFailedOnesThatAreRerun) {
    submit(task("t", {step("x"), step("y"), step("z", {"x"})}, {"a"}));
    finish("a", "x", false);
    const auto failed = command(domain::RerunTask{TaskId{"t"}, {}, false, true, why});
    ASSERT_TRUE(failed.ok()) << failed.error().message;
    EXPECT_EQ(failed->affected, 1u);
    EXPECT_EQ(run("x", "a").status, RunStatus::Dispatched);
    const auto again = command(domain::RerunTask{TaskId{"t"}, {}, false, false, why});
    ASSERT_FALSE(again.ok());
    EXPECT_NE(again.error().message.find("1 PENDING, 2 DISPATCHED (cancel the task, or wait for its end)"), std::string::npos) << again.error().message;
}

TEST_F(WaitingRuns, ARerunThatFindsNothingSaysWhichOneWould) {
    const auto refusal = [&](domain::RerunTask rerun) {
        const auto result = command(std::move(rerun));
        return result.ok() ? std::string() : result.error().message;
    };
    submit(task("t", {step("x"), step("y", {"x"})}, {"a"}));
    finish("a", "x", true);
    ASSERT_TRUE(command(domain::CancelTask{TaskId{"t"}, {}}).ok());
    report("a", "y", EventType::Cancelled, run("y", "a").dispatched_attempt.value);
    ASSERT_EQ(status(), TaskStatus::Cancelled);
    EXPECT_EQ(refusal({TaskId{"t"}, {}, false, true, why}),
              "nothing in task t can be rerun: 1 SUCCEEDED, 1 CANCELLED; none of it FAILED; apollo-cli task rerun --task-id t without --failed runs all again that did not succeed");
    ASSERT_EQ(refusal({TaskId{"t"}, {}, false, false, why}), "");
    finish("a", "y", true);
    EXPECT_EQ(refusal({TaskId{"t"}, {}, false, false, why}),
              "nothing in task t can be rerun: 2 SUCCEEDED; apollo-cli task rerun --task-id t --step NAME [--from] repeats what went well");
}

TEST_F(WaitingRuns, WhoseRetryIsOnItsWayAreTheNodesToTell) {
    submit(task("t", {step("x")}, {"a"}));
    finish("a", "x", false);
    pass(60'000);
    ASSERT_EQ(run("x", "a").dispatched_attempt, Attempt{2});
    EXPECT_FALSE(command(domain::SkipRuns{TaskId{"t"}, {StepName{"x"}, {}}, why}).ok());
}

TEST_F(WaitingRuns, ForAFailureThatDidNotComeAreNotNeededAndTheTaskSucceeds) {
    auto alarm = step("alarm", {"x"});
    alarm.trigger = domain::Trigger::AnyFailed;
    submit(task("t", {step("x"), alarm, step("tell", {"alarm"})}, {"a"}));
    finish("a", "x", true);
    EXPECT_EQ(status(), TaskStatus::Succeeded);
    EXPECT_NE(explain("alarm").find("is not needed: it runs only if something it depends on fails"), std::string::npos) << explain("alarm");
    EXPECT_NE(explain("tell").find("is not needed: a step it depends on"), std::string::npos) << explain("tell");
}

TEST_F(WaitingRuns, InQuarantineGiveTheirPlaceBackWhenTheNodeTellsTheEnd) {
    submit(task("t", {step("x")}, {"a"}));
    keep(core.quarantine(now(), {core.state().find_task(TaskId{"t"})->first_run}, "events were lost"));
    // That it started was among what was lost.
    report("a", "x", EventType::Succeeded, 1, exited(0));
    EXPECT_EQ(run("x", "a").status, RunStatus::Succeeded);
    EXPECT_TRUE(run("x", "a").quarantined) << "a person still decides";
    EXPECT_EQ(core.state().nodes[0].live_runs, 0u);
}

}  // namespace
}  // namespace apollo::core
