// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A long history opened by its present: right at once, and afterwards the same as if it had been read from the beginning.
#include <gtest/gtest.h>

#include "app/viewmodels/event_list_model.h"
#include "app/viewmodels/inspector.h"
#include "tests/unit/viewmodels/model_fixture.h"

namespace apollo::viewmodels {

namespace {

constexpr std::uint64_t first_position = LiveModel::least_loading_events + 1;

// Any number of subscriptions over one list of events, and the state after some of them.
class OpenedSource : public api::EventSource, public api::HistoryQuery {
public:
    explicit OpenedSource(std::vector<domain::Event> events) : all(std::move(events)) {
        // Positions as those of a long log; what came before is of no task.
        for (domain::Event& event : all) event.header.position.value += first_position - 1;
    }

    struct Reader {
        Observer observer;
        Position after;
    };
    // To the reader of the past (0) or of what came behind the present (1), in the order in which they subscribed.
    void deliver(Reader& reader, std::size_t count) {
        std::vector<domain::Event> batch;
        for (const domain::Event& event : all) {
            if (batch.size() < count && event.header.position > reader.after) batch.push_back(event);
        }
        if (!batch.empty()) reader.after = batch.back().header.position;
        if (!batch.empty()) reader.observer.on_events(batch);
        if (reader.after == all.back().header.position) reader.observer.on_caught_up(reader.after);
    }
    void answer(std::size_t events) {
        auto state = std::make_shared<domain::State>();
        for (std::size_t k = 0; k < events; ++k) domain::apply(*state, all[k]);
        asked(std::shared_ptr<const domain::State>(state));
    }

    std::unique_ptr<api::Subscription> subscribe(Position after, Observer observer) override {
        auto reader = std::make_shared<Reader>(Reader{std::move(observer), after});
        readers.push_back(reader);
        return std::make_unique<End>(reader);
    }
    void fetch_present(std::function<void(Result<std::shared_ptr<const domain::State>>)> done) override { asked = std::move(done); }
    void fetch_state(std::optional<TaskId>, std::function<void(Result<std::shared_ptr<const domain::State>>)>) override {}
    void fetch_artifact(ArtifactId, std::function<void(Result<std::string>)>) override {}
    void fetch_output(api::OutputQuestion, std::function<void(Result<api::OutputPiece>)>) override {}
    void find_tasks(api::TaskQuestion, std::function<void(Result<api::TaskPage>)>) override {}
    void measure_nodes(std::function<void(Result<std::vector<api::NodeMeasurement>>)>) override {}

    std::vector<domain::Event> all;
    std::vector<std::shared_ptr<Reader>> readers;
    std::function<void(Result<std::shared_ptr<const domain::State>>)> asked;

private:
    struct End : api::Subscription {
        explicit End(std::shared_ptr<Reader> of) : reader(std::move(of)) {}
        ~End() override { reader->observer = {}; }
        std::shared_ptr<Reader> reader;
    };
};

struct Opening {
    explicit Opening(const std::vector<domain::Event>& events)
        : source(std::make_shared<OpenedSource>(events)), live(source, nullptr, std::nullopt, source), navigator(live, clock) {
        live.start();
    }
    bool open_at(std::size_t events) {
        source->answer(events);
        return testing::wait_until([&] { return live.is_loading(); });
    }
    testing::FixedClock clock;
    std::shared_ptr<OpenedSource> source;
    LiveModel live;
    Navigator navigator;
};

// Everything that a cursor shows, in the numbers that hold at its end.
void expect_same_looks(const Navigator& shown, const Navigator& wanted) {
    ASSERT_EQ(shown.live().state().tasks.size(), wanted.live().state().tasks.size());
    for (std::uint32_t task = 0; task < wanted.live().state().tasks.size(); ++task)
        EXPECT_EQ(shown.cursor().task(task), wanted.cursor().task(task)) << "task " << task;
    for (std::uint32_t run = 0; run < wanted.live().state().runs.size(); ++run)
        ASSERT_EQ(shown.cursor().look(run), wanted.cursor().look(run)) << "run " << run;
}

TEST(Loading, ThePresentIsRightAtOnceAndWhileItGoesOn) {
    const std::vector<domain::Event> events = testing::busy_log().events();
    Opening opening(events);
    for (const std::size_t share : {std::size_t{2}, std::size_t{1}}) {
        const std::size_t count = events.size() / share;
        if (share == 2) {
            ASSERT_TRUE(opening.open_at(count));
        } else {
            auto& now = *opening.source->readers.at(0);
            opening.source->deliver(now, events.size());
            ASSERT_TRUE(testing::wait_until([&] { return opening.live.state().position.value == events.size() + first_position - 1; }));
        }
        testing::Following whole({events.begin(), events.begin() + static_cast<std::ptrdiff_t>(count)});
        ASSERT_TRUE(whole.take_all());
        expect_same_looks(opening.navigator, whole.navigator);
    }
    EXPECT_TRUE(opening.live.is_loading()) << "nobody has delivered the past yet";
    EXPECT_FALSE(opening.live.caught_up());
}

TEST(Loading, AnAmendmentBehindThePresentGivesTheRunsTheirNewNumbers) {
    testing::FakeLog log;
    for (const char* node : {"a", "b"}) log.add_node(node);
    const TaskIndex task = log.submit(testing::layered_definition("t", 3, 4, 5), {"a", "b"}, false);
    log.work(task, {.seed = 3, .failure_rate = 0, .share = 0.4});
    const std::size_t before = log.events().size();
    log.amend(task, testing::layered_definition("t", 5, 4, 5), {"a", "b"});
    log.work(task, {.seed = 4, .failure_rate = 0.1});
    Opening opening(log.events());
    ASSERT_TRUE(opening.open_at(before));
    opening.navigator.open_task(task);
    const RunIndex first = opening.navigator.task()->first_run;
    opening.source->deliver(*opening.source->readers.at(0), log.events().size());
    ASSERT_TRUE(testing::wait_until([&] { return opening.live.state().position.value == log.events().size() + first_position - 1; }));
    EXPECT_NE(opening.navigator.task()->first_run, first);
    testing::Following whole(log.events());
    ASSERT_TRUE(whole.take_all());
    expect_same_looks(opening.navigator, whole.navigator);
}

TEST(Loading, NothingHalfKnownIsShown) {
    const std::vector<domain::Event> events = testing::busy_log().events();
    Opening opening(events);
    ASSERT_TRUE(opening.open_at(events.size()));
    opening.source->deliver(*opening.source->readers.at(1), events.size() / 3);
    ASSERT_TRUE(testing::wait_until([&] { return opening.live.loaded_percent() > 0; }));
    opening.navigator.open_task(TaskIndex{1});
    EXPECT_EQ(opening.live.history().size(), 0u);
    EXPECT_EQ(opening.navigator.scope_size(), 0u);
    EXPECT_FALSE(opening.navigator.loading_text().isEmpty());
    opening.navigator.seek_position(Position{first_position});
    EXPECT_FALSE(opening.navigator.is_replay()) << "a moment that is not known cannot be gone to";
    ASSERT_NE(opening.navigator.task(), nullptr);
    opening.navigator.select_run(opening.navigator.task()->first_run);
    const auto view = inspect_run(opening.navigator);
    ASSERT_TRUE(view);
    const domain::Run& run = opening.live.state().runs[opening.navigator.task()->first_run.value];
    ASSERT_EQ(view->attempts.size(), 1u) << "of attempts before the newest the present knows nothing";
    EXPECT_EQ(view->attempts.back().number, run.attempt.value);
    EXPECT_EQ(view->look.status(), run.status);
}

TEST(Loading, AfterwardsEverythingIsAsIfReadFromTheBeginning) {
    const std::vector<domain::Event> events = testing::busy_log().events();
    Opening opening(events);
    EventListModel list(opening.navigator);
    ASSERT_TRUE(opening.open_at(events.size() / 2));
    QObject::connect(&opening.navigator, &Navigator::picture_changed, &list, &EventListModel::refresh);
    opening.source->deliver(*opening.source->readers.at(0), events.size());
    opening.source->deliver(*opening.source->readers.at(1), events.size() / 2);
    opening.source->deliver(*opening.source->readers.at(1), events.size());
    ASSERT_TRUE(testing::wait_until([&] { return opening.live.caught_up(); }));
    EXPECT_FALSE(opening.live.is_loading());
    EXPECT_FALSE(opening.source->readers.at(0)->observer.on_events) << "one feed is enough from now on";
    testing::Following whole(events);
    ASSERT_TRUE(whole.take_all());
    EXPECT_EQ(opening.live.history().size(), whole.live.history().size());
    EXPECT_EQ(list.rowCount(), static_cast<int>(events.size()));
    expect_same_looks(opening.navigator, whole.navigator);
    for (const std::uint32_t share : {1u, 3u, 7u, 9u}) {
        const auto at = static_cast<Ordinal>(events.size() * share / 10);
        opening.navigator.seek_ordinal(at);
        whole.navigator.seek_ordinal(at);
        expect_same_looks(opening.navigator, whole.navigator);
    }
}

TEST(Loading, AShortHistoryAndASilentSourceAreReadFromTheBeginning) {
    const std::vector<domain::Event> events = testing::busy_log().events();
    Opening short_one(events);
    auto state = std::make_shared<domain::State>();
    state->position = Position{LiveModel::least_loading_events - 1};
    short_one.source->asked(std::shared_ptr<const domain::State>(state));
    Opening refused(events);
    refused.source->asked(Error{ErrorKind::Refused, "no snapshot"});
    Opening silent(events);
    for (Opening* opening : {&short_one, &refused, &silent}) {
        ASSERT_TRUE(testing::wait_until([&] { return opening->source->readers.size() == 1; }));
        EXPECT_FALSE(opening->live.is_loading());
        opening->source->deliver(*opening->source->readers[0], events.size());
        ASSERT_TRUE(testing::wait_until([&] { return opening->live.caught_up(); }));
        EXPECT_EQ(opening->live.history().size(), events.size());
    }
    silent.source->answer(events.size());
    EXPECT_FALSE(silent.live.is_loading()) << "an answer that comes too late changes nothing";
}

}  // namespace

}  // namespace apollo::viewmodels
