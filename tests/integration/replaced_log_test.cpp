// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The orchestrator behind an address comes back with an older copy of its folder: who looks on is told.
#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QEventLoop>
#include <QTimer>
#include <filesystem>

#include "app/client/remote_session.h"
#include "tests/support/live_cluster.h"

namespace apollo::live {
namespace {

// As a window does it: keeps the newest position, and begins anew when the log is another.
class Onlooker {
public:
    explicit Onlooker(const std::string& data_folder) {
        auto access = client::find_local_orchestrator(data_folder);
        EXPECT_TRUE(access.ok()) << access.error().message;
        m_session = client::make_remote_session(access->address, access->credentials);
        look();
    }
    bool follow_until(const std::function<bool()>& condition, int timeout_ms = 60000) {
        QTimer deadline;
        deadline.setSingleShot(true);
        deadline.start(timeout_ms);
        while (!condition() && deadline.isActive()) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        return condition();
    }

    std::vector<TaskId> tasks;
    Position newest;
    bool caught_up = false;
    std::optional<api::Replacement> replaced;

private:
    void look() {
        tasks.clear();
        newest = Position{0};
        caught_up = false;
        api::EventSource::Observer observer;
        observer.on_events = [this](const std::vector<domain::Event>& events) {
            for (const domain::Event& event : events) {
                if (const auto* submitted = std::get_if<domain::TaskSubmitted>(&event.payload); submitted && submitted->plan) tasks.push_back(submitted->plan->definition.task_id);
                newest = event.header.position;
            }
        };
        observer.on_caught_up = [this](Position) { caught_up = true; };
        observer.on_interrupted = [](const Error&, bool) {};
        observer.on_replaced = [this](const api::Replacement& what) {
            replaced = what;
            caught_up = false;
            QTimer::singleShot(0, &m_later, [this] { look(); });
        };
        m_subscription = m_session.events->subscribe(Position{0}, std::move(observer));
    }

    api::Session m_session;
    QObject m_later;
    std::unique_ptr<api::Subscription> m_subscription;
};

TEST(ReplacedLog, AnOlderFolderBehindTheSameAddressIsNoticedAndReadAnew) {
    LiveCluster cluster;
    cluster.add_workers({"n1"});
    ASSERT_EQ(cluster.submit(task_of("kept", {"n1"}, {shell_step("s", "true")})).code, 0);
    ASSERT_TRUE(cluster.wait_for_state("kept", "SUCCEEDED"));
    ASSERT_EQ(cluster.stop_orchestrator(), std::optional(0));
    const std::string copy = cluster.path("older-copy");
    std::filesystem::copy(cluster.data(), copy, std::filesystem::copy_options::recursive);
    ASSERT_TRUE(cluster.start_orchestrator());
    Onlooker onlooker(cluster.data());
    ASSERT_EQ(cluster.submit(task_of("lost", {"n1"}, {shell_step("s", "true")})).code, 0);
    ASSERT_TRUE(cluster.wait_for_state("lost", "SUCCEEDED"));
    ASSERT_TRUE(onlooker.follow_until([&] { return onlooker.caught_up && onlooker.tasks.size() == 2; }));

    // Restarting alone is nothing to speak of.
    ASSERT_EQ(cluster.stop_orchestrator(), std::optional(0));
    ASSERT_TRUE(cluster.start_orchestrator());
    ASSERT_EQ(cluster.submit(task_of("more", {"n1"}, {shell_step("s", "true")})).code, 0);
    ASSERT_TRUE(onlooker.follow_until([&] { return onlooker.tasks.size() == 3; }));
    EXPECT_FALSE(onlooker.replaced);

    cluster.kill_agent("n1");
    ASSERT_EQ(cluster.stop_orchestrator(), std::optional(0));
    std::filesystem::remove_all(cluster.data());
    std::filesystem::rename(copy, cluster.data());
    ASSERT_TRUE(cluster.start_orchestrator()) << cluster.orchestrator_log();
    ASSERT_TRUE(onlooker.follow_until([&] { return onlooker.replaced.has_value(); }));
    ASSERT_TRUE(onlooker.follow_until([&] { return onlooker.caught_up && !onlooker.tasks.empty(); }));
    EXPECT_EQ(onlooker.tasks, std::vector<TaskId>{TaskId{"kept"}});
    EXPECT_LT(onlooker.newest, onlooker.replaced->known);
}

}  // namespace
}  // namespace apollo::live
