// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/spool/spool.h"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QTemporaryDir>
#include <filesystem>
#include <fstream>

namespace apollo::agent {
namespace {

bool wait_until(const std::function<bool()>& condition) {
    const QDeadlineTimer deadline(20000);
    while (!condition()) {
        if (deadline.hasExpired()) return false;
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::AllEvents, 20);
    }
    return true;
}

// The machine's disk, except that writing to the log can be made to fail as on a full one.
class FillableDisk final : public Disk {
public:
    bool full = false;

    Result<std::unique_ptr<File>> open(const std::string& path, OpenMode mode) override {
        auto file = m_disk.open(path, mode);
        if (!file) return file;
        return std::unique_ptr<File>(std::make_unique<FillableFile>(*this, std::move(*file)));
    }
    bool exists(const std::string& path) const override { return m_disk.exists(path); }
    Result<std::vector<std::string>> list(const std::string& folder) const override { return m_disk.list(folder); }
    Status make_folder(const std::string& folder) override { return m_disk.make_folder(folder); }
    Status rename(const std::string& from, const std::string& to) override { return m_disk.rename(from, to); }
    Status remove(const std::string& path) override { return m_disk.remove(path); }
    Status sync_folder(const std::string& folder) override { return m_disk.sync_folder(folder); }

private:
    class FillableFile final : public File {
    public:
        FillableFile(FillableDisk& disk, std::unique_ptr<File> file) : m_owner(disk), m_file(std::move(file)) {}
        Status write_at(std::uint64_t offset, ByteView bytes) override {
            if (m_owner.full) return Error{ErrorKind::Io, "cannot write: No space left on device"};
            return m_file->write_at(offset, bytes);
        }
        Result<std::string> read_at(std::uint64_t offset, std::size_t size) const override {
            return m_file->read_at(offset, size);
        }
        Status sync() override { return m_file->sync(); }
        Status truncate(std::uint64_t size) override { return m_file->truncate(size); }
        Result<std::uint64_t> size() const override { return m_file->size(); }

    private:
        FillableDisk& m_owner;
        std::unique_ptr<File> m_file;
    };
    SystemDisk m_disk;
};

class SpoolTest : public ::testing::Test {
protected:
    std::string folder() const { return m_root.path().toStdString(); }
    // Closes what is open and opens it again.
    bool open() {
        m_spool.reset();
        m_replayed.clear();
        m_report = {};
        auto opened = Spool::open(m_disk, {folder(), folder() + "/wal"},
                                  [this](const AgentRecord& record) { m_replayed.push_back(record); }, m_report);
        EXPECT_TRUE(opened.ok()) << (opened.ok() ? "" : opened.error().message);
        if (!opened.ok()) return false;
        m_spool = std::move(*opened);
        return true;
    }
    static NodeEventRecord event(std::uint64_t sequence) {
        return {Sequence(sequence), domain::EventType::Accepted, {TaskId("t"), StepName("s"), NodeId("n"), Attempt(1)},
                TaskIndex(1),       RunIndex(2),                 WallTime{5},
                std::monostate{}};
    }

    QTemporaryDir m_root;
    FillableDisk m_disk;
    std::unique_ptr<Spool> m_spool;
    std::vector<AgentRecord> m_replayed;
    SpoolReport m_report;
};

TEST_F(SpoolTest, WhatWasDurableIsReplayedInOrder) {
    ASSERT_TRUE(open());
    m_spool->append(IncarnationRecord{Incarnation(9)});
    for (std::uint64_t sequence = 1; sequence <= 100; ++sequence) m_spool->append(event(sequence));
    ASSERT_TRUE(wait_until([&] { return m_spool->durable() == Position(101); }));
    ASSERT_TRUE(m_spool->stop().ok());
    ASSERT_TRUE(open());
    ASSERT_EQ(m_replayed.size(), 101u);
    EXPECT_EQ(std::get<IncarnationRecord>(m_replayed[0]).incarnation, Incarnation(9));
    EXPECT_EQ(std::get<NodeEventRecord>(m_replayed[100]).sequence, Sequence(100));
    EXPECT_FALSE(m_report.damaged);
    EXPECT_EQ(m_spool->last(), Position(101));
}

TEST_F(SpoolTest, DurabilityIsToldOnTheOwnersThreadAfterTheCall) {
    ASSERT_TRUE(open());
    bool told = false;
    m_spool->on_durable = [&] { told = true; };
    m_spool->append(event(1));
    EXPECT_FALSE(told);
    EXPECT_TRUE(wait_until([&] { return told; }));
    EXPECT_EQ(m_spool->durable(), Position(1));
}

TEST_F(SpoolTest, B042AFullDiskIsToldAndWhatWasDurableStays) {
    ASSERT_TRUE(open());
    m_spool->append(event(1));
    ASSERT_TRUE(wait_until([&] { return m_spool->durable() == Position(1); }));
    std::string reason;
    m_spool->on_failed = [&](const std::string& why) { reason = why; };
    m_disk.full = true;
    m_spool->append(event(2));
    ASSERT_TRUE(wait_until([&] { return !reason.empty(); }));
    EXPECT_NE(reason.find("No space left"), std::string::npos);
    EXPECT_EQ(m_spool->durable(), Position(1));
    m_disk.full = false;
    ASSERT_TRUE(open());
    ASSERT_EQ(m_replayed.size(), 1u);
    m_spool->append(event(2));
    EXPECT_TRUE(wait_until([&] { return m_spool->durable() == Position(2); }));
}

TEST_F(SpoolTest, DamageIsReportedAndTheRestIsReplayed) {
    ASSERT_TRUE(open());
    for (std::uint64_t sequence = 1; sequence <= 50; ++sequence) m_spool->append(event(sequence));
    ASSERT_TRUE(m_spool->stop().ok());
    m_spool.reset();
    std::string segment;
    for (const auto& file : std::filesystem::directory_iterator(folder() + "/wal")) segment = file.path().string();
    std::fstream file(segment, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(std::filesystem::file_size(segment) / 2));
    file.write("\xff\xff\xff\xff", 4);
    file.close();
    ASSERT_TRUE(open());
    EXPECT_TRUE(m_report.damaged);
    EXPECT_FALSE(m_report.warnings.empty());
    EXPECT_LT(m_replayed.size(), 50u);
    EXPECT_GT(m_replayed.size(), 40u);
}

TEST_F(SpoolTest, TheAckMarkBelongsToOneIncarnation) {
    ASSERT_TRUE(open());
    EXPECT_EQ(m_spool->acked(Incarnation(9)), Sequence(0));
    ASSERT_TRUE(m_spool->save_acked(Incarnation(9), Sequence(41)).ok());
    EXPECT_EQ(m_spool->acked(Incarnation(9)), Sequence(41));
    EXPECT_EQ(m_spool->acked(Incarnation(10)), Sequence(0));
    std::ofstream(folder() + "/acked") << "garbage";
    EXPECT_EQ(m_spool->acked(Incarnation(9)), Sequence(0));
}

TEST_F(SpoolTest, TheIncarnationFileIsWrittenOnce) {
    ASSERT_TRUE(open());
    ASSERT_TRUE(m_spool->save_incarnation(Incarnation(77)).ok());
    std::ifstream file(folder() + "/incarnation");
    std::uint32_t value = 0;
    file >> value;
    EXPECT_EQ(value, 77u);
}

}  // namespace
}  // namespace apollo::agent
