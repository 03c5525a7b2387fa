// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <gtest/gtest.h>

#include "common/codec/command_codec.h"
#include "common/codec/event_codec.h"
#include "common/codec/plan_codec.h"
#include "common/codec/state_codec.h"
#include "tests/support/event_script.h"

namespace apollo::codec {
namespace {

using testing::EventScript;
using testing::step;
using testing::task;

EventScript busy_script() {
    EventScript script;
    script.enrol("a").enrol("b").connect("a").connect("b");
    auto second = task("second", {step("y")}, {"a"});
    second.depends_on = {TaskId{"t"}};
    script.submit(testing::layered_task("t", 3, 3, {"a", "b"})).submit(second);
    domain::RunEnded ended{3, 0, domain::FailureClass::Transient, "exit 3", R"({"rows":1})", "text", domain::ArtifactRef{ArtifactId{"ab"}, 7, "text/plain"}, {}};
    script.finish("t", "s0-0", "a").finish("t", "s0-1", "a", domain::EventType::Failed);
    script.run("t", "s0-1", "a", domain::EventType::RetryScheduled, domain::RetryScheduled{2000, 1});
    script.run("t", "s0-2", "b", domain::EventType::Dispatched).run("t", "s0-2", "b", domain::EventType::Started);
    script.run("t", "s0-2", "b", domain::EventType::Failed, ended).task_event("t", domain::EventType::TaskCancelRequested).lose("b");
    return script;
}

// Every kind of payload goes there and back; a new kind without a codec does not compile (std::visit).
TEST(EventCodec, EveryEventComesBackByteForByte) {
    const EventScript script = busy_script();
    for (const domain::Event& event : script.events()) {
        const std::string bytes = encode_event(event, true);
        auto back = decode_event(as_bytes(bytes));
        ASSERT_TRUE(back.ok()) << back.error().message;
        EXPECT_EQ(back->header, event.header);
        EXPECT_EQ(encode_event(*back, true), bytes);
    }
}

TEST(EventCodec, AFoldOfDecodedEventsHasTheSameHash) {
    const EventScript script = busy_script();
    domain::State state;
    for (const domain::Event& event : script.events()) domain::apply(state, *decode_event(as_bytes(encode_event(event, true))));
    EXPECT_EQ(domain::state_hash(state), domain::state_hash(script.state()));
}

TEST(EventCodec, EveryTruncationIsAnErrorOrAnEventNeverACrash) {
    const std::string bytes = encode_event(busy_script().events().back(), true);
    for (std::size_t size = 0; size < event_header_size; ++size) EXPECT_FALSE(decode_event(as_bytes(bytes.substr(0, size))).ok());
    for (std::size_t size = event_header_size; size <= bytes.size(); ++size) (void)decode_event(as_bytes(bytes.substr(0, size)));
}

TEST(EventCodec, OutputThatIsNoTextSurvives) {
    domain::Event event;
    event.header.type = domain::EventType::Succeeded;
    domain::RunEnded ended;
    ended.message = "bad \xff byte";
    event.payload = ended;
    auto back = decode_event(as_bytes(encode_event(event)));
    ASSERT_TRUE(back.ok());
    EXPECT_EQ(std::get<domain::RunEnded>(back->payload).message, "bad \xEF\xBF\xBD byte");
}

TEST(EventCodec, TheOwnerOfABodyIsItsRun) {
    domain::Event event;
    event.header.run = RunIndex{42};
    EXPECT_EQ(owner_of_body(as_bytes(encode_event(event))), 42u);
    EXPECT_EQ(owner_of_body(as_bytes("short")), no_run.value);
}

TEST(StateCodec, ASnapshotIsTheStateItself) {
    const EventScript script = busy_script();
    auto back = state_from_bytes(state_to_bytes(script.state()));
    ASSERT_TRUE(back.ok()) << back.error().message;
    EXPECT_EQ(domain::state_hash(**back), domain::state_hash(script.state()));
}

TEST(StateCodec, ASnapshotKnowsWhichAttemptsNodesSpokeOf) {
    EventScript script;
    script.enrol("a").connect("a").submit(testing::task("t", {testing::step("x")}, {"a"}));
    domain::Event fact;
    fact.header.type = domain::EventType::Accepted;
    fact.header.run = RunIndex{0};
    fact.header.task = TaskIndex{0};
    fact.header.node = NodeIndex{0};
    fact.header.incarnation = Incarnation{7};
    fact.header.sequence = Sequence{1};
    fact.header.attempt = Attempt{3};
    fact.header.fact_only = true;
    script.raw(fact);
    ASSERT_EQ(script.state().runs[0].claimed_attempt, Attempt{3});
    auto back = state_from_bytes(state_to_bytes(script.state()));
    ASSERT_TRUE(back.ok()) << back.error().message;
    EXPECT_EQ((*back)->runs[0].claimed_attempt, Attempt{3});
    EXPECT_EQ(domain::state_hash(**back), domain::state_hash(script.state()));
}

// A state restored in the middle and folded on must not differ from one folded from the beginning.
TEST(StateCodec, FoldingOnFromASnapshotAnywhereGivesTheSameState) {
    const EventScript script = busy_script();
    for (std::size_t cut = 0; cut <= script.events().size(); ++cut) {
        domain::State first;
        for (std::size_t k = 0; k < cut; ++k) domain::apply(first, script.events()[k]);
        auto restored = state_from_bytes(state_to_bytes(first));
        ASSERT_TRUE(restored.ok());
        for (std::size_t k = cut; k < script.events().size(); ++k) domain::apply(**restored, script.events()[k]);
        ASSERT_EQ(domain::state_hash(**restored), domain::state_hash(script.state())) << "cut after event " << cut;
    }
}

TEST(StateCodec, ASliceOfOneTaskShowsTheSameRuns) {
    const EventScript script = busy_script();
    auto slice = state_from_bytes(state_to_bytes(script.state(), TaskIndex{1}));
    ASSERT_TRUE(slice.ok());
    const domain::Task* task = (*slice)->find_task(TaskId{"second"});
    ASSERT_NE(task, nullptr);
    EXPECT_EQ(task->status, script.status("second")) << "it still waits for the other task";
    EXPECT_EQ((*slice)->runs[task->first_run.value].blocked, script.run_of("second", "y", "a").blocked);
}

TEST(PlanCodec, LimitsOfARollOutAndRanksComeBack) {
    domain::TaskDefinition definition = task("t", {step("x")}, {"a", "b", "c"});
    definition.steps[0].roll_out = {2, domain::Tolerance{40, true}, {domain::Selector{domain::Selector::Kind::Group, "", "", "g", {}}}};
    const auto plan = domain::make_plan(definition, {{NodeId{"a"}, NodeId{"b"}, NodeId{"c"}}}, {{{NodeId{"a"}, 5}, {NodeId{"b"}, 0}, {NodeId{"c"}, 5}}});
    const auto back = plan_from_bytes(plan_to_bytes(*plan));
    ASSERT_TRUE(back.ok());
    EXPECT_EQ((*back)->definition, plan->definition);
    EXPECT_EQ((*back)->steps[0].ranks, (std::vector<std::uint32_t>{1, 0, 1}));
    EXPECT_EQ((*back)->steps[0].tolerated, 1u);
}

TEST(PlanCodec, DamagedPlansAreRefused) {
    const auto good = testing::plan(task("t", {step("x"), step("y", {"x"})}, {"a"}));
    ASSERT_TRUE(plan_from_bytes(plan_to_bytes(*good)).ok());
    wire::Plan message;
    encode_plan(*good, message);
    message.mutable_definition()->mutable_steps(0)->add_depends_on("y");
    EXPECT_FALSE(decode_plan(message).ok()) << "circular";
    message.Clear();
    encode_plan(*good, message);
    message.mutable_steps(0)->set_nodes(0, 9);
    EXPECT_FALSE(decode_plan(message).ok()) << "a node that is not there";
    EXPECT_FALSE(plan_from_bytes("\xff\xff").ok());
}

TEST(CommandCodec, EveryCommandComesBack) {
    const domain::Justification why{"carol", "because"};
    const domain::RunFilter filter{StepName{"s"}, NodeId{"n"}};
    domain::ImportTask import{task("i", {step("x")}, {"a"}), {{NodeId{"a"}}}, "note", {}};
    for (const domain::Command& command : std::vector<domain::Command>{
             domain::SubmitTask{task("t", {step("x")}, {"a"})}, domain::CancelTask{TaskId{"t"}, why},
             domain::RerunTask{TaskId{"t"}, filter, true, false, why}, domain::SkipRuns{TaskId{"t"}, filter, why},
             domain::OverrideRuns{TaskId{"t"}, filter, domain::RunStatus::Skipped, why}, domain::CreateNodeToken{5}, domain::RevokeNode{NodeId{"n"}, why}, import,
             domain::AddOperator{OperatorName{"o"}, domain::OperatorRole::Admin, "request", {}, {}, {}, why}, domain::RevokeOperator{OperatorName{"o"}, why}}) {
        wire::Command first, second;
        encode_command(command, first);
        auto back = decode_command(first);
        ASSERT_TRUE(back.ok());
        EXPECT_EQ(back->index(), command.index());
        encode_command(*back, second);
        EXPECT_EQ(second.SerializeAsString(), first.SerializeAsString());
    }
    EXPECT_EQ(decode_command(wire::Command{}).error().kind, ErrorKind::BadInput);
}

}  // namespace
}  // namespace apollo::codec
