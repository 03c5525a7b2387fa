// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/metrics/collector.h"

#include <gtest/gtest.h>

#include "tests/support/event_script.h"

namespace apollo::metrics {
namespace {

using domain::EventType;
using testing::EventScript;

// A collector that sees a script's events one by one, each durable at once.
struct Watched {
    EventScript script;
    Collector collector;
    std::size_t seen = 0;

    void catch_up() {
        for (; seen < script.events().size(); ++seen) collector.add(collector.look_at(script.events()[seen], script.state()));
    }
    Figures figures() {
        catch_up();
        return collector.figures(script.state());
    }
    void start_task(const std::string& id) {
        script.enrol("n1").connect("n1").submit(testing::task(id, {testing::step("a"), testing::step("b", {"a"})}, {"n1"}));
        catch_up();
    }
};

domain::Event alert(const std::string& key) {
    domain::Event event;
    event.header.type = EventType::AlertRaised;
    event.payload = domain::Note{"message", {}, {}, {}, key};
    return event;
}

TEST(Collector, EveryKnownTypeIsCountedFromZero) {
    const Figures figures = Collector().figures({});
    EXPECT_EQ(figures.events.count("UNKNOWN"), 0u);
    EXPECT_EQ(figures.events.at("DEAD_LETTERED"), 0u);
    EXPECT_EQ(figures.events.at("PRIMARY_ELECTED"), 0u);
    EXPECT_EQ(figures.attempts_ended, (Counts{{"SUCCEEDED", 0}, {"FAILED", 0}, {"TIMEOUT", 0}, {"CANCELLED", 0}}));
    EXPECT_EQ(figures.compensations, (Counts{{"started", 0}, {"done", 0}, {"failed", 0}}));
    EXPECT_EQ(figures.agents.size(), 5u);
}

TEST(Collector, AttemptsRetriesAndDurationsAreThoseOfTheEvents) {
    Watched watched;
    watched.start_task("t");
    watched.script.finish("t", "a", "n1", EventType::Failed).run("t", "a", "n1", EventType::RetryScheduled, domain::RetryScheduled{1000, 1});
    EXPECT_EQ(watched.figures().queues.at("retries"), 1u);
    watched.script.run("t", "a", "n1", EventType::Dispatched).run("t", "a", "n1", EventType::Started);
    EXPECT_EQ(watched.figures().queues.at("dispatched"), 1u);
    watched.script.run("t", "a", "n1", EventType::Succeeded, domain::RunEnded{}).finish("t", "b", "n1", EventType::TimedOut);
    const Figures figures = watched.figures();
    EXPECT_EQ(figures.attempts_ended, (Counts{{"SUCCEEDED", 1}, {"FAILED", 1}, {"TIMEOUT", 1}, {"CANCELLED", 0}}));
    EXPECT_EQ(figures.events.at("STARTED"), 3u);
    EXPECT_EQ(figures.retries, 1u);
    EXPECT_EQ(figures.queues.at("retries"), 0u);
    EXPECT_EQ(figures.queues.at("dispatched"), 0u);
    EXPECT_EQ(figures.step_seconds.counts.front(), 3u) << "each took 0.1 s, and a bound is inclusive";
    EXPECT_NEAR(figures.step_seconds.sum, 0.3, 1e-9);
}

// A batch may hold the end of one attempt and the start of the next; the state then knows only the newer one.
TEST(Collector, TheDurationIsThatOfTheAttemptThatEnded) {
    Watched watched;
    watched.start_task("t");
    watched.script.finish("t", "a", "n1", EventType::Failed).run("t", "a", "n1", EventType::RetryScheduled, domain::RetryScheduled{1, 1});
    watched.script.run("t", "a", "n1", EventType::Dispatched);
    domain::Event late;
    late.header = watched.script.events().back().header;
    late.header.type = EventType::Started;
    late.header.version = late.header.version.next();
    late.header.origin_time = WallTime{1700000000000 + 50000};
    watched.script.raw(late);
    const Figures figures = watched.figures();
    EXPECT_NEAR(figures.step_seconds.sum, 0.1, 1e-9);
}

TEST(Collector, AnAttemptThatStartedBeforeTheProcessIsMeasuredByTheState) {
    Watched watched;
    watched.start_task("t");
    watched.script.run("t", "a", "n1", EventType::Dispatched).run("t", "a", "n1", EventType::Started);
    watched.seen = watched.script.events().size();
    watched.script.run("t", "a", "n1", EventType::Succeeded, domain::RunEnded{});
    EXPECT_NEAR(watched.figures().step_seconds.sum, 0.1, 1e-9);
}

TEST(Collector, AFactIsAnEventButNoEnd) {
    Collector collector;
    collector.add({EventType::Succeeded, true, std::nullopt});
    const Figures figures = collector.figures({});
    EXPECT_EQ(figures.events.at("SUCCEEDED"), 1u);
    EXPECT_EQ(figures.attempts_ended.at("SUCCEEDED"), 0u);
}

TEST(Collector, NothingIsCountedBeforeItIsDurable) {
    Watched watched;
    watched.start_task("t");
    watched.script.finish("t", "a", "n1");
    for (const domain::Event& event : watched.script.events()) (void)watched.collector.look_at(event, watched.script.state());
    EXPECT_EQ(watched.collector.figures(watched.script.state()).attempts_ended.at("SUCCEEDED"), 0u);
}

TEST(Collector, AgentsAndAlertsAreGaugesOfFixedClasses) {
    Watched watched;
    watched.script.enrol("n1").enrol("n2").enrol("n3").connect("n1").connect("n2").lose("n2");
    watched.script.raw(alert("node:n2")).raw(alert("breaker:intent:secret-text")).raw(alert("")).raw(alert("never-heard-of:x"));
    const Figures figures = watched.figures();
    EXPECT_EQ(figures.agents.at("connected"), 1u);
    EXPECT_EQ(figures.agents.at("unreachable"), 2u);
    EXPECT_EQ(figures.alerts.at("node"), 1u);
    EXPECT_EQ(figures.alerts.at("breaker"), 1u);
    EXPECT_EQ(figures.alerts.at("event"), 1u);
    EXPECT_EQ(figures.alerts.at("other"), 1u);
    EXPECT_EQ(figures.alerts.at("recovery"), 0u);
}

TEST(Collector, OpenBreakersOfIntentsAndNodesAreCounted) {
    domain::State state;
    state.intents[IntentName{"a"}].breaker.open = true;
    state.intents[IntentName{"b"}];
    state.nodes.resize(2);
    state.nodes[1].breaker.open = true;
    EXPECT_EQ(Collector().figures(state).open_breakers, 2u);
}

}  // namespace
}  // namespace apollo::metrics
