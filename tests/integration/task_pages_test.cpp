// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Pages of the list of tasks, from the SQL history of a running orchestrator.
#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QEventLoop>
#include <QTimer>

#include "app/client/remote_session.h"
#include "tests/support/live_cluster.h"

namespace apollo::live {
namespace {

TEST(TaskPages, AreAnsweredBySqlNewestFirst) {
    LiveCluster cluster;
    cluster.add_workers({"n1"});
    for (int k = 0; k < 7; ++k) ASSERT_EQ(cluster.submit(task_of("t" + std::to_string(k), {"n1"}, {shell_step("s", "true")})).code, 0);
    for (int k = 0; k < 7; ++k) ASSERT_TRUE(cluster.wait_for_state("t" + std::to_string(k), "SUCCEEDED"));
    auto access = client::find_local_orchestrator(cluster.data());
    ASSERT_TRUE(access.ok());
    const api::Session session = client::make_remote_session(access->address, access->credentials);
    const auto ask = [&](const api::TaskQuestion& question) {
        std::optional<Result<api::TaskPage>> page;
        QEventLoop loop;
        QTimer::singleShot(60000, &loop, &QEventLoop::quit);
        session.history->find_tasks(question, [&](Result<api::TaskPage> answer) {
            page = std::move(answer);
            loop.quit();
        });
        if (!page) loop.exec();
        EXPECT_TRUE(page && page->ok());
        return page && page->ok() ? page->value() : api::TaskPage();
    };
    api::TaskQuestion done;
    done.states = {domain::TaskStatus::Succeeded};
    // SQL is up to a second behind.
    ASSERT_TRUE(wait_until([&] { return ask(done).tasks.size() == 7; }, 20000));
    api::TaskQuestion question;
    question.limit = 5;
    const api::TaskPage first = ask(question);
    ASSERT_EQ(first.tasks.size(), 5u);
    EXPECT_TRUE(first.more);
    EXPECT_EQ(first.tasks[0].id.text, "t6");
    EXPECT_EQ(first.tasks[0].runs_done, 1u);
    question.before = first.tasks.back().task;
    const api::TaskPage second = ask(question);
    ASSERT_EQ(second.tasks.size(), 2u);
    EXPECT_FALSE(second.more);
    EXPECT_EQ(second.tasks[1].id.text, "t0");
    api::TaskQuestion one;
    one.text = "T3";
    ASSERT_EQ(ask(one).tasks.size(), 1u);
}

}  // namespace
}  // namespace apollo::live
