// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Steps that go over many nodes with limits: max_parallel_nodes, tolerance, ranks.
#include "app/core/slices.h"
#include "tests/unit/core/core_fixture.h"

namespace apollo::core {
namespace {

using domain::EventType;
using domain::RunStatus;
using domain::TaskStatus;
using testing::step;
using testing::task;

const std::vector<std::string> five{"a", "b", "c", "d", "e"};

class RollOut : public CoreTest {
protected:
    RollOut() {
        for (const char* name : {"c", "d", "e"}) {
            domain::NodeFacts facts;
            facts.node = NodeId{name};
            facts.capacity = 4;
            facts.labels["tier"] = std::string(name) == "e" ? "canary" : "bulk";
            keep(core.enrol_node(now(), facts));
            keep(core.node_connected(now(), facts, Incarnation{7}));
        }
    }

    static domain::StepDefinition limited(const char* name, std::uint32_t most, std::optional<domain::Tolerance> tolerance = {},
                                          const std::vector<std::string>& depends_on = {}) {
        domain::StepDefinition one = step(name, depends_on);
        one.roll_out.max_parallel_nodes = most;
        one.roll_out.tolerance = tolerance;
        one.retry_policy = domain::RetryPolicy{};
        one.retry_policy->max_retries = 0;
        return one;
    }

    std::string nodes_in(const char* name, RunStatus status) const {
        std::string nodes;
        for (const std::string& node : five) {
            if (run(name, node.c_str()).status == status) nodes += node;
        }
        return nodes;
    }

    std::string why_not(const char* name, const char* node) {
        auto result = command(domain::ExplainTask{TaskId{"t"}, {StepName{name}, NodeId{node}}});
        std::string text;
        for (const domain::ResultRow& row : result->rows) text += row.detail + "\n";
        return text;
    }
};

TEST_F(RollOut, NoMoreNodesAtATimeThanAllowedAndTheNextBeginsWhenOneIsThrough) {
    submit(task("t", {limited("x", 2)}, five));
    EXPECT_EQ(nodes_in("x", RunStatus::Dispatched), "ab");
    EXPECT_NE(why_not("x", "c").find("max_parallel_nodes is 2"), std::string::npos) << why_not("x", "c");
    finish("b", "x", true);
    EXPECT_EQ(nodes_in("x", RunStatus::Dispatched), "ac");
    finish("a", "x", true);
    finish("c", "x", true);
    EXPECT_EQ(nodes_in("x", RunStatus::Dispatched), "de");
    finish("d", "x", true);
    finish("e", "x", true);
    EXPECT_EQ(status(), TaskStatus::Succeeded);
}

TEST_F(RollOut, ANodeThatWaitsForItsRetryHoldsItsPlace) {
    domain::StepDefinition one = limited("x", 1);
    one.retry_policy->max_retries = 3;
    submit(task("t", {one}, five));
    finish("a", "x", false);
    EXPECT_EQ(run("x", "a").status, RunStatus::Retrying);
    EXPECT_EQ(nodes_in("x", RunStatus::Pending), "bcde");
    pass(5000);
    finish("a", "x", true);
    EXPECT_EQ(nodes_in("x", RunStatus::Dispatched), "b");
}

TEST_F(RollOut, WithoutAToleranceFailuresKeepItFromNoNode) {
    submit(task("t", {limited("x", 1)}, five));
    for (const std::string& node : five) finish(node.c_str(), "x", node != "a");
    EXPECT_EQ(nodes_in("x", RunStatus::Succeeded), "bcde");
    EXPECT_EQ(status(), TaskStatus::Failed);
}

TEST_F(RollOut, OneFailureMoreThanToleratedStopsItAndAPersonLetsItGoOn) {
    submit(task("t", {limited("x", 1, domain::Tolerance{1, false}), step("y", {"x"})}, five));
    finish("a", "x", false);
    EXPECT_EQ(nodes_in("x", RunStatus::Dispatched), "b");
    finish("b", "x", false);
    EXPECT_EQ(nodes_in("x", RunStatus::Pending), "cde");
    EXPECT_EQ(status(), TaskStatus::Failed);
    EXPECT_NE(why_not("x", "c").find("failed on 2 nodes, 1 are tolerated"), std::string::npos) << why_not("x", "c");
    EXPECT_STREQ(domain::flags_of(core.state(), *core.state().find_run(TaskId{"t"}, StepName{"x"}, NodeId{"c"})).front(), "blocked");
    ASSERT_TRUE(command(domain::RerunTask{TaskId{"t"}, {StepName{"x"}, NodeId{"b"}}, false, false, why}).ok());
    finish("b", "x", true);
    for (const char* node : {"c", "d", "e"}) finish(node, "x", true);
    EXPECT_EQ(nodes_in("y", RunStatus::Dispatched), five[0] + "bcde") << "one failure of five is tolerated: x counts as succeeded";
    for (const std::string& node : five) finish(node.c_str(), "y", true);
    EXPECT_EQ(status(), TaskStatus::Succeeded);
    EXPECT_EQ(run("x", "a").status, RunStatus::Failed) << "and it is still shown";
}

TEST_F(RollOut, ThatStopsIsToldByOneAlertUntilItGoesOnOrSomebodyHasSeenIt) {
    submit(task("t", {limited("x", 2, domain::Tolerance{0, false})}, five));
    const std::string key = once_prefix + "rollout:t/x";
    finish("a", "x", false);
    EXPECT_TRUE(has_alert(key));
    const auto& alerts = core.state().alerts;
    const auto alert = std::find_if(alerts.begin(), alerts.end(), [&](const domain::Alert& one) { return one.key == key; });
    ASSERT_NE(alert, alerts.end());
    EXPECT_NE(alert->message.find("it failed on a"), std::string::npos) << alert->message;
    ASSERT_TRUE(command(domain::AcknowledgeAlert{alert->position, why}).ok());
    auto state = std::make_shared<domain::State>();
    for (const domain::Event& event : events) domain::apply(*state, event);
    OrchestratorCore next(settings(), state);
    next.start(now(), "next");
    EXPECT_TRUE(next.state().alerts.empty()) << "a restart tells nothing new either: " << next.state().alerts.front().message;
    finish("b", "x", false);
    EXPECT_FALSE(has_alert(key)) << "what was in flight says nothing new";
    for (const char* node : {"a", "b"}) {
        ASSERT_TRUE(command(domain::RerunTask{TaskId{"t"}, {StepName{"x"}, NodeId{node}}, false, false, why}).ok());
        finish(node, "x", true);
    }
    finish("c", "x", false);
    EXPECT_TRUE(has_alert(key));
    ASSERT_TRUE(command(domain::SkipRuns{TaskId{"t"}, {StepName{"x"}, NodeId{"c"}}, why}).ok());
    EXPECT_FALSE(has_alert(key)) << "a person let it go on";
}

TEST_F(RollOut, WhatFailedAndWasUndoneCountsAsFailed) {
    domain::StepDefinition one = limited("x", 1, domain::Tolerance{1, false});
    one.idempotency = domain::Idempotency::Compensate;
    one.compensate = domain::CompensationDefinition{IntentName{"run_command"}, R"({"argv":["undo"]})", 5000};
    submit(task("t", {one}, five));
    const auto fail_and_undo = [&](const char* node) {
        finish(node, "x", false);
        ASSERT_EQ(run("x", node).status, RunStatus::Compensating);
        finish(node, "x", true);
        ASSERT_EQ(run("x", node).status, RunStatus::Compensated);
    };
    fail_and_undo("a");
    EXPECT_EQ(nodes_in("x", RunStatus::Dispatched), "b");
    fail_and_undo("b");
    EXPECT_EQ(nodes_in("x", RunStatus::Pending), "cde") << "two of them failed, one is tolerated";
    EXPECT_EQ(status(), TaskStatus::Failed);
    ASSERT_TRUE(command(domain::SkipRuns{TaskId{"t"}, {StepName{"x"}, NodeId{"b"}}, why}).ok());
    for (const char* node : {"c", "d", "e"}) finish(node, "x", true);
    EXPECT_EQ(status(), TaskStatus::Succeeded) << "what is tolerated makes the task neither failed nor undone";
}

TEST_F(RollOut, AShareIsRoundedDown) {
    submit(task("t", {limited("x", 5, domain::Tolerance{39, true})}, five));
    finish("a", "x", false);
    EXPECT_FALSE(core.state().runs[core.state().find_task(TaskId{"t"})->first_run.value + 1].blocked);
    for (const char* node : {"b", "c", "d", "e"}) finish(node, "x", true);
    EXPECT_EQ(status(), TaskStatus::Succeeded) << "39 % of 5 is 1";
}

TEST_F(RollOut, RanksGoOneAfterTheOtherAndTheRestComesLast) {
    domain::StepDefinition one = limited("x", 0);
    domain::Selector canary{domain::Selector::Kind::Label, "tier", "canary", "", {}};
    domain::Selector some{domain::Selector::Kind::Nodes, "", "", "", {NodeId{"b"}, NodeId{"d"}}};
    one.roll_out.ranks = {canary, some};
    submit(task("t", {one}, five));
    EXPECT_EQ(nodes_in("x", RunStatus::Dispatched), "e");
    EXPECT_NE(why_not("x", "a").find("waits for rank 1"), std::string::npos) << why_not("x", "a");
    finish("e", "x", true);
    EXPECT_EQ(nodes_in("x", RunStatus::Dispatched), "bd");
    finish("b", "x", true);
    EXPECT_EQ(nodes_in("x", RunStatus::Dispatched), "d");
    finish("d", "x", false);
    EXPECT_EQ(nodes_in("x", RunStatus::Pending), "ac") << "with ranks and no tolerance the first failure stops it";
    EXPECT_EQ(status(), TaskStatus::Failed);
    ASSERT_TRUE(command(domain::SkipRuns{TaskId{"t"}, {StepName{"x"}, NodeId{"d"}}, why}).ok());
    EXPECT_EQ(nodes_in("x", RunStatus::Dispatched), "ac");
}

TEST_F(RollOut, NothingOfItIsSentAheadInASlice) {
    submit(task("t", {step("w"), limited("x", 1, {}, {"w"}), step("y", {"w"})}, {"a"}));
    const TaskIndex index = core.state().task_by_id.at(TaskId{"t"});
    const Slice slice = make_slice(core.state(), index, core.state().node_by_id.at(NodeId{"a"}), settings(), 64);
    std::string steps;
    for (const SliceEntry& entry : slice.entries) steps += core.state().step_of(entry.run).name.text;
    EXPECT_EQ(steps, "wy");
    EXPECT_FALSE(is_own_start(core.state(), *core.state().find_run(TaskId{"t"}, StepName{"x"}, NodeId{"a"}), Attempt{1}));
}

TEST_F(RollOut, ARestartedOrchestratorCountsTheSame) {
    submit(task("t", {limited("x", 2, domain::Tolerance{0, false})}, five));
    finish("a", "x", true);
    auto state = std::make_shared<domain::State>();
    for (const domain::Event& event : log) domain::apply(*state, event);
    core = OrchestratorCore(settings(), state);
    keep(core.start(now(), "again"));
    for (const domain::Node& node : core.state().nodes) keep(core.node_connected(now(), node.facts, Incarnation{7}));
    EXPECT_EQ(nodes_in("x", RunStatus::Pending), "de");
    EXPECT_EQ(nodes_in("x", RunStatus::Dispatched), "bc");
}

TEST_F(RollOut, ItsLimitsMayBeAmendedWhileItGoesOn) {
    submit(task("t", {limited("x", 1)}, five));
    finish("a", "x", true);
    const domain::AmendTask wider{task("t", {limited("x", 3)}, five), false, why};
    auto prepared = core.prepare_amendment(wider);
    ASSERT_TRUE(prepared.ok() && prepared->plan) << prepared->preview.rows.front().detail;
    EXPECT_EQ(prepared->preview.rows.front().what, "change");
    keep(core.amend(now(), 5, {OperatorName{"alice"}}, wider, prepared->plan, {}, "sha2"));
    EXPECT_EQ(nodes_in("x", RunStatus::Dispatched), "bcd");
}

}  // namespace
}  // namespace apollo::core
