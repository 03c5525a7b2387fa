// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/interchange/wfformat.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "app/core/orchestrator_core.h"

namespace apollo::interchange {
namespace {

std::string shared_data() {
    const char* folder = std::getenv("APOLLO_SHARED_DATA");
    return folder ? folder : APOLLO_SOURCE_DIR "/../shared/data";
}

struct Expected {
    const char* file;
    std::uint32_t steps;
    std::uint32_t edges;
};

// Task and edge counts as the data's own statistics give them.
constexpr Expected files[] = {
    {"wfformat/1000genome-2ch-100k.schema13.json", 52, 76},
    {"wfformat/1000genome-chameleon-20ch-250k-001.json.gz", 820, 1060},
    {"wfformat/1000genome-chameleon-2ch-100k-001.json", 52, 76},
    {"wfformat/bacass-dirt02-001.json", 11, 14},
    {"wfformat/blast-chameleon-medium-001.json", 303, 900},
    {"wfformat/blast-chameleon-small-001.json", 43, 120},
    {"wfformat/epigenomics-genome-dax.schema02.json.gz", 603, 1532},
    {"wfformat/fetchngs-dirt02-001.json", 43, 28},
    {"wfformat/hello-world-sequence.no-version.json", 2, 1},
    {"wfformat/helloworld-chain-5-chameleon.json", 5, 4},
    {"wfformat/helloworld-chain-5.schema16.json", 5, 4},
    {"wfformat/helloworld-forkjoin-10-chameleon.json", 10, 16},
    {"wfformat/montage-chameleon-2mass-01d-001.json", 103, 231},
    {"wfformat/montage-chameleon-2mass-02d-001.json.gz", 619, 1641},
    {"wfformat/montage-chameleon-2mass-05d-001.json.gz", 1738, 4698},
    {"wfformat/montage-condor-grid.schema10.json", 58, 114},
    {"wfformat/nighres-no-version.json", 4, 3},
    {"wfformat/rnaseq-dirt02-001.json", 197, 451},
    {"wfformat/soykb-chameleon-10fastq-10ch-001.json", 96, 194},
    {"wfformat/srasearch-chameleon-10a-001.json", 22, 30},
    {"wfformat/srasearch-chameleon-50a-002.json", 104, 152},
    {"wfformat/viralrecon-dirt02-001.json", 203, 343},
    {"wfformat-timed/blackdiamond.json", 4, 4},
    {"wfformat-timed/montage-387.json", 387, 979},
};

class PublicTrace : public ::testing::TestWithParam<Expected> {};

TEST_P(PublicTrace, ImportsWithItsCountsAndEndsWell) {
    const std::string path = shared_data() + "/" + GetParam().file;
    if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not there; the public data lies outside the project (APOLLO_SHARED_DATA)";
    std::ifstream in(path, std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(in)), {});
    auto workflow = read_wfformat(bytes, task_id_of_file(path));
    ASSERT_TRUE(workflow.ok()) << workflow.error().message;
    EXPECT_EQ(workflow->steps, GetParam().steps);
    EXPECT_EQ(workflow->edges, GetParam().edges);

    core::OrchestratorCore core({}, std::make_shared<domain::State>());
    (void)core.start({}, "test");
    const auto plan = domain::make_plan(workflow->task.definition, workflow->task.step_nodes);
    const core::Output output = core.import({{1}, {1}}, 1, {OperatorName{"tester"}}, workflow->task, plan, {}, "sha");
    const auto& answer = std::get<core::Answer>(output.effects.back());
    ASSERT_TRUE(answer.result.ok()) << answer.result.error().message;
    EXPECT_EQ(answer.result->affected, 3 * GetParam().steps) << "every event is a legal change";
    EXPECT_EQ(answer.result->task_status, domain::TaskStatus::Succeeded);
    WallTime last;
    for (const domain::Event& event : output.events) {
        EXPECT_LE(last, event.header.origin_time) << "the log is in the order of the times";
        last = event.header.origin_time;
    }
}

INSTANTIATE_TEST_SUITE_P(Files, PublicTrace, ::testing::ValuesIn(files), [](const auto& param_info) { return "n" + std::to_string(param_info.index); });

Result<ImportedWorkflow> read(const std::string& json) { return read_wfformat(json, TaskId{"t"}); }

TEST(WfFormat, WhatIsNoJsonIsRefusedWithItsPlace) {
    const auto refused = read("{\n  \"workflow\": nope\n}");
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().message.substr(0, 2), "2:") << refused.error().message;
    EXPECT_FALSE(read("[]").ok());
    EXPECT_FALSE(read(R"({"workflow": {}})").ok());
    EXPECT_FALSE(read("\x1f\x8b garbage").ok());
}

TEST(WfFormat, ACycleIsRefusedWithItsPath) {
    const auto refused = read(R"({"workflow": {"tasks": [{"name": "a", "parents": ["b"]}, {"name": "b", "parents": ["a"]}]}})");
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().message.find("a -> b -> a"), std::string::npos) << refused.error().message;
}

TEST(WfFormat, NamesThatRepeatOrAreNotAllowedBecomeDistinctValidOnes) {
    auto workflow = read(R"({"workflow": {"tasks": [{"name": "x y"}, {"name": "x/y"}, {"name": "..\u00e9"}]}})");
    ASSERT_TRUE(workflow.ok());
    std::set<StepName> names;
    for (const auto& step : workflow->task.definition.steps) {
        EXPECT_TRUE(is_valid_name(step.name.text)) << step.name.text;
        names.insert(step.name);
    }
    EXPECT_EQ(names.size(), 3u);
}

TEST(WfFormat, TasksWithoutStartTimesAreLaidOutByDependenciesAndSaySo) {
    auto workflow = read(R"({"workflow": {"executedAt": "02-12-21T00:00:00Z", "tasks": [
        {"name": "a", "runtime": 2.5}, {"name": "b", "parents": ["a"], "runtime": 1}]}})");
    ASSERT_TRUE(workflow.ok());
    EXPECT_FALSE(workflow->task.note.empty());
    const auto& events = workflow->task.events;
    ASSERT_EQ(events.size(), 6u);
    EXPECT_EQ(to_rfc3339(events[0].header.origin_time), "2021-02-12T00:00:00.000Z");
    EXPECT_EQ(to_rfc3339(events[5].header.origin_time), "2021-02-12T00:00:03.500Z");
}

TEST(WfFormat, RecordedStartsAreKeptAlsoWhereTheyContradictTheDependencies) {
    auto workflow = read(R"({"workflow": {"tasks": [
        {"name": "a", "runtime": 10, "executedAt": "2021-01-01T00:00:00+00:00", "machine": "m1"},
        {"name": "b", "parents": ["a"], "runtime": 1, "executedAt": "2021-01-01T00:00:05Z"}]}})");
    ASSERT_TRUE(workflow.ok());
    EXPECT_TRUE(workflow->task.note.empty());
    bool said = false;
    for (const std::string& warning : workflow->warnings) said = said || warning.find("before one they depend on") != std::string::npos;
    EXPECT_TRUE(said);
    EXPECT_EQ(workflow->task.step_nodes[0][0], NodeId{"m1"});
    EXPECT_EQ(workflow->task.step_nodes[1][0], NodeId{"unknown"});
}

TEST(WfFormat, NegativeAndMissingRuntimesCountAsNone) {
    auto workflow = read(R"({"workflow": {"jobs": [{"name": "a", "runtime": -3}, {"name": "b"}]}})");
    ASSERT_TRUE(workflow.ok());
    for (const auto& event : workflow->task.events) EXPECT_EQ(to_rfc3339(event.header.origin_time), "2000-01-01T00:00:00.000Z");
}

TEST(WfFormat, RuntimesThatAreNoNumbersOrBeyondReasonCountAsNoneAndAreSaid) {
    auto workflow = read(R"({"workflow": {"tasks": [{"name": "a NaN \" NaN", "runtime": NaN}, {"name": "b", "runtime": -Infinity},
        {"name": "c", "runtime": 1e300}, {"name": "d", "runtime": 2, "executedAt": 1e300}, {"name": "e", "runtime": "7"}]}})");
    ASSERT_TRUE(workflow.ok()) << workflow.error().message;
    EXPECT_NE(workflow->task.definition.steps[0].params_json.find(R"(a NaN \" NaN)"), std::string::npos) << "texts stay as they are";
    EXPECT_EQ(to_rfc3339(workflow->task.events.back().header.origin_time), "2000-01-01T00:00:02.000Z");
    bool said = false;
    for (const std::string& warning : workflow->warnings) said = said || warning == "4 tasks have no usable runtime and are shown with none";
    EXPECT_TRUE(said);
}

TEST(WfFormat, OfSeveralMachinesTheFirstIsTaken) {
    auto workflow = read(R"({"schemaVersion": "1.5", "workflow": {"specification": {"tasks": [{"id": "1", "name": "a"}]},
        "execution": {"tasks": [{"id": "1", "runtimeInSeconds": 1, "machines": ["m 1", "m2"]}]}}})");
    ASSERT_TRUE(workflow.ok());
    EXPECT_EQ(workflow->schema, "1.5");
    EXPECT_EQ(workflow->task.step_nodes, (std::vector<std::vector<NodeId>>{{NodeId{"m-1"}}}));
    EXPECT_EQ(workflow->task.events.size(), 3u);
}

TEST(WfFormat, RepeatedIdsAndUnknownOrOwnParentsAreSaidAndLeftOut) {
    auto workflow = read(R"({"workflow": {"tasks": [{"id": "x", "name": "a"}, {"id": "x", "name": "b"}, {"id": "y", "name": "c", "parents": ["x", "gone", "y"]}]}})");
    ASSERT_TRUE(workflow.ok());
    EXPECT_EQ(workflow->steps, 3u);
    EXPECT_EQ(workflow->edges, 1u);
    EXPECT_EQ(workflow->task.definition.steps[2].depends_on, std::vector<StepName>{StepName{"a"}});
    std::string warnings;
    for (const std::string& warning : workflow->warnings) warnings += warning + "\n";
    for (const char* part : {"1 tasks have the id of an earlier one", "1 references to unknown tasks", "1 dependencies of a task on itself"}) {
        EXPECT_NE(warnings.find(part), std::string::npos) << part << " in " << warnings;
    }
}

TEST(WfFormat, ATaskIdComesFromTheFilesName) {
    EXPECT_EQ(task_id_of_file("/x/montage-05d.json.gz"), TaskId{"montage-05d"});
    EXPECT_EQ(task_id_of_file("../é.json"), TaskId{"imported"});
}

}  // namespace
}  // namespace apollo::interchange
