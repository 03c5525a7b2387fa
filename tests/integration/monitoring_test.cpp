// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The metrics page of a running orchestrator against the events themselves, and alerts on their way out.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QFile>
#include <QHostAddress>
#include <QStandardPaths>
#include <QTcpServer>
#include <QTcpSocket>
#include <iostream>
#include <regex>
#include <sstream>

#include "tests/support/live_cluster.h"
#include "tests/support/metrics_page.h"

namespace apollo::live {
namespace {

using testing::MetricsPage;

// The body of the answer to GET `path`; empty when there is none.
std::string fetch(std::uint16_t port, const std::string& path) {
    QTcpSocket socket;
    socket.connectToHost(QHostAddress(QHostAddress::LocalHost), port);
    if (!socket.waitForConnected(10000)) return {};
    socket.write(QByteArray::fromStdString("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"));
    QByteArray answer;
    while (socket.waitForReadyRead(10000)) answer += socket.readAll();
    const auto head = answer.indexOf("\r\n\r\n");
    return answer.startsWith("HTTP/1.1 200") && head > 0 ? answer.mid(head + 4).toStdString() : std::string();
}

std::string scrape(std::uint16_t port) { return fetch(port, "/metrics"); }

std::uint16_t metrics_port(const LiveCluster& cluster) {
    const std::string log = cluster.orchestrator_log();
    std::uint16_t port = 0;
    static const std::regex line("metrics on http://127\\.0\\.0\\.1:(\\d+)/metrics");
    for (std::sregex_iterator at(log.begin(), log.end(), line), end; at != end; ++at) port = static_cast<std::uint16_t>(std::stoi((*at)[1]));
    return port;
}

std::string in(const QTemporaryDir& folder, const char* name) { return folder.path().toStdString() + "/" + name; }

Json undoable_step(const std::string& name, const std::string& undo) {
    Json step = shell_step(name, "true");
    step["idempotency"] = "compensate";
    step["compensate"] = {{"intent", "run_command"}, {"params", {{"argv", {"sh", "-c", undo}}}}};
    return step;
}

// Succeeds at the second try.
Json retried_task(const std::string& marker) {
    Json task = task_of("retried", {"n1", "n2"}, {shell_step("a", "test -e " + marker + "$APOLLO_NODE || { touch " + marker + "$APOLLO_NODE; exit 1; }")});
    task["retry_policy"] = {{"max_retries", 2}, {"initial_interval", 1}, {"max_interval", 1}};
    return task;
}

void run_a_mixture(LiveCluster& cluster) {
    Json undone = task_of("undone", {"n1"}, {undoable_step("a", "true"), shell_step("b", "exit 7", {"a"})});
    undone["on_failure"] = "compensate";
    Json slow = task_of("slow", {"n1"}, {shell_step("a", "exec sleep 1000")}, 1);
    Json cancelled = task_of("cancelled", {"n2"}, {shell_step("a", "exec sleep 1000")});
    for (const Json& task : {task_of("good", {"n1", "n2"}, {shell_step("a", "true"), shell_step("b", "true", {"a"})}),
                             task_of("bad", {"n1"}, {shell_step("a", "exit 3")}), retried_task(cluster.path("marker")), undone, slow, cancelled}) {
        ASSERT_EQ(cluster.submit(task).code, 0) << task.dump();
    }
    ASSERT_TRUE(cluster.wait_for_run("cancelled", "a", "n2", "RUNNING"));
    ASSERT_EQ(cluster.cli({"task", "cancel", "--task-id", "cancelled"}).code, 0);
    EXPECT_TRUE(cluster.wait_for_state("good", "SUCCEEDED"));
    EXPECT_TRUE(cluster.wait_for_state("bad", "FAILED"));
    EXPECT_TRUE(cluster.wait_for_state("retried", "SUCCEEDED"));
    EXPECT_TRUE(cluster.wait_for_state("undone", "COMPENSATED"));
    EXPECT_TRUE(cluster.wait_for_state("slow", "FAILED"));
    EXPECT_TRUE(cluster.wait_for_state("cancelled", "CANCELLED"));
}

std::map<std::string, int> events_by_type(LiveCluster& cluster) {
    std::map<std::string, int> counts;
    const Answer listed = cluster.cli({"event", "list"});
    EXPECT_EQ(listed.code, 0) << listed;
    for (const Json& event : listed.json["events"]) ++counts[event["type"]];
    return counts;
}

void expect_counters(const MetricsPage& page, std::map<std::string, int>& events) {
    int total = 0, known = 0;
    for (const auto& [name, value] : page.series) {
        if (name.rfind("apollo_events_total{", 0) == 0) total += static_cast<int>(value);
    }
    for (const auto& [type, count] : events) {
        known += count;
        EXPECT_EQ(page.value("apollo_events_total{type=\"" + type + "\"}"), count) << type;
    }
    EXPECT_EQ(total, known);
    const auto ended = [&](const char* result) { return page.value("apollo_attempts_ended_total{result=\"" + std::string(result) + "\"}"); };
    EXPECT_EQ(ended("SUCCEEDED"), events["SUCCEEDED"]);
    EXPECT_EQ(ended("FAILED"), events["FAILED"]);
    EXPECT_EQ(ended("TIMEOUT"), events["TIMED_OUT"]);
    EXPECT_EQ(ended("CANCELLED"), events["CANCELLED"]);
    EXPECT_EQ(page.value("apollo_retries_total"), events["RETRY_SCHEDULED"]);
    EXPECT_EQ(page.value("apollo_compensations_total{phase=\"started\"}"), events["COMPENSATION_STARTED"]);
    EXPECT_EQ(page.value("apollo_compensations_total{phase=\"done\"}"), events["COMPENSATED"]);
    EXPECT_EQ(page.value("apollo_step_duration_seconds_count"), events["SUCCEEDED"] + events["FAILED"] + events["TIMED_OUT"]);
}

// The tool itself where it is installed; our own check of the same rules runs everywhere.
void expect_promtool_agrees(const std::string& text) {
    const QString tool = QStandardPaths::findExecutable(QStringLiteral("promtool"));
    if (tool.isEmpty()) {
        std::cout << "promtool is not installed; the page is checked by the rules of tests/support/metrics_page.cpp alone\n";
        return;
    }
    const Answer answer = run_program(tool.toStdString(), {"check", "metrics"}, 60000, text);
    EXPECT_EQ(answer.code, 0) << answer;
    EXPECT_EQ(answer.err, "") << answer;
}

TEST(Metrics, AgreeWithTheEventsOfARunWithFailures) {
    LiveCluster cluster({"--metrics", "0"});
    cluster.add_workers({"n1", "n2"});
    const std::uint16_t port = metrics_port(cluster);
    ASSERT_NE(port, 0) << cluster.orchestrator_log();
    run_a_mixture(cluster);
    std::map<std::string, int> events = events_by_type(cluster);
    for (const char* type : {"SUCCEEDED", "FAILED", "TIMED_OUT", "CANCELLED", "RETRY_SCHEDULED", "COMPENSATION_STARTED", "COMPENSATED"}) {
        EXPECT_GT(events[type], 0) << type;
    }
    const std::string text = scrape(port);
    const MetricsPage page = testing::read_metrics_page(text);
    EXPECT_THAT(page.faults, ::testing::IsEmpty());
    expect_promtool_agrees(text);
    expect_counters(page, events);
    EXPECT_EQ(page.value("apollo_orchestrator_answering"), 1);
    EXPECT_EQ(page.value("apollo_agents{state=\"connected\"}"), 2);
    EXPECT_EQ(page.value("apollo_queue_depth{queue=\"dispatched\"}"), 0);
    EXPECT_EQ(page.value("apollo_queue_depth{queue=\"retries\"}"), 0);
    EXPECT_EQ(page.value("apollo_breakers_open"), 0);
    EXPECT_GT(page.value("apollo_scheduler_loop_seconds_count"), 0);
    EXPECT_GE(page.value("apollo_recovery_seconds"), 0);
    EXPECT_LT(page.value("apollo_recovery_seconds"), 30);
    EXPECT_EQ(text.find("good"), std::string::npos) << "no ids as labels";
    EXPECT_TRUE(wait_until([&] { return testing::read_metrics_page(scrape(port)).value("apollo_sql_lag_events") == 0; }, 20000));
}

// Debian's own Prometheus against the page, from the first scrape to the question.
TEST(Metrics, AreFoundInPrometheusWithTheValuesOfTheEvents) {
    const QString tool = QStandardPaths::findExecutable(QStringLiteral("prometheus"));
    if (tool.isEmpty()) {
        std::cout << "prometheus is not installed (apt-get install prometheus): its own scrape is NOT TESTED here, only the page itself\n";
        return;
    }
    LiveCluster cluster({"--metrics", "0"});
    cluster.add_workers({"n1", "n2"});
    QTcpServer free_port;
    ASSERT_TRUE(free_port.listen(QHostAddress::LocalHost));
    const std::uint16_t port = free_port.serverPort();
    free_port.close();
    const std::string target = "127.0.0.1:" + std::to_string(metrics_port(cluster));
    write_text(cluster.path("prometheus.yml"), "global: {scrape_interval: 1s}\nscrape_configs: [{job_name: apollo, static_configs: [{targets: ['" + target + "']}]}]\n");
    Program prometheus(tool.toStdString(), {"--config.file=" + cluster.path("prometheus.yml"), "--storage.tsdb.path=" + cluster.path("tsdb"),
                                            "--web.listen-address=127.0.0.1:" + std::to_string(port)}, cluster.path("prometheus.log"));
    run_a_mixture(cluster);
    std::map<std::string, int> events = events_by_type(cluster);
    const auto asked = [&](const std::string& metric) {
        const Json answer = Json::parse(fetch(port, "/api/v1/query?query=sum(" + metric + ")"), nullptr, false);
        if (!answer.is_object() || answer["data"]["result"].empty()) return -1;
        return std::stoi(answer["data"]["result"][0]["value"][1].get<std::string>());
    };
    const std::map<std::string, int> expected{{"apollo_attempts_ended_total%7Bresult=%22SUCCEEDED%22%7D", events["SUCCEEDED"]},
                                              {"apollo_attempts_ended_total%7Bresult=%22FAILED%22%7D", events["FAILED"]},
                                              {"apollo_attempts_ended_total%7Bresult=%22TIMEOUT%22%7D", events["TIMED_OUT"]},
                                              {"apollo_retries_total", events["RETRY_SCHEDULED"]},
                                              {"apollo_step_duration_seconds_count", events["SUCCEEDED"] + events["FAILED"] + events["TIMED_OUT"]},
                                              {"apollo_agents%7Bstate=%22connected%22%7D", 2}};
    for (const auto& [metric, value] : expected) {
        EXPECT_TRUE(wait_until([&] { return asked(metric) == value; }, 30000)) << metric << " is " << asked(metric) << ", expected " << value << prometheus.log();
    }
    const std::string targets = fetch(port, "/api/v1/targets");
    EXPECT_NE(targets.find("\"health\":\"up\""), std::string::npos) << targets;
}

TEST(Metrics, B087CountersBeginAnewAfterARestartAndGaugesDoNot) {
    LiveCluster cluster({"--metrics", "127.0.0.1:0"});
    cluster.add_workers({"n1"});
    ASSERT_EQ(cluster.submit(task_of("good", {"n1"}, {shell_step("a", "true")})).code, 0);
    ASSERT_TRUE(cluster.wait_for_state("good", "SUCCEEDED"));
    const MetricsPage before = testing::read_metrics_page(scrape(metrics_port(cluster)));
    EXPECT_EQ(before.value("apollo_attempts_ended_total{result=\"SUCCEEDED\"}"), 1);
    EXPECT_EQ(cluster.stop_orchestrator(), 0) << "the page does not hold up the end";
    ASSERT_TRUE(cluster.start_orchestrator());
    ASSERT_TRUE(cluster.wait_for_node("n1", "connected"));
    const MetricsPage after = testing::read_metrics_page(scrape(metrics_port(cluster)));
    EXPECT_EQ(after.value("apollo_attempts_ended_total{result=\"SUCCEEDED\"}"), 0);
    EXPECT_EQ(after.value("apollo_events_total{type=\"PRIMARY_ELECTED\"}"), 1);
    EXPECT_EQ(after.value("apollo_agents{state=\"connected\"}"), 1);
    EXPECT_GT(after.value("apollo_log_position"), before.value("apollo_log_position"));
    EXPECT_EQ(after.types.size(), before.types.size());
}

TEST(Metrics, B078TellNothingOfWhatStepsAreGivenAndKeysAreForTheirOwnerAlone) {
    LiveCluster cluster({"--metrics", "0"});
    cluster.add_workers({"n1"});
    Json step = shell_step("s", "true");
    step["params"]["env"] = {{"PASSWORD", "S3cr3t"}};
    ASSERT_EQ(cluster.submit(task_of("t", {"n1"}, {step})).code, 0);
    ASSERT_TRUE(cluster.wait_for_state("t", "SUCCEEDED"));
    const std::uint16_t port = metrics_port(cluster);
    ASSERT_NE(port, 0) << "a port alone means this machine only: " << cluster.orchestrator_log();
    const std::string page = scrape(port);
    ASSERT_FALSE(page.empty());
    EXPECT_EQ(page.find("S3cr3t"), std::string::npos);
    EXPECT_EQ(cluster.orchestrator_log().find("S3cr3t"), std::string::npos);
    for (const std::string& folder : {cluster.data() + "/pki", cluster.agent_data("n1") + "/pki"}) {
        EXPECT_EQ(QFile::permissions(QString::fromStdString(folder)) & (QFile::ReadGroup | QFile::ReadOther | QFile::ExeOther), 0) << folder;
    }
    for (const std::string& key : {cluster.data() + "/pki/ca.key", cluster.data() + "/pki/operator.key", cluster.agent_data("n1") + "/pki/agent.key"}) {
        EXPECT_EQ(QFile::permissions(QString::fromStdString(key)) & (QFile::ReadGroup | QFile::ReadOther), 0) << key;
    }
}

TEST(Metrics, AreServedNowhereUnlessAskedForAndABadAddressIsRefused) {
    LiveCluster cluster;
    EXPECT_EQ(cluster.orchestrator_log().find("metrics on"), std::string::npos);
    const std::string program = program_folder() + "/apollo-orchestrator";
    for (const char* bad : {"nonsense", "127.0.0.1:", "127.0.0.1:70000"}) {
        const Answer answer = run_program(program, {"--data", cluster.path("other"), "--metrics", bad});
        EXPECT_EQ(answer.code, 2) << bad << answer;
        EXPECT_NE(answer.err.find("--metrics must be HOST:PORT"), std::string::npos) << answer;
    }
}

TEST(AlertCommand, IsToldOfALostNodeAndOfItsReturn) {
    QTemporaryDir folder;
    const std::string told = in(folder, "told"), tell = in(folder, "tell");
    write_text(tell, "#!/bin/sh\ncat >> " + told + "\n");
    QFile::setPermissions(QString::fromStdString(tell), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    LiveCluster cluster({"--alert-command", tell});
    cluster.add_workers({"n1"});
    cluster.kill_agent("n1");
    ASSERT_TRUE(wait_until([&] { return count_lines(told) == 1; }, 30000)) << cluster.orchestrator_log();
    cluster.start_agent("n1");
    ASSERT_TRUE(wait_until([&] { return count_lines(told) == 2; }, 30000)) << cluster.orchestrator_log();
    std::istringstream lines(read_text(told));
    std::string first, second;
    std::getline(lines, first);
    std::getline(lines, second);
    const Json raised = Json::parse(first), cleared = Json::parse(second);
    EXPECT_EQ(raised["event"], "ALERT_RAISED");
    EXPECT_EQ(raised["key"], "node:n1");
    EXPECT_EQ(raised["node"], "n1");
    EXPECT_EQ(cleared["event"], "ALERT_CLEARED");
    EXPECT_EQ(cleared["key"], "node:n1");
    EXPECT_GT(cleared["position"], raised["position"]);
}

TEST(AlertCommand, ThatHangsDoesNotHoldUpAnything) {
    QTemporaryDir folder;
    const std::string begun = in(folder, "begun"), hang = in(folder, "hang");
    write_text(hang, "#!/bin/sh\necho begun >> " + begun + "\nexec sleep 1000\n");
    QFile::setPermissions(QString::fromStdString(hang), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    LiveCluster cluster({"--alert-command", hang});
    cluster.add_workers({"n1", "n2"});
    cluster.kill_agent("n2");
    ASSERT_TRUE(wait_until([&] { return count_lines(begun) == 1; }, 30000)) << cluster.orchestrator_log();
    ASSERT_EQ(cluster.submit(task_of("good", {"n1"}, {shell_step("a", "true")})).code, 0);
    EXPECT_TRUE(cluster.wait_for_state("good", "SUCCEEDED"));
    EXPECT_EQ(cluster.stop_orchestrator(), 0);
    const std::string missing = in(folder, "none");
    const Answer refused = run_program(program_folder() + "/apollo-orchestrator", {"--data", cluster.path("other"), "--alert-command", missing});
    EXPECT_EQ(refused.code, 2) << refused;
}

}  // namespace
}  // namespace apollo::live
