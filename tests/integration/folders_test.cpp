// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Ports in use, folders in use, not writable, or full: one clear sentence, nothing damaged, and it works again afterwards.
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QTcpServer>
#include <filesystem>

#include "tests/support/live_cluster.h"

namespace apollo::live {
namespace {

namespace fs = std::filesystem;

Answer start_in_vain(const std::string& data, const std::string& listen) {
    return run_program(program_folder() + "/apollo-orchestrator", {"--data", data, "--listen", listen}, 15000);
}

void expect_one_sentence(const Answer& answer, const std::string& part) {
    EXPECT_EQ(answer.code, 1) << answer;
    EXPECT_NE(answer.err.find(part), std::string::npos) << part << "\n" << answer;
    EXPECT_EQ(std::count(answer.err.begin(), answer.err.end(), '\n'), 1) << answer;
}

void expect_works(LiveCluster& cluster, const std::string& task, const std::string& node) {
    ASSERT_EQ(cluster.submit(task_of(task, {node}, {shell_step("s", "true")})).code, 0);
    EXPECT_TRUE(cluster.wait_for_state(task, "SUCCEEDED")) << cluster.status(task);
    EXPECT_EQ(cluster.cli({"log", "verify"}).code, 0);
}

TEST(Folders, APortInUseIsSaidAndLeavesNothingBehind) {
    QTcpServer taken;
    ASSERT_TRUE(taken.listen(QHostAddress::LocalHost));
    QTemporaryDir folder;
    const std::string port = std::to_string(taken.serverPort());
    const std::string data = folder.path().toStdString() + "/center";
    expect_one_sentence(start_in_vain(data, "127.0.0.1:" + port), port);
    EXPECT_FALSE(fs::exists(data + "/run/endpoint"));
    taken.close();
    Program orchestrator(program_folder() + "/apollo-orchestrator", {"--data", data, "--listen", "127.0.0.1:" + port}, folder.path().toStdString() + "/log");
    EXPECT_TRUE(wait_until([&] { return fs::exists(data + "/run/endpoint"); }, 15000)) << orchestrator.log();
    EXPECT_EQ(orchestrator.stop(), 0);
    EXPECT_FALSE(fs::exists(data + "/run/endpoint")) << "removed at a clean end";
}

TEST(Folders, ASecondOrchestratorOnTheSameFolderIsRefusedAndTheFirstGoesOn) {
    LiveCluster cluster;
    cluster.add_workers({"n1"});
    expect_one_sentence(start_in_vain(cluster.data(), "127.0.0.1:0"), cluster.data());
    EXPECT_TRUE(cluster.orchestrator().is_running());
    EXPECT_TRUE(fs::exists(cluster.data() + "/run/endpoint")) << "still the first one's";
    expect_works(cluster, "t", "n1");
}

TEST(Folders, AFolderThatIsAFileOrNotWritableIsSaid) {
    QTemporaryDir folder;
    const std::string file = folder.path().toStdString() + "/file";
    write_text(file, "not a folder");
    expect_one_sentence(start_in_vain(file, "127.0.0.1:0"), file);
    expect_one_sentence(start_in_vain(file + "/below", "127.0.0.1:0"), file);
    EXPECT_EQ(read_text(file), "not a folder");
    expect_one_sentence(start_in_vain("/proc/apollo-data", "127.0.0.1:0"), "/proc/apollo-data");
}

// A file system mounted for one test.
class Mount {
public:
    Mount(const std::string& place, const char* options) : m_place(place) {
        fs::create_directories(place);
        m_mounted = ::mount("tmpfs", place.c_str(), "tmpfs", 0, options) == 0;
    }
    ~Mount() {
        if (m_mounted) ::umount2(m_place.c_str(), MNT_DETACH);
    }
    bool mounted() const { return m_mounted; }
    bool remount(bool read_only) const {
        return ::mount("tmpfs", m_place.c_str(), "tmpfs", static_cast<unsigned long>(MS_REMOUNT) | (read_only ? MS_RDONLY : 0), nullptr) == 0;
    }

private:
    std::string m_place;
    bool m_mounted = false;
};

TEST(Folders, AReadOnlyFileSystemIsSaidAndNothingIsHurt) {
    QTemporaryDir folder;
    const std::string place = folder.path().toStdString() + "/small";
    const Mount mount(place, "size=16m");
    if (!mount.mounted()) GTEST_SKIP() << "NOT TESTED: a tmpfs cannot be mounted here; run as root";
    const std::string data = place + "/center";
    const auto works = [&] {
        Program orchestrator(program_folder() + "/apollo-orchestrator", {"--data", data, "--listen", "127.0.0.1:0"}, folder.path().toStdString() + "/log");
        const bool listening = wait_until([&] { return fs::exists(data + "/run/endpoint"); }, 15000);
        EXPECT_EQ(orchestrator.stop(), 0) << orchestrator.log();
        return listening;
    };
    ASSERT_TRUE(works());
    ASSERT_TRUE(mount.remount(true));
    expect_one_sentence(start_in_vain(data, "127.0.0.1:0"), place);
    ASSERT_TRUE(mount.remount(false));
    EXPECT_TRUE(works());
    EXPECT_EQ(run_program(program_folder() + "/apollo-cli", {"log", "verify", "--data", data}).code, 0);
}

// A cluster whose orchestrator keeps its data on a small file system.
class FullDisk : public ::testing::Test {
protected:
    void SetUp() override {
        ASSERT_EQ(cluster.stop_orchestrator(), 0);
        mount = std::make_unique<Mount>(cluster.data(), "size=3m");
        if (!mount->mounted()) GTEST_SKIP() << "NOT TESTED: a tmpfs cannot be mounted here; run as root";
        ASSERT_TRUE(cluster.start_orchestrator()) << cluster.orchestrator_log();
        cluster.add_workers({"n1"}, "1");
    }
    void fill() { run_program("/bin/sh", {"-c", "head -c 4000000 /dev/zero > \"$0\"", cluster.data() + "/filler"}); }
    void make_room() { fs::remove(cluster.data() + "/filler"); }

    LiveCluster cluster;
    std::unique_ptr<Mount> mount;  // goes first
};

TEST_F(FullDisk, ASubmissionIsRefusedWithTheReasonAndAcceptedWhenThereIsRoom) {
    fill();
    const Answer refused = cluster.submit(task_of("t", {"n1"}, {shell_step("s", "true")}));
    EXPECT_EQ(refused.code, 1) << refused;
    EXPECT_NE(refused.err.find("No space left"), std::string::npos) << refused;
    EXPECT_EQ(cluster.cli({"task", "list"}).json["tasks"].size(), 0u);
    EXPECT_TRUE(cluster.orchestrator().is_running());
    make_room();
    expect_works(cluster, "t", "n1");
}

TEST_F(FullDisk, ALogThatCannotGrowEndsTheOrchestratorWithOneSentenceAndNothingIsLostOrDoubled) {
    std::vector<Json> steps;
    for (int i = 0; i < 150; ++i) {
        const std::string name = "s" + std::to_string(i);
        steps.push_back(shell_step(name, "echo " + name + " >> " + cluster.path("effects"), i ? Words{"s" + std::to_string(i - 1)} : Words{}));
    }
    ASSERT_EQ(cluster.submit(task_of("t", {"n1"}, steps)).code, 0);
    fill();
    EXPECT_EQ(cluster.orchestrator().wait_for_exit(30000), 1) << cluster.orchestrator_log();
    EXPECT_NE(cluster.orchestrator_log().find("No space left"), std::string::npos) << cluster.orchestrator_log();
    EXPECT_TRUE(cluster.agent("n1").is_running());
    EXPECT_EQ(cluster.cli({"log", "verify"}).code, 0) << "a cut write is no damage";
    EXPECT_FALSE(cluster.start_orchestrator()) << "there is no room yet";
    EXPECT_EQ(cluster.orchestrator().wait_for_exit(15000), 1) << cluster.orchestrator_log();
    make_room();
    ASSERT_TRUE(cluster.start_orchestrator()) << cluster.orchestrator_log();
    EXPECT_TRUE(cluster.wait_for_state("t", "SUCCEEDED", 60000)) << cluster.status("t").dump(1).substr(0, 3000);
    EXPECT_EQ(count_lines(cluster.path("effects")), 150u);
    expect_works(cluster, "after", "n1");
}

TEST(Folders, AnAgentWhoseFolderCannotBeUsedSaysSoAndExits1) {
    QTemporaryDir folder;
    const std::string file = folder.path().toStdString() + "/file";
    write_text(file, "x");
    const Answer answer = run_program(program_folder() + "/apollo-agent", {"--data", file + "/below", "--server", "127.0.0.1:1", "--node-id", "n", "--token", "x"}, 15000);
    EXPECT_EQ(answer.code, 1) << answer;
    EXPECT_NE(answer.err.find(file), std::string::npos) << answer;
}

}  // namespace
}  // namespace apollo::live
