// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A definition that came without a file is trusted no more than one in a file.
#include "app/orchestrator/submission_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace apollo::orchestrator {
namespace {

using ::testing::HasSubstr;

domain::TaskDefinition task_with(const std::string& intent, const std::string& params_json) {
    domain::TaskDefinition task;
    task.task_id = TaskId{"t"};
    task.timeout_ms = 1000;
    domain::StepDefinition step;
    step.name = StepName{"s"};
    step.intent = IntentName{intent};
    step.params_json = params_json;
    step.idempotency = domain::Idempotency::UniqueKey;
    task.steps.push_back(std::move(step));
    return task;
}

TEST(SubmissionCheck, ParamsOfBuiltInIntentsAreLookedAtWithStepAndFieldNamed) {
    EXPECT_TRUE(check_submission(task_with("wait_for", R"({"tcp":"db:5432"})")).ok());
    EXPECT_TRUE(check_submission(task_with("run_command", R"({"argv":["true"]})")).ok());
    EXPECT_TRUE(check_submission(task_with("intent_of_a_site", R"({"tcp":"db"})")).ok());
    EXPECT_THAT(check_submission(task_with("wait_for", R"({"tcp":"db"})")).error().message, HasSubstr("step s: 'params.tcp' must be HOST:PORT"));
    EXPECT_THAT(check_submission(task_with("run_command", R"({"argv":"rm -rf /"})")).error().message, HasSubstr("step s: 'params.argv' must be a list"));
    EXPECT_THAT(check_submission(task_with("wait_for", "nonsense")).error().message, HasSubstr("step s: 'params' must be a map"));
    domain::TaskDefinition undone = task_with("collect_metrics", "{}");
    undone.steps[0].compensate.emplace();
    undone.steps[0].compensate->intent = IntentName{"fetch_artifact.compensate"};
    EXPECT_THAT(check_submission(undone).error().message, HasSubstr("step s, compensate: the params of fetch_artifact.compensate need 'url'"));
}

}  // namespace
}  // namespace apollo::orchestrator
