// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What a subscriber saw live at a position is what the log gives for that position later, to the byte.
#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QEventLoop>
#include <QTimer>
#include <iostream>
#include <random>

#include "app/cli/documents.h"
#include "app/client/remote_session.h"
#include "common/domain/reducer.h"
#include "tests/support/live_cluster.h"

namespace apollo::live {
namespace {

// Folds the events of a running orchestrator and keeps the status document of one task at every position.
class Subscriber {
public:
    Subscriber(const std::string& data_folder, std::string task) : m_task{std::move(task)} {
        auto access = client::find_local_orchestrator(data_folder);
        EXPECT_TRUE(access.ok()) << access.error().message;
        m_session = client::make_remote_session(access->address, access->credentials);
        api::EventSource::Observer observer;
        observer.on_events = [this](const std::vector<domain::Event>& events) {
            for (const domain::Event& event : events) {
                domain::apply(m_state, event);
                const domain::Task* task_now = m_state.find_task(m_task);
                if (task_now) documents[m_state.position.value] = cli::status_document(m_state, *task_now).dump() + "\n";
            }
        };
        observer.on_caught_up = [](Position) {};
        observer.on_interrupted = [this](const Error& error, bool) { interruption = error.message; };
        m_subscription = m_session.events->subscribe(Position{0}, std::move(observer));
    }

    // Lets events come in until it holds.
    bool follow_until(const std::function<bool()>& condition, int timeout_ms) {
        QTimer deadline;
        deadline.setSingleShot(true);
        deadline.start(timeout_ms);
        while (!condition() && deadline.isActive()) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        return condition();
    }
    bool has_seen(std::uint64_t position) const { return m_state.position.value >= position; }

    std::map<std::uint64_t, std::string> documents;
    std::string interruption;

private:
    TaskId m_task;
    domain::State m_state;
    api::Session m_session;
    std::unique_ptr<api::Subscription> m_subscription;
};

// Everything that changes a status document: retries, failures, outputs, a timeout, a cancel, actions of a person.
Json eventful_task(LiveCluster& cluster) {
    Json flaky = shell_step("flaky", "echo attempt $APOLLO_ATTEMPT; [ $APOLLO_ATTEMPT -ge 2 ]", {"first"});
    flaky["retry_policy"] = {{"max_retries", 3}, {"initial_interval", 0.1}, {"max_interval", 0.2}, {"backoff", "fixed"}};
    Json slow = shell_step("slow", "sleep 30", {"first"});
    slow["timeout"] = 0.5;
    Json summary = shell_step("summary", "printf '{\"n\": 7, \"text\": \"\xC3\xA4\"}' > \"$APOLLO_OUTPUT\"");
    Json wrong = shell_step("wrong", "printf '\\377\\376 bytes'; exit 9");
    Json last = shell_step("last", "until [ -e " + cluster.path("gate") + " ]; do sleep 0.05; done", {"flaky"});
    last["per_node"] = true;
    return task_of("t", {"n1", "n2"}, {shell_step("first", "echo first"), flaky, slow, summary, wrong, last});
}

TEST(Replay, FiftyRandomPositionsGiveWhatASubscriberSawThereLiveAndFromFiles) {
    LiveCluster cluster({"--segment-size", "8192", "--snapshot-interval", "20"});
    cluster.add_workers({"n1", "n2"});
    Subscriber subscriber(cluster.data(), "t");
    ASSERT_EQ(cluster.submit(eventful_task(cluster)).code, 0);
    std::map<std::uint64_t, std::string> captured;  // `task status` at some moments
    const auto capture = [&] {
        const Answer answer = cluster.cli({"task", "status", "--task-id", "t"});
        EXPECT_EQ(answer.code, 0) << answer;
        captured[answer.json["position"].get<std::uint64_t>()] = answer.out;
        return answer.json;
    };
    EXPECT_TRUE(subscriber.follow_until([&] {
        const Json now = capture();
        return now["runs"][2]["state"] == "SUCCEEDED" && now["runs"][4]["state"] == "TIMEOUT";
    }, 30000)) << capture().dump(1);
    ASSERT_EQ(cluster.cli({"task", "override", "--task-id", "t", "--step", "slow", "--node", "n1", "--to", "SUCCEEDED", "--reason", "seen"}).code, 0);
    ASSERT_EQ(cluster.cli({"task", "skip", "--task-id", "t", "--step", "slow", "--node", "n2", "--reason", "seen"}).code, 0);
    ASSERT_EQ(cluster.cli({"task", "rerun", "--task-id", "t", "--step", "wrong", "--node", "n1", "--reason", "again"}).code, 0);
    ASSERT_EQ(cluster.cli({"task", "cancel", "--task-id", "t", "--reason", "enough"}).code, 0);
    ASSERT_TRUE(cluster.wait_for_run("t", "last", "n1", "CANCELLED"));
    ASSERT_TRUE(cluster.wait_for_run("t", "last", "n2", "CANCELLED"));
    const std::uint64_t end = capture()["position"];
    ASSERT_TRUE(subscriber.follow_until([&] { return subscriber.has_seen(end); }, 20000)) << subscriber.interruption;
    ASSERT_GT(subscriber.documents.size(), 40u);

    for (const auto& [position, text] : captured) EXPECT_EQ(subscriber.documents[position], text) << "task status at " << position;
    const auto seed = std::random_device{}();
    std::cout << "seed " << seed << "\n";
    std::mt19937_64 random(seed);
    const std::uint64_t first = subscriber.documents.begin()->first;
    std::vector<std::uint64_t> positions{first, end};
    while (positions.size() < 50) positions.push_back(first + random() % (end - first + 1));
    const auto replay = [&](std::uint64_t at) { return cluster.cli({"replay", "state", "--task-id", "t", "--at", std::to_string(at)}); };
    for (std::uint64_t at : positions) {
        const Answer answer = replay(at);
        ASSERT_EQ(answer.code, 0) << at << "\n" << answer;
        EXPECT_EQ(answer.out, subscriber.documents.at(at)) << "live, at " << at;
    }
    EXPECT_EQ(replay(first - 1).code, 1) << "before the task";
    const Answer diff = cluster.cli({"replay", "diff", "--task-id", "t", "--at", std::to_string(first)});
    ASSERT_EQ(diff.code, 0) << diff;
    EXPECT_EQ(diff.json["left"]["position"], first);
    EXPECT_EQ(diff.json["right"]["state"], "CANCELLED");
    std::int64_t previous = 0;
    for (const Json& one : diff.json["differences"]) {
        EXPECT_EQ(one["left"]["state"], "PENDING") << one;
        EXPECT_NE(one["right"]["state"], "PENDING") << one;
        EXPECT_GE(one["after_ms"], previous) << "what differed first comes first";
        previous = one["after_ms"];
    }
    EXPECT_EQ(diff.json["differences"].size(), capture()["runs"].size()) << "at its submission nothing had happened";
    EXPECT_EQ(cluster.cli({"replay", "diff", "--task-id", "t"}).code, 2) << "the same moment twice";
    const Answer beyond = cluster.cli_plain({"replay", "diff", "--task-id", "t", "--at", std::to_string(first), "--to", "999999"});
    EXPECT_EQ(beyond.code, 2) << "nothing is compared with what never was";
    EXPECT_NE(beyond.err.find("there is no position 999999; the log ends at"), std::string::npos) << beyond;
    EXPECT_EQ(replay(end + 1000).out, replay(end).out) << "beyond the end is the end";

    ASSERT_EQ(cluster.stop_orchestrator(), 0);
    for (std::uint64_t at : positions) EXPECT_EQ(replay(at).out, subscriber.documents.at(at)) << "from files, at " << at;
    for (const auto& [position, text] : captured) EXPECT_EQ(replay(position).out, text) << "from files, as status was at " << position;
}

}  // namespace
}  // namespace apollo::live
