// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The list of tasks as pages of the SQL history.
#include "app/viewmodels/task_pages_model.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>

#include "app/viewmodels/task_list_model.h"
#include "tests/support/fake_session.h"

namespace apollo::viewmodels {
namespace {

api::TaskPage page(std::uint32_t newest, std::uint32_t count, bool more) {
    api::TaskPage page;
    page.more = more;
    for (std::uint32_t k = 0; k < count; ++k) {
        const std::uint32_t task = newest - k;
        page.tasks.push_back({TaskIndex{task}, TaskId{"task-" + std::to_string(task)}, IntentName{"import"}, domain::TaskStatus::Succeeded, OperatorName{"alice"},
                              WallTime{1000}, WallTime{61000}, 4, 4});
    }
    return page;
}

struct Pages {
    Pages() { model.search(TaskFilter(), {}); }
    void answer(const Result<api::TaskPage>& with) {
        const auto done = source->unanswered_tasks.back();
        done(with);
    }
    std::shared_ptr<testing::FakeSource> source = std::make_shared<testing::FakeSource>();
    TaskPagesModel model{source};
};

TEST(TaskPages, AreAValidModel) {
    Pages p;
    const QAbstractItemModelTester tester(&p.model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    p.answer(page(999, 200, false));
    EXPECT_EQ(p.model.rowCount(), 200);
    p.model.search(TaskFilter(), {});
    EXPECT_EQ(p.model.rowCount(), 0);
    p.answer(page(999, 3, false));
    EXPECT_EQ(p.model.rowCount(), 3);
}

TEST(TaskPages, NextPageIsAskedForWhenItIsWantedAndBeginsBehindTheLast) {
    Pages p;
    ASSERT_EQ(p.source->task_questions.size(), 1u);
    EXPECT_EQ(p.source->task_questions[0].before, no_task);
    EXPECT_FALSE(p.model.canFetchMore({})) << "one is on its way";
    p.answer(page(999, 200, true));
    EXPECT_EQ(p.model.rowCount(), 200);
    EXPECT_EQ(p.source->task_questions.size(), 1u) << "nobody has scrolled";
    ASSERT_TRUE(p.model.canFetchMore({}));
    p.model.fetchMore({});
    ASSERT_EQ(p.source->task_questions.size(), 2u);
    EXPECT_EQ(p.source->task_questions[1].before, TaskIndex{800});
    p.answer(page(799, 3, false));
    EXPECT_EQ(p.model.rowCount(), 203);
    EXPECT_FALSE(p.model.canFetchMore({}));
    EXPECT_EQ(p.model.task_at(202).text, "task-797");
    EXPECT_EQ(p.model.index(0, TaskListModel::Progress).data().toString().toStdString(), "4/4");
    EXPECT_EQ(p.model.index(0, TaskListModel::Duration).data().toString().toStdString(), "1 min");
}

TEST(TaskPages, FilterGoesToSqlAndWhatSqlCannotSayIsSortedOutHere) {
    Pages p;
    const auto old = p.source->unanswered_tasks.back();
    p.model.search(TaskFilter(QStringLiteral("task 99 by:ali since:1h"), WallTime{10'000'000}), {domain::TaskStatus::Failed});
    ASSERT_EQ(p.source->task_questions.size(), 2u);
    const api::TaskQuestion& asked = p.source->task_questions[1];
    EXPECT_EQ(asked.text, "task");
    EXPECT_EQ(asked.submitted_by, "ali");
    EXPECT_EQ(asked.since->ms, 10'000'000 - 3'600'000);
    EXPECT_EQ(asked.states, std::vector<domain::TaskStatus>{domain::TaskStatus::Failed});
    old(page(999, 10, true));
    EXPECT_EQ(p.model.rowCount(), 0) << "an answer to an earlier search";
    p.answer(page(899, 10, true));
    EXPECT_EQ(p.model.rowCount(), 1) << "task-899 has the other word, too";
    p.model.fetchMore({});
    p.answer(page(690, 10, true));
    EXPECT_EQ(p.source->task_questions.size(), 4u) << "a page without a fitting row is followed by the next";
}

TEST(TaskPages, OrchestratorThatDoesNotKnowTheQuestionIsNotAskedAgain) {
    Pages p;
    p.answer(Error{ErrorKind::Unsupported, "older"});
    EXPECT_TRUE(p.model.has_failed());
    p.model.search(TaskFilter(), {});
    EXPECT_EQ(p.source->task_questions.size(), 1u);
}

}  // namespace
}  // namespace apollo::viewmodels
