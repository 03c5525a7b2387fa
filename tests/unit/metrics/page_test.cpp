// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <prometheus/text_serializer.h>

#include "app/metrics/collector.h"
#include "app/metrics/endpoint.h"
#include "app/metrics/families.h"
#include "tests/support/event_script.h"
#include "tests/support/metrics_page.h"

namespace apollo::metrics {
namespace {

std::string text_of(const Figures& figures) { return prometheus::TextSerializer().Serialize(to_families(figures)); }

TEST(MetricsPage, KeepsTheRulesOfFormatAndNaming) {
    Figures figures = Collector().figures({});
    figures.version = "1.2.3";
    const auto page = testing::read_metrics_page(text_of(figures));
    EXPECT_THAT(page.faults, ::testing::IsEmpty());
    for (const auto& [name, type] : page.types) EXPECT_EQ(name.rfind("apollo_", 0), 0u) << name;
    EXPECT_EQ(page.value("apollo_build_info{version=\"1.2.3\"}"), 1);
}

TEST(MetricsPage, ShowsTheAgeOfABackupOnlyWhereOneIsKept) {
    Figures figures;
    const std::string name = "apollo_backup_age_seconds";
    EXPECT_EQ(testing::read_metrics_page(text_of(figures)).types.count(name), 0u);
    figures.backup_age_seconds = 12.5;
    EXPECT_EQ(testing::read_metrics_page(text_of(figures)).value(name), 12.5);
    EXPECT_EQ(alert_class("backup"), "backup");
}

TEST(MetricsPage, TheCheckSeesFaults) {
    const std::string bad = "# TYPE apollo_things counter\napollo_things 1\napollo_things 2\napollo_other{Id=\"1\"} 1\n";
    EXPECT_EQ(testing::read_metrics_page(bad).faults.size(), 5u);
}

TEST(MetricsPage, BucketsOfAHistogramAddUp) {
    Figures figures;
    for (double seconds : {0.05, 0.1, 0.7, 20.0, 1e6}) figures.step_seconds.add(seconds);
    const auto page = testing::read_metrics_page(text_of(figures));
    EXPECT_EQ(page.value("apollo_step_duration_seconds_bucket{le=\"0.1\"}"), 2);
    EXPECT_EQ(page.value("apollo_step_duration_seconds_bucket{le=\"1\"}"), 3);
    EXPECT_EQ(page.value("apollo_step_duration_seconds_bucket{le=\"86400\"}"), 4);
    EXPECT_EQ(page.value("apollo_step_duration_seconds_bucket{le=\"+Inf\"}"), 5);
    EXPECT_EQ(page.value("apollo_step_duration_seconds_count"), 5);
    EXPECT_NEAR(page.value("apollo_step_duration_seconds_sum"), 1000020.85, 1e-6);
}

// B087: a page that grows with what people submit makes scraping fail.
TEST(MetricsPage, B087HasTheSameSeriesAfterManyTasksAndAgents) {
    Collector collector;
    testing::EventScript script;
    const auto empty = testing::read_metrics_page(text_of(collector.figures(script.state())));
    for (int i = 0; i < 200; ++i) {
        const std::string number = std::to_string(i);
        script.enrol("node-S3cr3t-" + number).connect("node-S3cr3t-" + number);
        script.submit(testing::task("task-S3cr3t-" + number, {testing::step("a")}, {"node-S3cr3t-" + number}));
        script.finish("task-S3cr3t-" + number, "a", "node-S3cr3t-" + number, i % 2 ? domain::EventType::Failed : domain::EventType::Succeeded);
        domain::Event alert;
        alert.header.type = domain::EventType::AlertRaised;
        alert.payload = domain::Note{"S3cr3t", {}, {}, {}, "S3cr3t-" + number + ":x"};
        script.raw(alert);
    }
    for (const domain::Event& event : script.events()) collector.add(collector.look_at(event, script.state()));
    const std::string text = text_of(collector.figures(script.state()));
    const auto full = testing::read_metrics_page(text);
    EXPECT_EQ(full.series.size(), empty.series.size());
    EXPECT_EQ(text.find("S3cr3t"), std::string::npos) << text;
    EXPECT_EQ(full.value("apollo_alerts_open{class=\"other\"}"), 200);
}

TEST(MetricsPage, SaysWhenTheOrchestratorDoesNotAnswer) {
    const auto page = testing::read_metrics_page(prometheus::TextSerializer().Serialize(no_answer()));
    EXPECT_EQ(page.series.size(), 1u);
    EXPECT_EQ(page.value("apollo_orchestrator_answering"), 0);
}

TEST(MetricsEndpoint, APortThatIsTakenIsOneSentence) {
    const auto ask = [] { return std::optional<Figures>(); };
    auto first = Endpoint::start("127.0.0.1", 0, ask);
    ASSERT_TRUE(first.ok()) << first.error().message;
    ASSERT_NE((*first)->port(), 0);
    auto second = Endpoint::start("127.0.0.1", (*first)->port(), ask);
    ASSERT_FALSE(second.ok());
    EXPECT_NE(second.error().message.find("cannot serve metrics on 127.0.0.1:" + std::to_string((*first)->port())), std::string::npos);
}

}  // namespace
}  // namespace apollo::metrics
