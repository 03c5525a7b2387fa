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

class Explain : public CoreTest {
protected:
    // All sentences about that step, joined.
    std::string about(const char* name) {
        auto result = command(domain::ExplainTask{TaskId{"t"}, {StepName{name}, {}}});
        std::string text;
        if (result) {
            for (const domain::ResultRow& row : result->rows) text += row.detail + "|";
        }
        return text;
    }
    void expect(const char* name, const std::string& part) {
        const std::string text = about(name);
        EXPECT_NE(text.find(part), std::string::npos) << text;
    }
};

TEST_F(Explain, NamesTheStepItWaitsForAndItsState) {
    submit(task("t", {step("x"), step("y", {"x"})}, {"a"}));
    expect("y", "waits for step x, which is DISPATCHED on a");
    begin("a", "x");
    expect("y", "waits for step x, which is RUNNING on a");
    expect("x", "runs on node a (attempt 1)");
}

TEST_F(Explain, NamesTheBlockedTriggerTheTaskThePauseAndTheNode) {
    domain::TaskDefinition definition = task("t", {step("x"), step("y", {"x"}), step("z")}, {"a"});
    definition.retry_policy->max_retries = 0;
    ASSERT_TRUE(command(domain::DrainNode{NodeId{"a"}, false, why}).ok());
    submit(definition);
    expect("z", "node a is draining");
    ASSERT_TRUE(command(domain::PauseTask{TaskId{"t"}, why}).ok());
    expect("z", "the task is paused");
    ASSERT_TRUE(command(domain::ResumeTask{TaskId{"t"}, why}).ok());
    ASSERT_TRUE(command(domain::DrainNode{NodeId{"a"}, true, why}).ok());
    finish("a", "x", false);
    expect("y", "its trigger all_succeeded can no longer be met");
    ASSERT_TRUE(command(domain::PauseDispatch{why}).ok());
    expect("y", "waits for step x, which is FAILED on a");
}

TEST_F(Explain, TellsWhatFailedBehindAnUndoingAndWhereThereWasNothingToUndo) {
    domain::StepDefinition x = step("x"), z = step("z", {"y"});
    x.compensate = z.compensate = domain::CompensationDefinition{IntentName{"run_command"}, "{\"argv\":[\"undo\"]}", 5000};
    domain::TaskDefinition definition = task("t", {x, step("y", {"x"}), z}, {"a"});
    definition.retry_policy->max_retries = 0;
    definition.on_failure = domain::OnFailure::Compensate;
    submit(definition);
    finish("a", "x", true);
    finish("a", "y", true);
    begin("a", "z");
    domain::RunEnded ended = exited(3);
    ended.failure_class = domain::FailureClass::Transient;
    ended.message = "exit code 3";
    ended.output_text = "copying\nno space left\n";
    report("a", "z", EventType::Failed, run("z", "a").dispatched_attempt.value, ended);
    expect("z", "is being undone on node a (attempt 2); it had failed: exit code 3: no space left");
    finish("a", "z", true);
    expect("z", "was undone; it had failed: exit code 3: no space left");
    expect("y", "nothing to undo: the step has no compensating action");
    EXPECT_EQ(about("y").find("failed"), std::string::npos);
    begin("a", "x");
    report("a", "x", EventType::Failed, run("x", "a").dispatched_attempt.value, ended);
    EXPECT_EQ(about("x").find("had failed"), std::string::npos) << "its undoing did, the step did not: " << about("x");
    pass(5000);
    finish("a", "x", true);
    EXPECT_EQ(about("x"), "was undone|");
    EXPECT_EQ(status(), TaskStatus::Compensated);
}

TEST_F(Explain, KeepsTheCauseOfAFailureThatNobodyCanUndo) {
    domain::TaskDefinition definition = task("t", {step("x")}, {"a"});
    definition.retry_policy->max_retries = 0;
    definition.on_failure = domain::OnFailure::Compensate;
    submit(definition);
    begin("a", "x");
    domain::RunEnded ended = exited(3);
    ended.failure_class = domain::FailureClass::Transient;
    ended.message = "exit code 3";
    ended.output_text = "no space left\n";
    report("a", "x", EventType::Failed, 1, ended);
    EXPECT_EQ(status(), TaskStatus::Compensated);
    expect("x", "had nothing to undo: the step has no compensating action; it had failed: exit code 3: no space left");
}

TEST_F(Explain, NamesTheDelayOfARetryAndAnUnreachableNode) {
    submit(task("t", {step("x")}, {"a"}));
    finish("a", "x", false);
    pass(250);
    expect("x", "waits 0.7 s more before retry 1");
    keep(core.node_disconnected(now(), NodeIndex{0}));
    pass(40000);
    expect("x", "node a is unreachable");
}

TEST_F(Explain, SaysOfARunningOneThatItsNodeIsSilent) {
    submit(task("t", {step("x")}, {"a"}));
    begin("a", "x");
    pass(2500);
    expect("x", "runs on node a (attempt 1) for 2.5 s");
    EXPECT_EQ(about("x").find("unreachable"), std::string::npos);
    keep(core.node_disconnected(now(), NodeIndex{0}));
    pass(40000);
    expect("x", "node a is unreachable since ");
    expect("x", "is known when the node is back, or the execution timeout decides");
}

TEST_F(Explain, NamesTheNodesThatAreInTheWayOfARollOut) {
    domain::StepDefinition careful = step("x");
    careful.roll_out.max_parallel_nodes = 1;
    submit(task("t", {careful}, {"a", "b"}));
    expect("x", "waits for its turn: the step is on 1 node (DISPATCHED on a), max_parallel_nodes is 1");
}

TEST_F(Explain, NamesTheNodesOfTheRankThatIsNotThrough) {
    domain::StepDefinition ranked = step("x");
    domain::Selector canary;
    canary.nodes = {NodeId{"b"}};
    ranked.roll_out.ranks = {canary};
    submit(task("t", {ranked}, {"a", "b"}));
    begin("b", "x");
    expect("x", "waits for rank 1 of the step, which is not through on 1 node (RUNNING on b)");
}

TEST_F(Explain, ChangesNothingAndRefusesWhatIsNotThere) {
    submit(task("t", {step("x")}, {"a"}));
    const std::size_t before = events.size();
    about("x");
    EXPECT_EQ(events.size(), before);
    EXPECT_FALSE(command(domain::ExplainTask{TaskId{"nobody"}, {}}).ok());
    EXPECT_FALSE(command(domain::ExplainTask{TaskId{"t"}, {StepName{"nothing"}, {}}}).ok());
}

}  // namespace
}  // namespace apollo::core
