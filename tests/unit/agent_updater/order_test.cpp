// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What the attempt does around an upgrade that others carry out: hands it over, waits, is tried again after it was lost.
#include <gtest/gtest.h>

#include "agent/updater/call_off.h"
#include "agent/updater/journal.h"
#include "agent/updater/order.h"
#include "agent/updater/worker.h"
#include "common/base/bytes.h"
#include "common/base/folder_lock.h"
#include "common/base/sha256.h"
#include "tests/support/temp_folder.h"

namespace apollo::updater {
namespace {

class Orders : public ::testing::Test {
protected:
    void SetUp() override {
        ASSERT_TRUE(disk.make_folder(order.folder).ok());
        ASSERT_TRUE(disk.make_folder(folder.path).ok());
        put(order.own_program, "program");
        put(order.upgrade_program, "knows packages");
        put(order.package, content);
    }
    void put(const std::string& file, const std::string& text) { ASSERT_TRUE(disk.write_file_atomically(file, as_bytes(text)).ok()) << file; }
    std::string text_of(const std::string& file) { return disk.read_file(file).ok() ? *disk.read_file(file) : "(none)"; }
    // In the place of the updater that the agent starts.
    void end_upgrade(const Outcome& outcome) {
        const auto journal = journal_from_text(text_of(folder.journal()));
        ASSERT_TRUE(journal.ok());
        ASSERT_TRUE(write_outcome(disk, journal->order, outcome).ok());
        ASSERT_TRUE(disk.remove(folder.journal()).ok());
    }

    SystemDisk disk;
    test_support::TempFolder place;
    const std::string content = "a package";
    Order order{place.path() + "/data", place.path() + "/came", place.path() + "/knows", "", place.path() + "/updater", R"({"sha256": ")" + sha256_hex(as_bytes(content)) + R"(", "settle_s": 3})",
                place.path() + "/data/runs/t/s/checkpoint"};
    UpgradeFolder folder{order.data_folder};
};

TEST_F(Orders, AreHandedOverWithAllTheyNeedAndAnsweredWithTheOutcome) {
    int looks = 0;
    const auto outcome = carry_out_order(disk, order, [&] {
        if (++looks > 1) return;
        const auto journal = journal_from_text(text_of(folder.journal()));
        ASSERT_TRUE(journal.ok()) << journal.error().message;
        EXPECT_EQ(journal->phase, Phase::Keeping);
        EXPECT_EQ(journal->settle_ms, 3000);
        EXPECT_EQ(journal->health_timeout_ms, 60000);
        EXPECT_EQ(text_of(journal->package), content);
        EXPECT_EQ(text_of(folder.file("apollo-updater")), "program") << "an installation must not replace it";
        EXPECT_EQ(text_of(journal->upgrade_program), "knows packages");
        end_upgrade({true, "1", "2", ""});
    });
    ASSERT_TRUE(outcome.ok()) << outcome.error().message;
    EXPECT_TRUE(outcome->is_upgraded);
    EXPECT_EQ(outcome->to, "2");
    EXPECT_FALSE(disk.exists(order.package));
}

TEST_F(Orders, OfAnAttemptThatWasLostGoOnWithTheUpgradeThatIsUnderWay) {
    Journal journal;
    journal.order = order.folder;
    journal.phase = Phase::Watching;
    put(folder.journal(), to_text(journal));
    const auto outcome = carry_out_order(disk, order, [&] {
        EXPECT_EQ(text_of(folder.journal()), to_text(journal)) << "nothing is begun anew";
        end_upgrade({false, "1", "", "it is back"});
    });
    ASSERT_TRUE(outcome.ok()) << outcome.error().message;
    EXPECT_EQ(outcome->message, "it is back");
}

TEST_F(Orders, OfAnAttemptThatWasLostTellWhatBecameOfIt) {
    ASSERT_TRUE(write_outcome(disk, order.folder, {true, "1", "2", ""}).ok());
    const auto outcome = carry_out_order(disk, order, [] { FAIL() << "there is nothing to wait for"; });
    ASSERT_TRUE(outcome.ok()) << outcome.error().message;
    EXPECT_TRUE(outcome->is_upgraded);
    EXPECT_FALSE(disk.exists(folder.journal()));
    EXPECT_FALSE(disk.exists(order.package)) << "nobody needs it any more";
}

TEST_F(Orders, WaitUntilAnUpgradeOfSomebodyElseHasEnded) {
    Journal other;
    other.order = place.path() + "/another";
    ASSERT_TRUE(disk.make_folder(other.order).ok());
    put(folder.journal(), to_text(other));
    int looks = 0;
    const auto outcome = carry_out_order(disk, order, [&] {
        if (++looks <= 3) {
            EXPECT_EQ(text_of(folder.journal()), to_text(other));
        }
        if (looks == 3) end_upgrade({true, "1", "2", ""});
        if (looks > 3) end_upgrade({true, "2", "3", ""});
    });
    ASSERT_TRUE(outcome.ok()) << outcome.error().message;
    EXPECT_EQ(outcome->to, "3");
}

TEST_F(Orders, OfSomethingElseThanWasOrderedBeginNothing) {
    put(order.package, "another package");
    EXPECT_EQ(carry_out_order(disk, order, [] {}).error().kind, ErrorKind::BadInput);
    put(order.package, content);
    order.release_key = place.path() + "/key";
    put(order.release_key, "no key");
    const auto outcome = carry_out_order(disk, order, [] {});
    EXPECT_EQ(outcome.error().kind, ErrorKind::NotAllowed);
    EXPECT_NE(outcome.error().message.find("is not signed"), std::string::npos);
    EXPECT_FALSE(disk.exists(folder.journal()));
}

TEST_F(Orders, WhoseJournalWasLostSaySo) {
    const auto outcome = carry_out_order(disk, order, [&] { (void)disk.remove(folder.journal()); });
    EXPECT_EQ(outcome.error().kind, ErrorKind::Io);
    EXPECT_NE(outcome.error().message.find("left no outcome"), std::string::npos);
}

TEST_F(Orders, AndTheirAgentAreRemovedFromAnAgentsFolderOnly) {
    const std::string folder_of_somebody = place.path() + "/documents";
    ASSERT_TRUE(disk.make_folder(folder_of_somebody).ok());
    EXPECT_EQ(remove_data(disk, folder_of_somebody).error().kind, ErrorKind::Refused);
    EXPECT_TRUE(disk.exists(folder_of_somebody));
    put(order.data_folder + "/agent.json", "{}");
    EXPECT_TRUE(remove_data(disk, order.data_folder).ok());
    EXPECT_FALSE(disk.exists(order.data_folder));
    EXPECT_TRUE(remove_data(disk, order.data_folder).ok()) << "again";
}

TEST_F(Orders, AreCarriedOutByOneUpdaterOnly) {
    const auto nothing = resume(disk, order.data_folder);
    ASSERT_TRUE(nothing.ok());
    EXPECT_FALSE(*nothing) << "there is no journal";
    put(folder.journal(), "torn");
    {
        const auto lock = FolderLock::take(folder.lock());
        ASSERT_TRUE(lock.ok());
        const auto second = resume(disk, order.data_folder);
        ASSERT_TRUE(second.ok());
        EXPECT_FALSE(*second);
    }
    EXPECT_EQ(resume(disk, order.data_folder).error().kind, ErrorKind::Damaged);
    EXPECT_TRUE(disk.exists(folder.journal() + ".damaged")) << "and is not in the way of the next one";
    EXPECT_FALSE(disk.exists(folder.journal()));
}

}  // namespace
}  // namespace apollo::updater
