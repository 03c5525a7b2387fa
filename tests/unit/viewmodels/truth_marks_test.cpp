// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <gtest/gtest.h>

#include <QSignalSpy>

#include "app/viewmodels/graph_marking.h"
#include "app/viewmodels/output_tail.h"
#include "app/viewmodels/own_role.h"
#include "app/viewmodels/truth_marks.h"
#include "tests/unit/viewmodels/cut_off.h"
#include "tests/unit/viewmodels/model_fixture.h"

namespace apollo::viewmodels {
namespace {

using testing::CutOff;
using testing::Following;

TEST(TruthMarks, MarksARunWhoseNodeHadDoneMoreAndOnlyWhileThatWasNotKnown) {
    const CutOff cut;
    Following f(cut.events);
    ASSERT_TRUE(f.take_all());
    f.navigator.open_task(cut.task);
    TruthMarks marks(f.navigator);
    QSignalSpy changed(&marks, &TruthMarks::changed);
    marks.set_on(true);
    EXPECT_TRUE(marks.runs().empty()) << "live, nothing later is known";
    f.navigator.seek_ordinal(static_cast<Ordinal>(cut.heard));
    ASSERT_EQ(marks.runs(), std::vector<RunIndex>{RunIndex{0}});
    EXPECT_EQ(changed.count(), 1);
    EXPECT_TRUE(marks.has(RunIndex{0}));
    EXPECT_FALSE(marks.has(RunIndex{1}));
    f.navigator.seek_ordinal(static_cast<Ordinal>(cut.heard - 1));
    EXPECT_TRUE(marks.runs().empty()) << "by then the node had done no more";
    f.navigator.seek_ordinal(static_cast<Ordinal>(cut.heard + 1));
    EXPECT_TRUE(marks.runs().empty()) << "now the center knows it too";
    f.navigator.seek_ordinal(static_cast<Ordinal>(cut.heard));
    marks.set_on(false);
    EXPECT_TRUE(marks.runs().empty());
}

class Outputs : public api::HistoryQuery {
public:
    void fetch_state(std::optional<TaskId>, std::function<void(Result<std::shared_ptr<const domain::State>>)>) override {}
    void fetch_artifact(ArtifactId, std::function<void(Result<std::string>)>) override {}
    void find_tasks(api::TaskQuestion, std::function<void(Result<api::TaskPage>)>) override {}
    void measure_nodes(std::function<void(Result<std::vector<api::NodeMeasurement>>)>) override {}
    void fetch_output(api::OutputQuestion question, std::function<void(Result<api::OutputPiece>)> done) override {
        asked.push_back(std::move(question));
        answers.push_back(std::move(done));
    }
    std::vector<api::OutputQuestion> asked;
    std::vector<std::function<void(Result<api::OutputPiece>)>> answers;
};

OutputTail::Attempt attempt(std::uint32_t number) {
    return {TaskId("t"), StepName("s"), NodeId("n"), Attempt{number}};
}

TEST(OutputTail, GoesOnWhereItWasUntilTheAttemptEnds) {
    auto outputs = std::make_shared<Outputs>();
    OutputTail tail(outputs);
    tail.follow(attempt(2));
    ASSERT_EQ(outputs->asked.size(), 1u);
    EXPECT_EQ(outputs->asked[0].attempt, Attempt{2});
    outputs->answers[0](api::OutputPiece{Attempt{2}, "one\n", 8, true});
    ASSERT_EQ(outputs->asked.size(), 2u) << "there is more already";
    EXPECT_EQ(outputs->asked[1].offset, 4u);
    outputs->answers[1](api::OutputPiece{Attempt{2}, "two\n", 8, true});
    EXPECT_EQ(tail.text().toStdString(), "one\ntwo\n");
    ASSERT_TRUE(testing::wait_until([&] { return outputs->asked.size() == 3; })) << "asks again a little later";
    EXPECT_EQ(outputs->asked[2].offset, 8u);
    tail.follow(attempt(2));
    EXPECT_EQ(outputs->asked.size(), 3u) << "the same one goes on";
    outputs->answers[2](Error{ErrorKind::Refused, "node n is not connected"});
    EXPECT_EQ(tail.problem().toStdString(), "node n is not connected");
    EXPECT_EQ(tail.text().toStdString(), "one\ntwo\n") << "what was read stays";
}

TEST(OutputTail, AnAnswerAboutAnEarlierAttemptIsDroppedAndALongOneBeginsNearItsEnd) {
    auto outputs = std::make_shared<Outputs>();
    OutputTail tail(outputs);
    tail.follow(attempt(1));
    tail.follow(attempt(2));
    outputs->answers[0](api::OutputPiece{Attempt{1}, "old", 3, false});
    EXPECT_TRUE(tail.text().isEmpty());
    outputs->answers[1](api::OutputPiece{Attempt{2}, "beginning", 10 << 20, true});
    ASSERT_EQ(outputs->asked.size(), 3u);
    EXPECT_EQ(outputs->asked[2].offset, (10u << 20) - OutputTail::kept_bytes);
    outputs->answers[2](api::OutputPiece{Attempt{2}, "end", 10 << 20, true});
    EXPECT_EQ(tail.text().toStdString(), "end");
    tail.follow(std::nullopt);
    EXPECT_TRUE(tail.text().isEmpty());
}

TEST(OwnRole, IsSaidInOneSentenceBeforeItIsTried) {
    domain::State state;
    state.operators.push_back({OperatorName("bob"), domain::OperatorRole::Viewer, "1f", {}, false});
    const Self nobody, local{OperatorName(domain::local_operator), "x"}, bob{OperatorName("bob"), "1f"}, old{OperatorName("bob"), "0a"};
    EXPECT_TRUE(role_refusal(nobody, domain::OperatorRole::Admin, state).isEmpty());
    EXPECT_TRUE(role_refusal(local, domain::OperatorRole::Admin, state).isEmpty());
    EXPECT_TRUE(role_refusal(bob, role_needed(Verb::Explain), state).isEmpty()) << "looking is free";
    EXPECT_EQ(role_refusal(bob, role_needed(Verb::Cancel), state).toStdString(), "You are bob with the role viewer; this takes the role operator.");
    EXPECT_EQ(role_refusal(old, role_needed(Verb::Cancel), state).toStdString(), "Operator bob is not known here any more.");
    state.operators[0].role = domain::OperatorRole::Operator;
    EXPECT_TRUE(role_refusal(bob, role_needed(Verb::Cancel), state).isEmpty());
    EXPECT_FALSE(role_refusal(bob, role_needed(Verb::Revoke), state).isEmpty());
}

}  // namespace
}  // namespace apollo::viewmodels
