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
