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

TEST(Folders, AFullDiskEndsTheOrchestratorWithOneSentenceAndEverythingAcknowledgedIsThereAfterwards) {
    QTemporaryDir folder;
    const std::string place = folder.path().toStdString() + "/small";
    const Mount mount(place, "size=3m");
    if (!mount.mounted()) GTEST_SKIP() << "NOT TESTED: a tmpfs cannot be mounted here; run as root";
    const std::string data = place + "/center";
    const Words start{"--data", data, "--listen", "127.0.0.1:0", "--heartbeat-interval", "1"};
    const auto cli = [&](Words words) {
        words.insert(words.end(), {"--data", data, "--json"});
        return run_program(program_folder() + "/apollo-cli", words, 20000);
    };
    std::size_t accepted = 0;
    {
        Program orchestrator(program_folder() + "/apollo-orchestrator", start, folder.path().toStdString() + "/log");
        ASSERT_TRUE(wait_until([&] { return fs::exists(data + "/run/endpoint"); }, 15000));
        const std::string token = cli({"node", "token"}).json["token"];
        const Json endpoint = Json::parse(read_text(data + "/run/endpoint"));
        Program agent(program_folder() + "/apollo-agent",
                      {"--data", folder.path().toStdString() + "/agent", "--server", "127.0.0.1:" + endpoint["port"].dump(), "--node-id", "n1", "--token", token},
                      folder.path().toStdString() + "/agent.log");
        ASSERT_TRUE(wait_until([&] { return cli({"node", "list"}).out.find("\"connected\"") != std::string::npos; }, 15000)) << agent.log();
        const std::string filler = "head -c 4000000 /dev/zero > " + place + "/filler";
        run_program("/bin/sh", {"-c", filler});
        bool ended = false;
        for (int k = 0; k < 400 && !ended; ++k) {
            write_text(folder.path().toStdString() + "/t.yaml", task_of("t" + std::to_string(k), {"n1"}, {shell_step("s", "true")}).dump(1));
            const Answer answer = cli({"task", "submit", "--file", folder.path().toStdString() + "/t.yaml"});
            if (answer.code == 0) ++accepted;
            else EXPECT_FALSE(answer.err.empty());
            ended = answer.code != 0 && (answer.code == 3 || !orchestrator.is_running());
            if (answer.code != 0 && !ended) {
                // Refused because the definition could not be stored: that is an answer, too. Nothing more fits.
                EXPECT_NE(answer.err.find("space"), std::string::npos) << answer;
                break;
            }
        }
        if (!orchestrator.is_running()) {
            EXPECT_EQ(orchestrator.wait_for_exit(15000), 1) << orchestrator.log();
            EXPECT_NE(orchestrator.log().find("space"), std::string::npos) << orchestrator.log();
        }
    }
    fs::remove(place + "/filler");
    EXPECT_EQ(cli({"log", "verify"}).code, 0) << cli({"log", "verify"});
    Program again(program_folder() + "/apollo-orchestrator", start, folder.path().toStdString() + "/log2");
    ASSERT_TRUE(wait_until([&] { return cli({"task", "list"}).code == 0; }, 15000)) << again.log();
    EXPECT_GE(cli({"task", "list"}).json["tasks"].size(), accepted) << "what was acknowledged is there";
    EXPECT_EQ(again.stop(), 0);
    EXPECT_EQ(cli({"log", "verify"}).code, 0);
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
