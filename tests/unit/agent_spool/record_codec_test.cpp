// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/spool/record_codec.h"

#include <gtest/gtest.h>

namespace apollo::agent {
namespace {

DispatchOrder some_order() {
    DispatchOrder order;
    order.key = {TaskId("t"), StepName("s"), NodeId("n"), Attempt(2)};
    order.task_index = TaskIndex(3);
    order.run_index = RunIndex(9);
    order.epoch = Epoch(4);
    order.intent = IntentName("run_command");
    order.params_json = R"({"argv":["x"]})";
    order.input_json = R"({"a":1})";
    order.timeout_ms = 777;
    order.priority = domain::Priority::Low;
    order.idempotency = domain::Idempotency::UniqueKey;
    order.content_digest = 0xfedcba9876543210;
    order.limits = {10, 1 << 20, 4096, 16};
    return order;
}

TEST(SpoolRecords, EveryKindComesBackAsItWas) {
    const auto claim = decode_record(as_bytes(encode_record(ClaimRecord{some_order()})));
    ASSERT_TRUE(claim.ok());
    EXPECT_EQ(std::get<ClaimRecord>(*claim).order, some_order());

    const auto incarnation = decode_record(as_bytes(encode_record(IncarnationRecord{Incarnation(8)})));
    ASSERT_TRUE(incarnation.ok());
    EXPECT_EQ(std::get<IncarnationRecord>(*incarnation).incarnation, Incarnation(8));

    const auto cancel = decode_record(as_bytes(encode_record(CancelRecord{some_order().key, "why"})));
    ASSERT_TRUE(cancel.ok());
    EXPECT_EQ(std::get<CancelRecord>(*cancel).key, some_order().key);
    EXPECT_EQ(std::get<CancelRecord>(*cancel).reason, "why");
}

TEST(SpoolRecords, ASliceAndTheStateOfTheLinkComeBackAsTheyWere) {
    SliceStep step;
    step.order = some_order();
    step.is_retry = true;
    step.waits_for = {{StepName("before"), Attempt(3)}};
    step.trigger = domain::Trigger::AllDone;
    step.upstream_failed = true;
    step.retry_delays_ms = {5000, 60000};
    step.delay_ms = 7;
    step.results = {{StepName("x"), Attempt(1), true, R"({"n":1})", "text"}};
    const auto back = decode_record(as_bytes(encode_record(SliceRecord{{TaskId("t"), Epoch(2), Position(77), {step}}})));
    ASSERT_TRUE(back.ok());
    const Slice& slice = std::get<SliceRecord>(*back).slice;
    EXPECT_EQ(slice.task, TaskId("t"));
    EXPECT_EQ(slice.epoch, Epoch(2));
    EXPECT_EQ(slice.position, Position(77));
    ASSERT_EQ(slice.steps.size(), 1u);
    EXPECT_EQ(slice.steps[0], step);

    const auto link = decode_record(as_bytes(encode_record(LinkRecord{true, {{12}, {34}}})));
    ASSERT_TRUE(link.ok());
    EXPECT_TRUE(std::get<LinkRecord>(*link).up);
    EXPECT_EQ(std::get<LinkRecord>(*link).at.wall.ms, 12);
    EXPECT_EQ(std::get<LinkRecord>(*link).at.monotonic.ms, 34);
}

TEST(SpoolRecords, ASliceWithAStepOfAnotherTaskIsRefused) {
    wire::Slice slice;
    slice.set_task_id("other");
    encode_order(some_order(), *slice.add_steps()->mutable_order());
    EXPECT_FALSE(decode_slice(slice).ok());
    slice.set_task_id("../t");
    EXPECT_FALSE(decode_slice(slice).ok());
}

TEST(SpoolRecords, AnEventComesBackWithItsPayload) {
    domain::RunEnded ended;
    ended.exit_code = 3;
    ended.failure_class = domain::FailureClass::Transient;
    ended.message = "exit code 3";
    ended.output_json = R"({"n":1})";
    ended.artifact = domain::ArtifactRef{ArtifactId(std::string(64, 'a')), 12, "text/plain"};
    const NodeEventRecord event{Sequence(5), domain::EventType::Failed, some_order().key, TaskIndex(3),
                                RunIndex(9), WallTime{1234},            ended};
    const auto back = decode_record(as_bytes(encode_record(event)));
    ASSERT_TRUE(back.ok());
    const auto& read = std::get<NodeEventRecord>(*back);
    EXPECT_EQ(read.sequence, Sequence(5));
    EXPECT_EQ(read.type, domain::EventType::Failed);
    EXPECT_EQ(read.key, event.key);
    EXPECT_EQ(read.origin_time.ms, 1234);
    const auto& payload = std::get<domain::RunEnded>(read.payload);
    EXPECT_EQ(payload.exit_code, 3);
    EXPECT_EQ(payload.output_json, ended.output_json);
    EXPECT_EQ(payload.artifact, ended.artifact);
}

TEST(SpoolRecords, NamesThatWouldLeaveTheFolderAreRefused) {
    for (const char* name : {"../x", "/etc/x", "", ".", "a/../../x"}) {
        DispatchOrder order = some_order();
        order.key.step = StepName(name);
        wire::Dispatch message;
        encode_order(order, message);
        EXPECT_FALSE(decode_order(message).ok()) << name;
    }
    wire::Dispatch message;
    DispatchOrder order = some_order();
    order.key.attempt = Attempt(0);
    encode_order(order, message);
    EXPECT_FALSE(decode_order(message).ok());
}

TEST(SpoolRecords, BytesThatAreNoRecordAreDamage) {
    EXPECT_EQ(decode_record(as_bytes("nonsense")).error().kind, ErrorKind::Damaged);
    EXPECT_EQ(decode_record({}).error().kind, ErrorKind::Damaged);
}

}  // namespace
}  // namespace apollo::agent
