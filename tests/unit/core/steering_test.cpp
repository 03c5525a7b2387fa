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

class Steering : public CoreTest {};

TEST_F(Steering, APausedTaskStartsNothingNewAndWhatRunsFinishes) {
    submit(task("t", {step("x"), step("y", {"x"})}, {"a"}));
    begin("a", "x");
    ASSERT_TRUE(command(domain::PauseTask{TaskId{"t"}, why}).ok());
    report("a", "x", EventType::Succeeded, 1, exited(0));
    EXPECT_EQ(run("x", "a").status, RunStatus::Succeeded);
    EXPECT_EQ(run("y", "a").status, RunStatus::Pending);
    EXPECT_EQ(status(), TaskStatus::Running);
    ASSERT_TRUE(command(domain::ResumeTask{TaskId{"t"}, why}).ok());
    EXPECT_EQ(run("y", "a").status, RunStatus::Dispatched);
}

TEST_F(Steering, WaitingRetriesStandStillWhileTheTaskIsPaused) {
    submit(task("t", {step("x")}, {"a"}));
    finish("a", "x", false);
    pass(400);
    ASSERT_TRUE(command(domain::PauseTask{TaskId{"t"}, why}).ok());
    pass(100000);
    EXPECT_FALSE(domain::is_live(run("x", "a")));
    ASSERT_TRUE(command(domain::ResumeTask{TaskId{"t"}, why}).ok());
    pass(599);
    EXPECT_FALSE(domain::is_live(run("x", "a"))) << "600 ms were left when it was paused";
    pass(1);
    EXPECT_TRUE(domain::is_live(run("x", "a")));
}

TEST_F(Steering, PausingTwiceIsOnceAndAnEndedTaskCannotBePaused) {
    submit(task("t", {step("x")}, {"a"}));
    ASSERT_TRUE(command(domain::PauseTask{TaskId{"t"}, why}).ok());
    const std::size_t before = events.size();
    EXPECT_EQ(command(domain::PauseTask{TaskId{"t"}, why})->affected, 0u);
    EXPECT_EQ(events.size(), before);
    ASSERT_TRUE(command(domain::ResumeTask{TaskId{"t"}, why}).ok());
    finish("a", "x", true);
    EXPECT_FALSE(command(domain::PauseTask{TaskId{"t"}, why}).ok());
}

TEST_F(Steering, AWholeOrchestratorIsPausedAndGoesOnAlsoOverARestart) {
    ASSERT_TRUE(command(domain::PauseDispatch{why}).ok());
    submit(task("t", {step("x")}, {"a"}));
    EXPECT_EQ(run("x", "a").status, RunStatus::Pending);
    auto state = std::make_shared<domain::State>();
    for (const domain::Event& event : events) domain::apply(*state, event);
    core = OrchestratorCore(settings(), state);
    keep(core.start(now(), "again"));
    keep(core.node_connected(now(), core.state().nodes[0].facts, Incarnation{7}));
    EXPECT_EQ(run("x", "a").status, RunStatus::Pending);
    ASSERT_TRUE(command(domain::ResumeDispatch{why}).ok());
    EXPECT_EQ(run("x", "a").status, RunStatus::Dispatched);
}

TEST_F(Steering, ADrainedNodeGetsNothingNewAlsoAfterItsReturn) {
    ASSERT_TRUE(command(domain::DrainNode{NodeId{"a"}, false, why}).ok());
    EXPECT_EQ(core.state().nodes[0].status, domain::NodeStatus::Draining);
    submit(task("t", {step("x")}, {"a"}));
    EXPECT_EQ(run("x", "a").status, RunStatus::Pending);
    keep(core.node_disconnected(now(), NodeIndex{0}));
    pass(30000);
    EXPECT_EQ(core.state().nodes[0].status, domain::NodeStatus::Unreachable);
    keep(core.node_connected(now(), core.state().nodes[0].facts, Incarnation{7}));
    EXPECT_EQ(core.state().nodes[0].status, domain::NodeStatus::Draining);
    ASSERT_TRUE(command(domain::DrainNode{NodeId{"a"}, true, why}).ok());
    EXPECT_EQ(run("x", "a").status, RunStatus::Dispatched);
}

TEST_F(Steering, ALostNodeRaisesAnAlertThatItsReturnClears) {
    keep(core.node_disconnected(now(), NodeIndex{0}));
    pass(30000);
    EXPECT_TRUE(has_alert("node:a"));
    keep(core.node_connected(now(), core.state().nodes[0].facts, Incarnation{7}));
    EXPECT_FALSE(has_alert("node:a"));
}

TEST_F(Steering, AnAlertIsAcknowledgedByNameAndAConditionStaysUntilItIsOver) {
    keep(core.node_disconnected(now(), NodeIndex{0}));
    pass(30000);
    const Position alert = core.state().alerts.at(0).position;
    ASSERT_TRUE(command(domain::AcknowledgeAlert{alert, why}).ok());
    EXPECT_TRUE(core.state().alerts.at(0).acknowledged);
    EXPECT_EQ(core.state().alerts.at(0).acknowledged_by, OperatorName{"alice"});
    EXPECT_FALSE(command(domain::AcknowledgeAlert{Position{999}, why}).ok());
}

TEST_F(Steering, ASecondAgentThatKnocksAgainAndAgainIsOneAlertThatGoesWhenItIsSeen) {
    for (int knock = 0; knock < 50; ++knock) keep(core.node_connected(now(), core.state().nodes[0].facts, Incarnation{9}));
    ASSERT_EQ(core.state().alerts.size(), 1u);
    ASSERT_TRUE(command(domain::AcknowledgeAlert{core.state().alerts[0].position, why}).ok());
    EXPECT_TRUE(core.state().alerts.empty());
}

TEST_F(Steering, AQuietHeartbeatMakesNoEvent) {
    const std::size_t before = events.size();
    for (int beat = 0; beat < 20; ++beat) keep(core.note_clock_offset(now(), NodeIndex{0}, 5));
    EXPECT_EQ(events.size(), before);
}

TEST_F(Steering, AClockThatIsOffIsAlertedWithHysteresis) {
    keep(core.note_clock_offset(now(), NodeIndex{0}, 2500));
    EXPECT_TRUE(has_alert("clock:a"));
    keep(core.note_clock_offset(now(), NodeIndex{0}, 1500));
    EXPECT_TRUE(has_alert("clock:a"));
    keep(core.note_clock_offset(now(), NodeIndex{0}, -300));
    EXPECT_FALSE(has_alert("clock:a"));
}

TEST_F(Steering, AReportOfAnUnknownRunIsADeadLetterThatIsDroppedWithAReason) {
    report("a", "ghost", EventType::Started);
    ASSERT_EQ(core.state().dead_letters.size(), 1u);
    EXPECT_TRUE(has_alert("dead-letters"));
    const Position letter = core.state().dead_letters[0].position;
    EXPECT_EQ(core.state().dead_letters[0].content.step, StepName{"ghost"});
    EXPECT_FALSE(command(domain::RequeueDeadLetter{letter, why}).ok()) << "the run is still unknown";
    ASSERT_TRUE(command(domain::DropDeadLetter{letter, why}).ok());
    EXPECT_TRUE(core.state().dead_letters.empty());
    EXPECT_FALSE(has_alert("dead-letters"));
    EXPECT_FALSE(command(domain::DropDeadLetter{letter, why}).ok());
}

TEST_F(Steering, ADeadLetterWhoseRunIsKnownMeanwhileIsApplied) {
    report("a", "x", EventType::Succeeded, 1, exited(0));
    const Position letter = core.state().dead_letters.at(0).position;
    submit(task("t", {step("x")}, {"a"}));
    begin("a", "x");
    ASSERT_TRUE(command(domain::RequeueDeadLetter{letter, why}).ok());
    EXPECT_EQ(run("x", "a").status, RunStatus::Succeeded);
}

}  // namespace
}  // namespace apollo::core
