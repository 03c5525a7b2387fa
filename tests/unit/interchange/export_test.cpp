// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/interchange/archive.h"
#include "app/interchange/export_file.h"
#include "app/interchange/export_text.h"
#include "app/interchange/graph_json.h"
#include "common/domain/reducer.h"
#include "tests/support/fake_log.h"

namespace apollo::interchange {
namespace {

using Json = nlohmann::json;

testing::FakeLog two_tasks() {
    testing::FakeLog log;
    for (const char* node : {"a", "b"}) log.add_node(node);
    log.work(log.submit(testing::pipeline_definition("other"), {"a"}, false), {.seed = 1, .failure_rate = 0});
    log.work(log.submit(testing::layered_definition("mine", 5, 5, 3), {"a", "b"}, true), {.seed = 4, .failure_rate = 0.3});
    return log;
}

TaskRecord record_of(const testing::FakeLog& log, const char* id) {
    RecordCollector collector(TaskId{id});
    for (const domain::Event& event : log.events()) collector.take(event);
    return std::move(collector.finish()).value();
}

domain::State fold(const std::vector<domain::Event>& events) {
    domain::State state;
    for (const domain::Event& event : events) domain::apply(state, event);
    return state;
}

TEST(TaskRecord, HoldsTheWholeTaskAndOnlyIt) {
    const testing::FakeLog log = two_tasks();
    const TaskRecord record = record_of(log, "mine");
    const domain::State alone = fold(record.events);
    ASSERT_EQ(alone.tasks.size(), 1u);
    EXPECT_EQ(alone.refused_changes, 0u) << "it can be replayed by itself";
    const std::uint32_t first = log.state().tasks[1].first_run.value;
    for (std::uint32_t run = 0; run < record.plan->run_count; ++run) {
        EXPECT_EQ(alone.runs[run].status, log.state().runs[first + run].status);
        EXPECT_EQ(alone.details[run].message, log.state().details[first + run].message);
    }
    RecordCollector none(TaskId{"nobody"});
    EXPECT_FALSE(none.finish());
}

TEST(TaskRecord, WhatTheCenterTookForATimeoutCountsAsTheNodeSaysAtLast) {
    TaskRecord record = record_of(two_tasks(), "mine");
    const std::vector<AttemptSpan> truth = attempts_of(record);
    const auto end = std::find_if(record.events.begin(), record.events.end(), [](const domain::Event& event) { return event.header.type == domain::EventType::Succeeded; });
    ASSERT_NE(end, record.events.end());
    domain::Event timeout = *end, reconciled = *end;
    timeout.header.type = domain::EventType::TimedOut;
    timeout.header.origin_time.ms += 50000;
    std::get<domain::RunEnded>(timeout.payload).exit_code.reset();
    std::get<domain::RunEnded>(timeout.payload).message = "the node is unreachable";
    reconciled.header.type = domain::EventType::Reconciled;
    std::get<domain::RunEnded>(reconciled.payload).to = domain::RunStatus::Succeeded;
    *end = timeout;
    const auto of_the_center = attempts_of(record);
    EXPECT_TRUE(std::any_of(of_the_center.begin(), of_the_center.end(), [](const AttemptSpan& span) { return span.status == domain::RunStatus::Timeout; }));
    record.events.push_back(reconciled);
    const std::vector<AttemptSpan> spans = attempts_of(record);
    ASSERT_EQ(spans.size(), truth.size());
    for (std::size_t k = 0; k < spans.size(); ++k) {
        EXPECT_EQ(spans[k].status, truth[k].status) << k;
        EXPECT_EQ(spans[k].ended, truth[k].ended) << k;
        EXPECT_EQ(spans[k].exit_code, truth[k].exit_code) << k;
        EXPECT_EQ(spans[k].message, truth[k].message) << k;
    }
    // And the other way: it runs on.
    std::get<domain::RunEnded>(record.events.back().payload).to = domain::RunStatus::Running;
    const auto running = attempts_of(record);
    EXPECT_TRUE(std::any_of(running.begin(), running.end(), [](const AttemptSpan& span) { return span.status == domain::RunStatus::Running && !span.ended.known(); }));
}

TEST(Archive, ReadsBackEqualWithNotes) {
    TaskRecord record = record_of(two_tasks(), "mine");
    record.notes = {{Position{12}, "disk was full\n<b>"}, {Position{40}, ""}};
    const std::string bytes = to_archive(record);
    auto again = read_archive(bytes);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->id, record.id);
    EXPECT_EQ(again->notes, record.notes);
    ASSERT_EQ(again->events.size(), record.events.size());
    for (std::size_t k = 0; k < record.events.size(); ++k) EXPECT_EQ(again->events[k].header, record.events[k].header);
    EXPECT_EQ(to_archive(*again), bytes);
}

TEST(Archive, EveryDamageIsRefusedWithASentence) {
    const std::string bytes = to_archive(record_of(two_tasks(), "other"));
    for (std::size_t cut = 0; cut < bytes.size(); cut += 97) EXPECT_FALSE(read_archive(bytes.substr(0, cut)));
    for (std::size_t at = 0; at + 1 < bytes.size(); at += 61) {
        std::string damaged = bytes;
        damaged[at] = static_cast<char>(damaged[at] ^ 4);
        const auto read = read_archive(damaged);
        EXPECT_FALSE(read) << at;
    }
    std::string newer = bytes;
    newer[12] = '2';
    EXPECT_NE(read_archive(newer).error().message.find("version"), std::string::npos);
    EXPECT_FALSE(read_archive("steps: []"));
}

TEST(ChromeTrace, HasASlicePerAttemptThatNeverOverlapsInItsThread) {
    const TaskRecord record = record_of(two_tasks(), "mine");
    const Json trace = Json::parse(to_chrome_trace(record));
    std::map<std::pair<int, int>, std::vector<std::pair<std::int64_t, std::int64_t>>> threads;
    std::size_t slices = 0;
    for (const Json& event : trace["traceEvents"]) {
        if (event["ph"] != "X") continue;
        ++slices;
        EXPECT_GE(event["ts"].get<std::int64_t>(), 0);
        EXPECT_GE(event["dur"].get<std::int64_t>(), 0);
        threads[{event["pid"], event["tid"]}].emplace_back(event["ts"], event["ts"].get<std::int64_t>() + event["dur"].get<std::int64_t>());
    }
    EXPECT_EQ(slices, attempts_of(record).size());
    for (auto& [thread, spans] : threads) {
        std::sort(spans.begin(), spans.end());
        for (std::size_t k = 1; k < spans.size(); ++k) EXPECT_GE(spans[k].first, spans[k - 1].second);
    }
}

TEST(WfFormat, WhatIsWrittenCanBeImported) {
    const TaskRecord record = record_of(two_tasks(), "mine");
    auto again = read_wfformat(to_wfformat(record), TaskId{"again"});
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->steps, record.plan->steps.size());
    EXPECT_EQ(again->schema, "1.5");
    std::size_t edges = 0;
    for (const domain::PlanStep& step : record.plan->steps) edges += step.depends_on.size();
    EXPECT_EQ(again->edges, edges);
}

TEST(Dot, NamesAreQuotedAndEdgesComplete) {
    testing::FakeLog log;
    log.add_node("a");
    log.submit(testing::pipeline_definition("p"), {"a"}, false);
    const std::string text = to_dot(record_of(log, "p"));
    EXPECT_EQ(text.substr(0, 13), "digraph \"p\" {");
    EXPECT_NE(text.find("\"extract\" -> \"check\";"), std::string::npos);
    EXPECT_EQ(std::count(text.begin(), text.end(), '>'), 5);
}

TEST(Csv, HasALinePerAttemptAndPerRunThatNeverBegan) {
    testing::FakeLog log;
    log.add_node("a");
    const TaskIndex task = log.submit(testing::pipeline_definition("p"), {"a"}, false);
    log.append(domain::EventType::Dispatched, task, RunIndex{0}, {});
    log.append_of_agent(domain::EventType::Started, RunIndex{0}, Attempt{1}, {});
    domain::RunEnded ended;
    ended.exit_code = 3;
    ended.message = "no \"space\", left\nhere";
    log.append_of_agent(domain::EventType::Failed, RunIndex{0}, Attempt{1}, ended);
    const std::string text = to_csv(record_of(log, "p"));
    EXPECT_NE(text.find(",3,\"no \"\"space\"\", left\nhere\"\r\n"), std::string::npos);
    EXPECT_NE(text.find("p,report,a,,PENDING,,,,,\r\n"), std::string::npos);
}

TEST(GraphJson, ReadsTheNeutralFormAndRefusesACycleWithItsPath) {
    auto graph = read_graph(R"({"name": "g", "tasks": [{"id": "a", "name": "x"}, {"id": "b", "name": "x"}, {"id": 3}],
                               "edges": [["a", "b"], ["b", 3], ["a", "b"], ["a", "zzz"]]})", TaskId{"g"});
    ASSERT_TRUE(graph) << graph.error().message;
    EXPECT_EQ(graph->steps, 3u);
    EXPECT_EQ(graph->edges, 2u);
    EXPECT_EQ(graph->warnings.size(), 1u);
    EXPECT_TRUE(graph->task.events.empty());
    auto cycle = read_graph(R"({"tasks": [{"id": "a"}, {"id": "b"}], "edges": [["a", "b"], ["b", "a"]]})", TaskId{"g"});
    ASSERT_FALSE(cycle);
    EXPECT_NE(cycle.error().message.find(" -> "), std::string::npos);
    for (const char* wrong : {"", "[]", "{}", R"({"tasks": []})", R"({"tasks": [{"name": "x"}]})", R"({"tasks": [{"id": 1}, {"id": 1}]})"})
        EXPECT_FALSE(read_graph(wrong, TaskId{"g"})) << wrong;
}

TEST(ExportBytes, UnknownFormatIsRefusedWithTheKnownOnes) {
    const TaskRecord record = record_of(two_tasks(), "other");
    for (const char* format : {"apollo", "chrome-trace", "wfformat", "dot", "csv"}) EXPECT_TRUE(export_bytes(record, format)) << format;
    const auto wrong = export_bytes(record, "xml");
    ASSERT_FALSE(wrong);
    EXPECT_NE(wrong.error().message.find("chrome-trace"), std::string::npos);
}

}  // namespace
}  // namespace apollo::interchange
