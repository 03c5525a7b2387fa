// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What doctor reads from the events alone: each planted fault is found, a healthy log has none.
#include "app/cli/event_diagnosis.h"

#include <gtest/gtest.h>

#include "tests/support/event_script.h"

namespace apollo::cli {
namespace {

using domain::EventType;
using testing::step;
using testing::task;

class EventDiagnosisTest : public ::testing::Test {
protected:
    EventDiagnosisTest() {
        script.enrol("n1").connect("n1");
        script.submit(task("t", {step("a"), step("b", {"a"})}, {"n1"}));
    }

    // As the node itself tells it, with its own number.
    void told(const char* step, EventType type, std::uint32_t attempt, std::uint32_t version) {
        domain::Event event;
        event.header.run = script.index_of("t", step, "n1");
        event.header.task = TaskIndex{0};
        event.header.node = NodeIndex{0};
        event.header.incarnation = Incarnation{1};
        event.header.sequence = Sequence{++sequence};
        event.header.type = type;
        event.header.attempt = Attempt{attempt};
        event.header.version = Version{version};
        event.header.fact_only = version == 0;
        if (type > EventType::Started) event.payload = domain::RunEnded{};
        script.raw(event);
    }

    Check check(const std::string& name) {
        EventDiagnosis diagnosis;
        domain::State state;
        for (const domain::Event& event : script.events()) {
            diagnosis.see(event, state);
            domain::apply(state, event);
        }
        for (const Check& one : diagnosis.checks()) {
            if (one.name == name) return one;
        }
        ADD_FAILURE() << "no check " << name;
        return {};
    }
    void expect_trouble(const std::string& name, const std::string& part) {
        const Check found = check(name);
        EXPECT_FALSE(found.ok);
        EXPECT_NE(found.message.find(part), std::string::npos) << found.message;
        EXPECT_FALSE(found.advice.empty());
    }

    testing::EventScript script;
    std::uint64_t sequence = 0;
};

TEST_F(EventDiagnosisTest, AHealthyLogWithARetryAndARerunHasNoTrouble) {
    script.run("t", "a", "n1", EventType::Dispatched);
    told("a", EventType::Started, 1, 2);
    told("a", EventType::Failed, 1, 3);
    script.run("t", "a", "n1", EventType::RetryScheduled, domain::RetryScheduled{1000, 1});
    script.run("t", "a", "n1", EventType::Dispatched);
    told("a", EventType::Started, 2, 6);
    told("a", EventType::Succeeded, 2, 7);
    script.run("t", "a", "n1", EventType::ManualOverride, domain::OperatorAction{"rerun", OperatorName{"alice"}, {}, "again", domain::RunStatus::Pending});
    script.run("t", "a", "n1", EventType::Dispatched);
    told("a", EventType::Started, 3, 10);
    told("a", EventType::Succeeded, 3, 11);
    EXPECT_EQ(script.run_of("t", "a", "n1").status, domain::RunStatus::Succeeded);
    for (const char* name : {"run_twice", "started_after_success", "version_jumps", "disagreements"}) EXPECT_TRUE(check(name).ok) << check(name).message;
}

TEST_F(EventDiagnosisTest, OneAttemptThatStartedTwiceIsFound) {
    script.run("t", "a", "n1", EventType::Dispatched);
    told("a", EventType::Started, 1, 2);
    told("a", EventType::Started, 1, 0);
    expect_trouble("run_twice", "attempt 1 of t / a on n1 started twice");
}

TEST_F(EventDiagnosisTest, AStartThatTheCenterNotedItselfIsNoSecondStart) {
    script.run("t", "a", "n1", EventType::Dispatched);
    script.run("t", "a", "n1", EventType::Started);
    told("a", EventType::Started, 1, 0);
    EXPECT_TRUE(check("run_twice").ok) << check("run_twice").message;
}

TEST_F(EventDiagnosisTest, AStartAfterASuccessWithoutAPersonsDecisionIsFound) {
    script.run("t", "a", "n1", EventType::Dispatched);
    told("a", EventType::Started, 1, 2);
    told("a", EventType::Succeeded, 1, 3);
    told("a", EventType::Started, 2, 0);
    expect_trouble("started_after_success", "attempt 2 of t / a on n1 started though attempt 1 had succeeded");
    EXPECT_TRUE(check("run_twice").ok);
}

TEST_F(EventDiagnosisTest, AJumpOfVersionsIsFoundWithItsRun) {
    script.run("t", "a", "n1", EventType::Dispatched);
    told("a", EventType::Succeeded, 1, 4);
    expect_trouble("version_jumps", "t / a on n1 goes from version 1 to 4");
}

TEST_F(EventDiagnosisTest, ASecondStartIsFoundAlsoWhenTheTaskWasAmendedBetween) {
    script.run("t", "a", "n1", EventType::Dispatched);
    told("a", EventType::Started, 1, 2);
    domain::Event amend;
    amend.header.type = EventType::TaskAmended;
    amend.header.task = TaskIndex{0};
    amend.header.run = RunIndex{static_cast<std::uint32_t>(script.state().runs.size())};
    domain::TaskAmended amended;
    amended.plan = testing::plan(task("t", {step("x"), step("a"), step("b", {"a"})}, {"n1"}));
    amend.payload = amended;
    script.raw(amend);
    told("a", EventType::Started, 1, 0);
    expect_trouble("run_twice", "attempt 1 of t / a on n1 started twice");
}

}  // namespace
}  // namespace apollo::cli
