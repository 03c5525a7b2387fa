// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A history that does not fit into the memory it may have is the same history.
#include "app/viewmodels/page_store.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/viewmodels/payload_bytes.h"
#include "app/viewmodels/status_timeline.h"
#include "common/base/random.h"
#include "common/domain/reducer.h"
#include "tests/support/fake_log.h"

namespace apollo::viewmodels {
namespace {

TEST(PageStore, KeepsInMemoryWhatItMayAndGivesBackAllOfIt) {
    constexpr std::size_t limit = 64 * 1024;
    const auto store = std::make_shared<PageStore>(limit);
    PagedVector<std::uint64_t, 512> values(store);
    for (std::uint64_t k = 0; k < 200'000; ++k) values.push_back(k * k);
    EXPECT_LE(store->resident_bytes(), limit);
    EXPECT_GT(store->file_bytes(), 1'000'000u);
    ASSERT_EQ(values.size(), 200'000u);
    SeededRandom random(3);
    for (int k = 0; k < 5000; ++k) {
        const std::uint64_t at = random.below(values.size());
        ASSERT_EQ(values[at], at * at);
    }
    EXPECT_LE(store->resident_bytes(), limit);
    const std::uint64_t wanted = 123'456;
    EXPECT_EQ(std::lower_bound(values.begin(), values.end(), wanted * wanted) - values.begin(), static_cast<std::ptrdiff_t>(wanted));
    std::uint64_t sum = 0;
    for (const std::uint64_t value : values) sum += value % 2;
    EXPECT_EQ(sum, 100'000u);
}

TEST(PageStore, AShortHistoryNeverTouchesTheDisk) {
    const auto store = std::make_shared<PageStore>();
    PagedVector<std::uint32_t, 2048> values(store);
    for (std::uint32_t k = 0; k < 1'000'000; ++k) values.push_back(k);
    EXPECT_EQ(store->file_bytes(), 0u);
}

TEST(PagedTexts, EachIsFoundAgain) {
    const auto store = std::make_shared<PageStore>(256 * 1024);
    PagedTexts texts(store);
    std::vector<std::uint64_t> numbers;
    for (std::size_t k = 0; k < 3000; ++k) numbers.push_back(texts.add(std::string(k % 700, static_cast<char>('a' + k % 26))));
    numbers.push_back(texts.add(std::string(300'000, 'x')));  // longer than a page
    numbers.push_back(texts.add(""));
    for (std::size_t k = 0; k < 3000; ++k) ASSERT_EQ(texts.at(numbers[k]), std::string(k % 700, static_cast<char>('a' + k % 26)));
    EXPECT_EQ(texts.at(numbers[3000]).size(), 300'000u);
    EXPECT_EQ(texts.at(numbers[3001]), "");
}

TEST(PayloadBytes, NothingIsLost) {
    domain::RunEnded ended;
    ended.exit_code = -3;
    ended.signal_number = 9;
    ended.failure_class = domain::FailureClass::Dependency;
    ended.message = "went wrong";
    ended.output_json = "{\"a\":1}";
    ended.output_text = std::string("\0x", 2);
    ended.artifact = domain::ArtifactRef{ArtifactId{"abc"}, 77, "text/plain"};
    ended.to = domain::RunStatus::Succeeded;
    const auto bytes = payload_to_bytes(ended);
    ASSERT_TRUE(bytes);
    const auto again = std::get<domain::RunEnded>(payload_from_bytes(*bytes));
    EXPECT_EQ(again.exit_code, ended.exit_code);
    EXPECT_EQ(again.signal_number, ended.signal_number);
    EXPECT_EQ(again.failure_class, ended.failure_class);
    EXPECT_EQ(again.message, ended.message);
    EXPECT_EQ(again.output_json, ended.output_json);
    EXPECT_EQ(again.output_text, ended.output_text);
    EXPECT_EQ(again.artifact, ended.artifact);
    EXPECT_EQ(again.to, ended.to);
    const domain::Note note{"said", "{}", Position{4}, Position{9}, "intent:x"};
    const auto note_again = std::get<domain::Note>(payload_from_bytes(*payload_to_bytes(note)));
    EXPECT_EQ(note_again.message, note.message);
    EXPECT_EQ(note_again.first, note.first);
    EXPECT_EQ(note_again.last, note.last);
    EXPECT_EQ(note_again.key, note.key);
    const auto retry = std::get<domain::RetryScheduled>(payload_from_bytes(*payload_to_bytes(domain::RetryScheduled{5000, 2})));
    EXPECT_EQ(retry.delay_ms, 5000);
    EXPECT_EQ(retry.retry, 2u);
    EXPECT_FALSE(payload_to_bytes(domain::NodeFacts{}));
}

// Two histories of the same events, one with next to no memory.
TEST(PagedHistory, IsTheSameWithNextToNoMemory) {
    testing::FakeLog log;
    for (const char* node : {"a", "b"}) log.add_node(node);
    const TaskIndex task = log.submit(testing::layered_definition("t", 30, 80, 5), {"a", "b"}, false);
    log.work(task, {.seed = 4, .failure_rate = 0.2, .capacity = 50});
    const auto small = std::make_shared<PageStore>(200 * 1024), large = std::make_shared<PageStore>();
    EventHistory narrow(small), wide(large);
    StatusTimeline narrow_timeline(small), wide_timeline(large);
    domain::State state;
    domain::Changes changes;
    for (const domain::Event& event : log.events()) {
        const Ordinal ordinal = wide.size();
        ASSERT_TRUE(narrow.append(event) && wide.append(event));
        changes.clear();
        domain::apply(state, event, &changes);
        narrow_timeline.record(ordinal, state, changes);
        wide_timeline.record(ordinal, state, changes);
    }
    ASSERT_GT(narrow_timeline.delta_count(), 8192u) << "more than one page";
    EXPECT_GT(small->file_bytes(), 0u);
    EXPECT_EQ(large->file_bytes(), 0u);
    StatusCursor a(narrow_timeline), b(wide_timeline);
    SeededRandom random(8);
    for (int k = 0; k < 200; ++k) {
        const auto events = static_cast<Ordinal>(random.below(wide.size() + 1));
        a.seek(events);
        b.seek(events);
        ASSERT_EQ(a.task(task.value), b.task(task.value)) << events;
        for (std::uint32_t run = 0; run < wide_timeline.run_count(); ++run) ASSERT_EQ(a.look(run), b.look(run)) << events << " run " << run;
    }
    for (Ordinal ordinal = 0; ordinal < wide.size(); ++ordinal) {
        ASSERT_EQ(narrow.header(ordinal), log.events()[ordinal].header);
        ASSERT_EQ(narrow.payload(ordinal).index(), log.events()[ordinal].payload.index());
        ASSERT_EQ(narrow.count_until(narrow.header(ordinal).position), ordinal + 1);
    }
    for (std::uint32_t run = 0; run < state.runs.size(); run += 97) {
        std::vector<Ordinal> wanted;
        for (Ordinal ordinal = 0; ordinal < wide.size(); ++ordinal)
            if (domain::is_of_run(log.events()[ordinal].header) && log.events()[ordinal].header.run.value == run) wanted.push_back(ordinal);
        ASSERT_EQ(narrow.of_run(RunIndex{run}), wanted);
    }
}

}  // namespace
}  // namespace apollo::viewmodels
