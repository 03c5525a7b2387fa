// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Old parts of the agent's log are compressed, and nothing of it is lost.
#include "agent/spool/archive.h"

#include <gtest/gtest.h>

#include <QDeadlineTimer>
#include <QTemporaryDir>
#include <mutex>
#include <thread>

#include "agent/spool/archive_keeper.h"
#include "agent/spool/spool.h"

namespace apollo::agent {
namespace {

constexpr std::int64_t day_ms = 24LL * 3600 * 1000;

class ArchiveTest : public ::testing::Test {
protected:
    std::string wal() const { return m_root.path().toStdString() + "/wal"; }
    // One event a day from `first` to `last`, in small segments.
    void write(std::uint32_t incarnation, std::uint64_t first, std::uint64_t last) {
        auto spool = open();
        spool->append(IncarnationRecord{Incarnation(incarnation)});
        for (std::uint64_t k = first; k <= last; ++k) {
            domain::RunEnded ended;
            ended.message = std::string(900, static_cast<char>('a' + k % 26));
            spool->append(NodeEventRecord{Sequence(k), domain::EventType::Succeeded, {TaskId("t" + std::to_string(k)), StepName("s"), NodeId("n"), Attempt(1)},
                                          TaskIndex(1), RunIndex(2), day(k), ended});
        }
        EXPECT_TRUE(spool->stop().ok());
    }
    std::unique_ptr<Spool> open() {
        m_events = 0;
        SpoolReport report;
        auto opened = Spool::open(m_disk, {m_root.path().toStdString(), wal(), 4096}, [this](const AgentRecord& record) {
            m_events += std::holds_alternative<NodeEventRecord>(record) ? 1 : 0;
        }, report);
        EXPECT_TRUE(opened.ok());
        EXPECT_FALSE(report.damaged);
        return std::move(*opened);
    }
    static WallTime day(std::uint64_t k) { return WallTime{1700000000000 + static_cast<std::int64_t>(k) * day_ms}; }
    ArchiveReport archive(std::uint64_t acked, std::uint64_t older_than_day) {
        const auto report = archive_old_segments(m_disk, wal(), Sequence(acked), day(older_than_day));
        EXPECT_TRUE(report.ok());
        return report ? *report : ArchiveReport{};
    }
    std::size_t files(const std::string& ending) {
        std::size_t count = 0;
        const auto names = m_disk.list(wal());
        for (const std::string& name : names.value()) count += name.ends_with(ending) ? 1 : 0;
        return count;
    }

    QTemporaryDir m_root;
    SystemDisk m_disk;
    std::size_t m_events = 0;
};

TEST_F(ArchiveTest, WhatIsOldAndAcknowledgedIsCompressedAndStillThere) {
    write(9, 1, 40);
    const std::size_t before = files(".log");
    ASSERT_GT(before, 6u);
    const ArchiveReport report = archive(40, 1000);
    EXPECT_EQ(report.segments, before - 1) << "all but the one that is written";
    EXPECT_LT(report.bytes_after * 3, report.bytes_before);
    EXPECT_EQ(files(".zst"), before - 1);
    EXPECT_EQ(archive(40, 1000).segments, 0u) << "nothing is left to do";
    auto spool = open();
    EXPECT_EQ(m_events, 40u);
    EXPECT_EQ(spool->read_events(Incarnation(9), Sequence(3), Sequence(5)).size(), 3u) << "for a center that was restored from a copy";
    const RunKey key{TaskId("t2"), StepName("s"), NodeId("n"), Attempt(1)};
    EXPECT_EQ(spool->find_ends({key}).count(key), 1u);
}

TEST_F(ArchiveTest, WhatIsYoungOrNotAcknowledgedStaysAsItIs) {
    write(9, 1, 40);
    EXPECT_EQ(archive(0, 1000).segments, 0u);
    EXPECT_EQ(archive(40, 1).segments, 0u);
    const std::uint32_t to_twenty = archive(20, 1000).segments;
    EXPECT_GT(to_twenty, 2u);
    EXPECT_LT(to_twenty, files(".log") + files(".zst") - 3);
    EXPECT_EQ(archive(40, 21).segments, 0u) << "as far as that it is done already";
    EXPECT_GT(archive(40, 31).segments, 0u);
    open();
    EXPECT_EQ(m_events, 40u);
}

TEST_F(ArchiveTest, AnEarlierLifeOfTheLogNeedsNoAcknowledgementAnyMore) {
    write(9, 1, 40);
    EXPECT_EQ(archive(2, 1000).segments, 0u);
    const std::size_t earlier = files(".log");
    write(10, 1, 2);
    EXPECT_GE(archive(2, 1000).segments, earlier - 1) << "its events came again in this one, as far as the center did not have them";
}

TEST_F(ArchiveTest, TheKeeperDoesItBesideARunningSpoolAndSaysWhatGoesWrong) {
    write(9, 1, 40);
    auto spool = open();
    const SystemClock clock;
    const QDeadlineTimer deadline(20000);
    {
        ArchiveKeeper keeper(m_disk, clock, wal(), day_ms, Sequence(0), {0, 1}, [](const std::string&) {});
        keeper.note_acked(Sequence(40));
        while (files(".log") > 1 && !deadline.hasExpired()) std::this_thread::yield();
    }
    EXPECT_EQ(files(".log"), 1u);
    spool->append(IncarnationRecord{Incarnation(10)});
    EXPECT_TRUE(spool->stop().ok());
    std::mutex mutex;
    std::vector<std::string> lines;
    const auto said = [&] {
        const std::lock_guard lock(mutex);
        return lines.size();
    };
    ArchiveKeeper elsewhere(m_disk, clock, wal() + "/nowhere", day_ms, Sequence(0), {0, 1}, [&](const std::string& line) {
        const std::lock_guard lock(mutex);
        lines.push_back(line);
    });
    while (said() == 0 && !deadline.hasExpired()) std::this_thread::yield();
    EXPECT_EQ(said(), 1u) << "once, not at each look";
}

TEST_F(ArchiveTest, OneAtATimeWhenAsked) {
    write(9, 1, 40);
    for (std::size_t k = 1; k <= 3; ++k) {
        const auto report = archive_old_segments(m_disk, wal(), Sequence(40), day(1000), 1);
        ASSERT_TRUE(report.ok());
        EXPECT_EQ(report->segments, 1u);
        EXPECT_EQ(files(".zst"), k);
    }
}

}  // namespace
}  // namespace apollo::agent
