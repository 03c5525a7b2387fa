// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A log that is hurt: said exactly, the runs concerned are set aside, everything else goes on.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/integration/segment_file.h"
#include "tests/support/live_cluster.h"

namespace apollo::live {
namespace {

namespace fs = std::filesystem;

class Damage : public ::testing::Test {
protected:
    void SetUp() override {
        cluster.add_workers({"n1", "n2"});
        for (const char* id : {"t1", "t2", "t3"}) {
            std::vector<Json> steps;
            for (int i = 0; i < 6; ++i) steps.push_back(shell_step("s" + std::to_string(i), "true", i ? Words{"s" + std::to_string(i - 1)} : Words{}));
            ASSERT_EQ(cluster.submit(task_of(id, {"n1", "n2"}, steps)).code, 0);
            ASSERT_TRUE(cluster.wait_for_state(id, "SUCCEEDED")) << cluster.status(id).dump(1);
        }
        for (const Json& event : cluster.events("")) events[event["position"].get<std::uint64_t>()] = event;
    }

    struct Hurt {
        std::string segment;
        RecordPlace record;
        Json run;  // {"task_id","step","node"}
    };

    // Flips a byte in the body of the middlemost event of a run in that segment.
    Hurt hurt(const std::string& segment) {
        const auto records = records_of(segment);
        std::vector<RecordPlace> fitting;
        for (std::size_t i = 0; i + 2 < records.size(); ++i) {
            const auto known = events.find(records[i].position);
            if (records[i].position != 0 && known != events.end() && known->second["step"].is_string()) fitting.push_back(records[i]);
        }
        EXPECT_FALSE(fitting.empty()) << segment;
        if (fitting.empty()) return {};
        const RecordPlace record = fitting[fitting.size() / 2];
        flip_byte(segment, record.body_middle());
        const Json& event = events[record.position];
        return {fs::path(segment).filename(), record, Json{{"task_id", event["task_id"]}, {"step", event["step"]}, {"node", event["node"]}}};
    }

    void expect_named(const Hurt& hurt) {
        const Answer verified = cluster.cli({"log", "verify"});
        EXPECT_EQ(verified.code, 1) << verified;
        ASSERT_TRUE(verified.json.is_object());
        EXPECT_EQ(verified.json["ok"], false);
        bool found = false;
        for (const Json& damage : verified.json["damage"]) {
            const std::uint64_t offset = damage["offset"];
            if (damage["segment"] != hurt.segment || offset < hurt.record.offset || offset >= hurt.record.offset + hurt.record.size) continue;
            found = true;
            EXPECT_EQ(damage["positions"], Json::array({hurt.record.position, hurt.record.position}));
            EXPECT_EQ(damage["runs"], Json::array({hurt.run}));
        }
        EXPECT_TRUE(found) << hurt.segment << " at " << hurt.record.offset << "\n" << verified;
    }

    Json flags(const Json& run) { return cluster.run_of(run["task_id"], run["step"], run["node"])["flags"]; }

    // How many runs of all tasks are set aside.
    std::size_t quarantined() {
        std::size_t count = 0;
        for (const char* id : {"t1", "t2", "t3"}) {
            const Json document = cluster.status(id);
            for (const Json& run : document["runs"]) {
                for (const Json& flag : run["flags"]) count += flag == "quarantined";
            }
        }
        return count;
    }

    // From the flip to the repaired end.
    void expect_lived_through(const Hurt& hurt) {
        expect_named(hurt);
        ASSERT_TRUE(cluster.start_orchestrator()) << cluster.orchestrator_log();
        ASSERT_TRUE(cluster.wait_for_node("n1", "connected"));
        ASSERT_TRUE(cluster.wait_for_node("n2", "connected"));
        EXPECT_EQ(flags(hurt.run), Json::array({"quarantined"})) << cluster.status(hurt.run["task_id"]).dump(1);
        EXPECT_EQ(quarantined(), 1u) << "only the run concerned";
        expect_named(hurt);  // the file is kept as it is, also beside a running orchestrator
        ASSERT_EQ(cluster.submit(task_of("other", {"n1", "n2"}, {shell_step("s", "true")})).code, 0);
        EXPECT_TRUE(cluster.wait_for_state("other", "SUCCEEDED"));

        const std::string task = hurt.run["task_id"], step = hurt.run["step"], node = hurt.run["node"];
        const Answer rerun = cluster.cli({"task", "rerun", "--task-id", task, "--step", step, "--node", node, "--reason", "looked at it"});
        ASSERT_EQ(rerun.code, 0) << rerun;
        EXPECT_TRUE(cluster.wait_for_run(task, step, node, "SUCCEEDED")) << cluster.status(task).dump(1);
        EXPECT_TRUE(cluster.wait_for_state(task, "SUCCEEDED")) << cluster.status(task).dump(1);
        EXPECT_EQ(flags(hurt.run), Json::array());
        EXPECT_EQ(cluster.stop_orchestrator(), 0);
        ASSERT_TRUE(cluster.start_orchestrator());
        EXPECT_EQ(quarantined(), 0u) << "what a person has dealt with is not set aside again";
        EXPECT_EQ(cluster.state_of(task), "SUCCEEDED");
    }

    LiveCluster cluster{{"--segment-size", "8192"}};
    std::map<std::uint64_t, Json> events;
};

TEST_F(Damage, AFlippedByteInAClosedSegmentIsNamedAndItsRunSetAsideOnce) {
    ASSERT_EQ(cluster.stop_orchestrator(), 0);
    const auto segments = segments_of(cluster.data());
    ASSERT_GE(segments.size(), 3u);
    expect_lived_through(hurt(segments[segments.size() / 2]));
}

TEST_F(Damage, AFlippedByteInTheOpenSegmentIsNamedAndItsRunSetAsideOnce) {
    ASSERT_EQ(cluster.stop_orchestrator(), 0);
    expect_lived_through(hurt(segments_of(cluster.data()).back()));
}

TEST_F(Damage, AnOrchestratorThatWasKilledFindsDamageInTheOpenSegmentToo) {
    cluster.kill_orchestrator();
    expect_lived_through(hurt(segments_of(cluster.data()).back()));
}

TEST_F(Damage, TwoPlacesAtOnceAreBothNamed) {
    ASSERT_EQ(cluster.stop_orchestrator(), 0);
    const auto segments = segments_of(cluster.data());
    const Hurt closed = hurt(segments[1]);
    const Hurt open = hurt(segments.back());
    expect_named(closed);
    expect_named(open);
    ASSERT_TRUE(cluster.start_orchestrator()) << cluster.orchestrator_log();
    EXPECT_EQ(quarantined(), closed.run == open.run ? 1u : 2u);
}

TEST_F(Damage, B050_ABackupHealsTheLogAndNothingIsSetAside) {
    const std::string backup = cluster.data() + "-backup";
    const auto repair = [&](std::vector<std::string> more) {
        std::vector<std::string> words{"log", "repair"};
        words.insert(words.end(), more.begin(), more.end());
        return cluster.cli(words);
    };
    const Json before = cluster.status("t2");
    ASSERT_EQ(cluster.stop_orchestrator(), 0);
    fs::create_directories(backup);
    fs::copy(cluster.data() + "/log", backup + "/log");
    const auto segments = segments_of(cluster.data());
    hurt(segments[segments.size() / 2]);
    ASSERT_EQ(cluster.cli({"log", "verify"}).code, 1);

    EXPECT_EQ(repair({}).code, 2) << "needs a backup";
    const Answer look = repair({"--from", backup, "--dry-run"});
    EXPECT_EQ(look.code, 0) << look;
    ASSERT_EQ(look.json["places"].size(), 1u);
    EXPECT_EQ(look.json["places"][0]["repaired"], true);
    EXPECT_EQ(cluster.cli({"log", "verify"}).code, 1) << "looking changes nothing";
    const Answer repaired = repair({"--from", backup});
    EXPECT_EQ(repaired.code, 0) << repaired;
    EXPECT_EQ(cluster.cli({"log", "verify"}).code, 0);
    EXPECT_TRUE(fs::exists(cluster.data() + "/damaged"));

    ASSERT_TRUE(cluster.start_orchestrator()) << cluster.orchestrator_log();
    EXPECT_EQ(quarantined(), 0u);
    EXPECT_EQ(cluster.status("t2")["runs"], before["runs"]);
    EXPECT_EQ(repair({"--from", backup}).code, 1) << "not beside a running orchestrator";
    fs::remove_all(backup);
}

// How the end of a log gets lost so that the rest looks whole: its newest file is gone, or cut between two records.
class LostEnd : public Damage, public ::testing::WithParamInterface<bool> {
protected:
    void lose() {
        const auto segments = segments_of(cluster.data());
        if (GetParam()) {
            fs::remove(segments.back());
            return;
        }
        const auto records = records_of(segments.back());
        ASSERT_GE(records.size(), 2u);
        fs::resize_file(segments.back(), records[records.size() / 2].offset);
    }
    Json verified() { return cluster.cli({"log", "verify"}).json; }
};

TEST_P(LostEnd, IsSaidAndComesBackFromTheBackup) {
    const std::string backup = cluster.data() + "-backup";
    const Json before = cluster.status("t3");
    ASSERT_EQ(cluster.stop_orchestrator(), 0);
    const std::uint64_t count = verified()["events"];
    fs::create_directories(backup);
    fs::copy(cluster.data() + "/log", backup + "/log");
    lose();
    ASSERT_EQ(verified()["ok"], false);
    EXPECT_EQ(verified()["damage"][0]["positions"][1], count);
    const Answer doctor = cluster.cli({"doctor"});
    EXPECT_EQ(doctor.code, 1);
    EXPECT_NE(doctor.out.find("log repair"), std::string::npos) << doctor;
    EXPECT_EQ(cluster.cli({"log", "repair", "--from", backup}).code, 0);
    EXPECT_EQ(verified()["ok"], true) << verified().dump(1);
    EXPECT_EQ(verified()["events"], count);
    ASSERT_TRUE(cluster.start_orchestrator()) << cluster.orchestrator_log();
    EXPECT_EQ(cluster.status("t3")["runs"], before["runs"]);
    fs::remove_all(backup);
}

TEST_P(LostEnd, IsToldByAlertAndNoPositionIsGivenOutTwice) {
    ASSERT_EQ(cluster.stop_orchestrator(), 0);
    const std::uint64_t count = verified()["events"];
    lose();
    ASSERT_TRUE(cluster.start_orchestrator()) << cluster.orchestrator_log();
    const Json alerts = cluster.cli({"alert", "list"}).json["alerts"];
    EXPECT_NE(alerts.dump().find("its end is gone"), std::string::npos) << alerts.dump(1);
    ASSERT_EQ(cluster.submit(task_of("after", {"n1", "n2"}, {shell_step("s", "true")})).code, 0);
    EXPECT_TRUE(cluster.wait_for_state("after", "SUCCEEDED")) << cluster.status("after").dump(1);
    for (const Json& event : cluster.events("after")) EXPECT_GT(event["position"].get<std::uint64_t>(), count);
    ASSERT_EQ(cluster.stop_orchestrator(), 0);
    EXPECT_EQ(verified()["damage"][0]["positions"][1], count) << "the log itself says it from then on";
    const Answer doctor = cluster.cli({"doctor"});
    for (const Json& check : doctor.json["checks"]) {
        EXPECT_TRUE(check["check"] != "sql_history" || check["ok"] == true) << check.dump();
    }
}

INSTANTIATE_TEST_SUITE_P(Damage, LostEnd, ::testing::Bool(),
                         [](const auto& one) { return one.param ? "TheNewestFileIsGone" : "TheNewestFileIsCut"; });

TEST_F(Damage, ADamagedSnapshotCostsOnlyTime) {
    ASSERT_EQ(cluster.stop_orchestrator(), 0);
    std::size_t hurt_files = 0;
    const Json before = Json::parse(cluster.cli({"replay", "state", "--task-id", "t2"}).out);
    for (const auto& entry : fs::directory_iterator(cluster.data() + "/snapshots")) {
        flip_byte(entry.path(), fs::file_size(entry.path()) / 2);
        ++hurt_files;
    }
    write_text(cluster.data() + "/snapshots/00000000000000000010.snapshot", "no snapshot");
    ASSERT_TRUE(cluster.start_orchestrator()) << cluster.orchestrator_log();
    EXPECT_EQ(cluster.status("t2")["runs"], before["runs"]) << hurt_files << " snapshots hurt";
    EXPECT_EQ(quarantined(), 0u);
    EXPECT_EQ(cluster.cli({"log", "verify"}).code, 0);
}

class TornTail : public ::testing::Test {
protected:
    // A log whose last record is the end of a task; the programs have ended.
    void SetUp() override {
        LiveCluster cluster;
        cluster.add_workers({"n1"});
        std::vector<Json> steps;
        for (int i = 0; i < 20; ++i) steps.push_back(shell_step("s" + std::to_string(i), "true"));
        ASSERT_EQ(cluster.submit(task_of("t", {"n1"}, steps)).code, 0);
        ASSERT_TRUE(cluster.wait_for_state("t", "SUCCEEDED"));
        cluster.kill_orchestrator();
        fs::copy(cluster.data(), original(), fs::copy_options::recursive);
        fs::remove_all(original() + "/run");
        // What was never durable is in no projection; there it would prove that the record was.
        for (const char* suffix : {"", "-wal", "-shm"}) fs::remove(original() + "/history.sqlite" + suffix);
        segment = fs::path(segments_of(original()).back()).filename();
        for (const RecordPlace& record : records_of(original() + "/log/" + segment)) {
            if (record.position != 0) last = record;
        }
        ASSERT_GT(last.position, 80u);
    }
    std::string original() const { return folder.path().toStdString() + "/original"; }
    std::string copy_with(const std::function<void(std::string& bytes)>& change) {
        const std::string data = folder.path().toStdString() + "/copy";
        fs::remove_all(data);
        fs::copy(original(), data, fs::copy_options::recursive);
        std::string bytes = read_text(data + "/log/" + segment);
        change(bytes);
        write_text(data + "/log/" + segment, bytes);
        return data;
    }
    Answer verify(const std::string& data) { return run_program(program_folder() + "/apollo-cli", {"log", "verify", "--data", data, "--json"}); }
    // Starts, appends something, ends; what is in the log afterwards is dense.
    void expect_usable(const std::string& data, std::uint64_t expected_last_kept) {
        for (int round = 0; round < 2; ++round) {
            Program orchestrator(program_folder() + "/apollo-orchestrator", {"--data", data, "--listen", "127.0.0.1:0"}, folder.path().toStdString() + "/log");
            ASSERT_TRUE(wait_until([&] { return fs::exists(data + "/run/endpoint") || !orchestrator.is_running(); }, 15000));
            ASSERT_EQ(orchestrator.stop(), 0) << orchestrator.log();
        }
        const Answer after = verify(data);
        ASSERT_EQ(after.code, 0) << after;
        // Each start has appended one event (who is the primary), right behind what was kept.
        EXPECT_EQ(after.json["events"], expected_last_kept + 2) << after;
        EXPECT_TRUE(after.err.empty()) << after;
    }

    QTemporaryDir folder;
    std::string segment;
    RecordPlace last;
};

TEST_F(TornTail, B049ACutAtEveryByteOfTheLastRecordIsNoDamage) {
    for (std::uint64_t length = last.offset; length < last.offset + last.size; ++length) {
        SCOPED_TRACE("cut at " + std::to_string(length - last.offset) + " of " + std::to_string(last.size));
        const std::string data = copy_with([&](std::string& bytes) { bytes.resize(length); });
        const Answer verified = verify(data);
        ASSERT_EQ(verified.code, 0) << verified;
        // Of the last bytes, which are only padding, nothing is missed.
        const bool whole = length >= last.offset + 32 + last.body_size;
        const std::uint64_t kept = whole ? last.position : last.position - 1;
        EXPECT_EQ(verified.json["events"], kept);
        EXPECT_EQ(verified.err.empty(), whole || length == last.offset) << "the torn tail is told: " << verified;
        const std::uint64_t in = length - last.offset;
        if (in < 2 || in == 31 || in == 32 || in == 33 || in + 2 > last.size || in % 24 == 0) expect_usable(data, kept);
        if (HasFatalFailure()) return;
    }
}

TEST_F(TornTail, B049ZerosAtTheEndAreSpaceNeverWritten) {
    for (std::uint64_t cut : {last.offset, last.offset + last.size}) {
        const std::string data = copy_with([&](std::string& bytes) {
            bytes.resize(cut);
            bytes.resize((bytes.size() / 4096 + 1) * 4096, '\0');
        });
        ASSERT_EQ(verify(data).code, 0) << verify(data);
        expect_usable(data, cut == last.offset ? last.position - 1 : last.position);
    }
}

}  // namespace
}  // namespace apollo::live
