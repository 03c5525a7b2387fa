// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/history/migrations.h"
#include "app/history/projection_tables.h"
#include "tests/unit/history/history_fixture.h"

namespace apollo::history {
namespace {

using testing::FakeLog;
using testing::random_log;
using testing::Tables;

class ProjectorTest : public testing::HistoryTest {
protected:
    void start_anew() {
        if (m_disk.exists(data() + "/log")) forget_log();
        (void)m_disk.remove(file());
    }

    // Each row of tasks, runs and nodes, against those made of the whole state in a database of its own.
    void expect_rows_of(const domain::State& state) {
        const std::string other = data() + "/expected.sqlite";
        Tables expected, found;
        {
            auto database = connect(other);
            ASSERT_TRUE(migrate(*database).ok());
            ASSERT_TRUE(database->begin().ok());
            for (std::uint32_t k = 0; k < state.tasks.size(); ++k) ASSERT_TRUE(put_task(*database, state, TaskIndex{k}).ok());
            for (std::uint32_t k = 0; k < state.runs.size(); ++k) ASSERT_TRUE(put_run(*database, state, RunIndex{k}).ok());
            for (std::uint32_t k = 0; k < state.nodes.size(); ++k) ASSERT_TRUE(put_node(*database, state, NodeIndex{k}).ok());
            ASSERT_TRUE(database->commit().ok());
            expected = without_events(dump(*database));
        }
        ASSERT_TRUE(m_disk.remove(other).ok());
        EXPECT_EQ(without_events(dump()), expected) << "at event " << state.position.value;
    }

    static Tables without_events(Tables lines) {
        std::erase_if(lines, [](const std::string& line) { return line.rfind("events|", 0) == 0 || line.rfind("position|", 0) == 0; });
        // What only the log's own submission knows: where the plan is stored.
        for (std::string& line : lines) {
            if (line.rfind("tasks|", 0) == 0) line.resize(line.rfind('|'));
        }
        return lines;
    }
};

TEST_F(ProjectorTest, WhatGrewInPiecesOverManyStartsEqualsWhatIsMadeAnew) {
    const FakeLog log = random_log(4);
    std::size_t written = 0;
    for (std::size_t piece = 1; written < log.events().size(); piece = piece * 2 + 1) {
        written += piece;
        const Position durable = write(log, written);
        Projector projector(m_disk, data());
        ASSERT_TRUE(projector.catch_up(durable).ok());
        EXPECT_EQ(projector.position(), durable);
    }
    const Tables grown = dump();
    EXPECT_GT(grown.size(), log.events().size());
    EXPECT_EQ(grown, undisturbed(log));
}

TEST_F(ProjectorTest, AProcessThatEndsAfterAnyTransactionIsContinuedWithoutGapOrRepetition) {
    const FakeLog log = random_log(7);
    const Tables expected = undisturbed(log);
    const Position durable = write(log);
    ASSERT_GT(log.events().size(), 3 * batch_events_max) << "too few for several transactions";
    for (std::uint32_t steps = 1; steps < 8; ++steps) {
        ASSERT_TRUE(m_disk.remove(file()).ok());
        std::optional<Projector> projector(std::in_place, m_disk, data());
        for (std::uint32_t k = 0; k < steps; ++k) ASSERT_TRUE(projector->step(durable).ok());
        projector.emplace(m_disk, data());
        ASSERT_TRUE(projector->catch_up(durable).ok());
        EXPECT_EQ(dump(), expected) << "after " << steps;
    }
}

TEST_F(ProjectorTest, AtEveryPositionTheRowsAreTheReplayedState) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        const FakeLog log = random_log(seed);
        start_anew();
        const Position durable = write(log);
        Projector projector(m_disk, data());
        domain::State replayed;
        std::size_t applied = 0;
        for (bool more = true; more;) {
            auto step = projector.step(durable);
            ASSERT_TRUE(step.ok()) << step.error().message;
            more = *step;
            ASSERT_LE(projector.position().value, log.events().size());
            while (applied < projector.position().value) domain::apply(replayed, log.events()[applied++]);
            expect_rows_of(replayed);
        }
        EXPECT_EQ(applied, log.events().size());
    }
}

TEST_F(ProjectorTest, ATransactionHoldsAtMostAHundredEvents) {
    const FakeLog log = random_log(7);
    const Position durable = write(log);
    Projector projector(m_disk, data());
    ASSERT_TRUE(projector.step(durable).ok());
    EXPECT_EQ(projector.position(), Position{batch_events_max});
}

TEST_F(ProjectorTest, NothingBeyondTheDurablePositionIsProjected) {
    const FakeLog log = random_log(2);
    write(log);
    Projector projector(m_disk, data());
    ASSERT_TRUE(projector.catch_up(Position{17}).ok());
    EXPECT_EQ(projector.figures()->events, 17u);
    EXPECT_EQ(projector.figures()->position, Position{17});
}

TEST_F(ProjectorTest, TasksAndTheRunsOfOneAreAnsweredFromSql) {
    const FakeLog log = random_log(3);
    Projector projector(m_disk, data());
    ASSERT_TRUE(projector.catch_up(write(log)).ok());
    auto database = connect(file());
    const auto tasks = list_tasks(*database);
    ASSERT_TRUE(tasks.ok());
    ASSERT_EQ(tasks->size(), log.state().tasks.size());
    for (std::size_t k = 0; k < tasks->size(); ++k) {
        const domain::Task& task = log.state().tasks[k];
        EXPECT_EQ((*tasks)[k].id, task.id);
        EXPECT_EQ((*tasks)[k].status, to_text(task.status));
        EXPECT_EQ((*tasks)[k].submitted_at, task.submitted_at);
        const auto runs = runs_of_task(*database, task.id);
        ASSERT_TRUE(runs.ok());
        ASSERT_EQ(runs->size(), task.plan->run_count);
        for (std::uint32_t run = 0; run < task.plan->run_count; ++run) {
            const RunIndex index{task.first_run.value + run};
            EXPECT_EQ((*runs)[run].step, log.state().step_of(index).name);
            EXPECT_EQ((*runs)[run].node, log.state().node_of(index));
            EXPECT_EQ((*runs)[run].status, to_text(log.state().runs[index.value].status));
            EXPECT_EQ((*runs)[run].exit_code, log.state().details[index.value].exit_code);
            EXPECT_EQ((*runs)[run].blocked, log.state().runs[index.value].blocked);
        }
    }
    EXPECT_TRUE(runs_of_task(*database, TaskId{"no such task'; --"})->empty());
}

TEST_F(ProjectorTest, TasksComeInPagesNewestFirstAndOnlyWhatIsAskedFor) {
    FakeLog log;
    log.add_node("n");
    for (int k = 0; k < 25; ++k) log.work(log.submit(testing::pipeline_definition("Task-" + std::to_string(k)), {"n"}, false), {.seed = static_cast<std::uint64_t>(k), .failure_rate = 0.1});
    Projector projector(m_disk, data());
    ASSERT_TRUE(projector.catch_up(write(log)).ok());
    auto database = connect(file());
    std::vector<std::uint32_t> seen;
    api::TaskQuestion question;
    question.limit = 10;
    for (bool more = true; more;) {
        const auto page = find_tasks(*database, question);
        ASSERT_TRUE(page.ok()) << page.error().message;
        ASSERT_LE(page->tasks.size(), 10u);
        for (const api::TaskSummary& task : page->tasks) {
            seen.push_back(task.task.value);
            const domain::Task& known = log.state().tasks[task.task.value];
            EXPECT_EQ(task.id, known.id);
            EXPECT_EQ(task.status, known.status);
            EXPECT_EQ(task.runs, 5u);
            EXPECT_EQ(task.submitted_by, known.submitted_by);
        }
        more = page->more;
        question.before = page->tasks.back().task;
    }
    ASSERT_EQ(seen.size(), 25u);
    EXPECT_TRUE(std::is_sorted(seen.rbegin(), seen.rend()));

    const auto count = [&](const api::TaskQuestion& asked) { return find_tasks(*database, asked)->tasks.size(); };
    api::TaskQuestion by_text;
    by_text.text = "task-2";  // Task-2, Task-20 … Task-24
    EXPECT_EQ(count(by_text), 6u);
    by_text.text = "%";
    EXPECT_EQ(count(by_text), 0u) << "no pattern but a part of the text";
    api::TaskQuestion by_state;
    by_state.states = {domain::TaskStatus::Succeeded};
    std::size_t succeeded = 0;
    for (const domain::Task& task : log.state().tasks) succeeded += task.status == domain::TaskStatus::Succeeded ? 1 : 0;
    EXPECT_EQ(count(by_state), succeeded);
    api::TaskQuestion by_time;
    by_time.since = log.state().tasks[20].submitted_at;
    EXPECT_EQ(count(by_time), 5u);
    by_time.until = log.state().tasks[21].submitted_at;
    EXPECT_EQ(count(by_time), 2u);
    api::TaskQuestion by_person;
    by_person.submitted_by = "nobody";
    EXPECT_EQ(count(by_person), 0u);
}

}  // namespace
}  // namespace apollo::history
