// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What doctor looks at on the disk.
#include "app/cli/folder_checks.h"

#include <gtest/gtest.h>

#include <QTemporaryDir>
#include <filesystem>
#include <fstream>

#include "common/eventlog/log_writer.h"

namespace apollo::cli {
namespace {

namespace fs = std::filesystem;

class FolderChecks : public ::testing::Test {
protected:
    void SetUp() override {
        ASSERT_TRUE(folder.isValid());
        data = folder.path().toStdString();
        fs::create_directories(data + "/pki");
    }

    std::string write_log() {
        eventlog::LogSettings settings;
        settings.folder = data + "/log";
        eventlog::OpenReport report;
        auto writer = eventlog::LogWriter::open(disk, settings, {}, report);
        EXPECT_TRUE(writer.ok());
        const std::string body(200, 'x');
        for (int k = 0; k < 5; ++k) (*writer)->append(as_bytes(body), 0);
        EXPECT_TRUE((*writer)->close().ok());
        return data + "/log/" + disk.list(data + "/log")->front();
    }

    QTemporaryDir folder;
    std::string data;
    SystemDisk disk;
};

TEST_F(FolderChecks, AnIntactLogIsWell) {
    write_log();
    const Check check = check_log(disk, data, false, Position{0});
    EXPECT_TRUE(check.ok) << check.message;
    EXPECT_EQ(check.message, "all 5 events in 1 segments are intact");
}

TEST_F(FolderChecks, ABackupIsWellWhenItHoldsAllButTheLastMinute) {
    EXPECT_TRUE(check_backup(look_at_backup(disk, data), std::nullopt, WallTime{1}).ok) << "none is kept";
    write_log();
    const std::string backup = data + "/backup";
    fs::create_directories(data + "/run");
    fs::create_directories(backup);
    fs::copy(data + "/log", backup + "/log");
    const auto tell = [&](const std::string& trouble) {
        std::ofstream(data + "/run/backup.json") << R"({"folder":")" << backup << R"(","since":"2026-11-30T02:00:00.000Z","trouble":)" << trouble << "}";
    };
    tell("null");
    const BackupFacts facts = look_at_backup(disk, data);
    EXPECT_EQ(facts.last, Position{5});
    EXPECT_EQ(check_backup(facts, std::nullopt, WallTime{1000000}).message, "the backup in " + backup + " holds the log up to event 5");
    domain::EventHeader missing;
    missing.recorded_time = WallTime{1000000};
    EXPECT_TRUE(check_backup(facts, missing, WallTime{1060000}).ok) << "it is a few seconds behind";
    EXPECT_NE(check_backup(facts, missing, WallTime{1060001}).message.find("ends at event 5 and lacks all since"), std::string::npos);
    tell(R"("no space left")");
    EXPECT_NE(check_backup(look_at_backup(disk, data), std::nullopt, WallTime{1}).message.find("has fallen behind since 2026-11-30T02:00:00.000Z: no space left"), std::string::npos);
    tell("null");
    std::fstream file(backup + "/log/" + disk.list(backup + "/log")->front(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(400);
    file.put('y');
    file.close();
    EXPECT_NE(check_backup(look_at_backup(disk, data), std::nullopt, WallTime{1}).message.find("is damaged in 1 places"), std::string::npos);
    fs::remove_all(backup);
    EXPECT_FALSE(check_backup(look_at_backup(disk, data), std::nullopt, WallTime{1}).ok) << "the disk is not there";
}

TEST_F(FolderChecks, AFlippedByteIsFoundWithItsPlace) {
    const std::string segment = write_log();
    std::fstream file(segment, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(400);
    file.put('y');
    file.close();
    const Check check = check_log(disk, data, false, Position{0});
    EXPECT_FALSE(check.ok);
    EXPECT_NE(check.message.find(fs::path(segment).filename().string() + " is damaged at offset"), std::string::npos) << check.message;
}

TEST_F(FolderChecks, ADiskThatIsNearlyFullIsFoundBySizeAndByShare) {
    constexpr std::uint64_t gib = 1ull << 30;
    EXPECT_TRUE(check_space(50 * gib, 2000 * gib).ok) << "a small share of a large disk is plenty";
    EXPECT_TRUE(check_space(3 * gib, 20 * gib).ok);
    EXPECT_FALSE(check_space(3 * gib, 100 * gib).ok);
    EXPECT_FALSE(check_space(gib / 8, gib / 2).ok);
}

TEST_F(FolderChecks, ACertificateThatCannotBeReadIsFound) {
    EXPECT_TRUE(check_certificates(data, WallTime{1700000000000}).ok);
    std::ofstream(data + "/pki/server.crt") << "not a certificate";
    EXPECT_NE(check_certificates(data, WallTime{1700000000000}).message.find("server.crt is no readable certificate"), std::string::npos);
}

TEST_F(FolderChecks, AHistoryBehindTheLogOrAheadOfItIsFound) {
    HistoryFacts facts;
    EXPECT_TRUE(check_history(data, facts, std::nullopt, Position{10}, false).ok) << "it can be made at any time";
    facts.exists = true;
    facts.position = Position{10};
    EXPECT_TRUE(check_history(data, facts, std::nullopt, Position{10}, false).ok);
    EXPECT_NE(check_history(data, facts, std::nullopt, Position{12}, false).message.find("2 events behind"), std::string::npos);
    EXPECT_TRUE(check_history(data, facts, std::nullopt, Position{12}, true).ok) << "a running orchestrator writes it a little later";
    EXPECT_FALSE(check_history(data, facts, std::nullopt, Position{2000}, true).ok);
    EXPECT_NE(check_history(data, facts, std::nullopt, Position{9}, false).message.find("another log"), std::string::npos);
}

}  // namespace
}  // namespace apollo::cli
