// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/support/live_cluster.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>

#include <QElapsedTimer>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

namespace apollo::live {

namespace fs = std::filesystem;

namespace {

constexpr int poll_interval_ms = 20;
constexpr int start_deadline_ms = 30000;
constexpr int stop_deadline_ms = 20000;

QStringList qt_list(const Words& words) {
    QStringList list;
    for (const std::string& word : words) list.push_back(QString::fromStdString(word));
    return list;
}

std::string last_lines(const std::string& text, std::size_t count) {
    std::size_t at = text.size();
    for (std::size_t seen = 0; at > 0; --at) {
        if (text[at - 1] == '\n' && at != text.size() && ++seen == count) break;
    }
    return text.substr(at);
}

std::vector<int> processes_where(const std::function<bool(const std::string& proc)>& fits) {
    std::vector<int> found;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator("/proc", ignored)) {
        const std::string name = entry.path().filename();
        if (name.find_first_not_of("0123456789") != std::string::npos) continue;
        if (fits(entry.path().string())) found.push_back(std::stoi(name));
    }
    return found;
}

}  // namespace

bool wait_until(const std::function<bool()>& condition, int timeout_ms) {
    QElapsedTimer timer;
    timer.start();
    while (!condition()) {
        if (timer.elapsed() > timeout_ms) return condition();
        ::poll(nullptr, 0, poll_interval_ms);
    }
    return true;
}

std::string program_folder() {
    const char* folder = std::getenv("APOLLO_BIN");
    return folder && *folder ? folder : APOLLO_PROGRAM_FOLDER;
}

std::string read_text(const std::string& file) {
    // Not through iterators: they throw for a file below /proc whose process ends meanwhile.
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

void write_text(const std::string& file, const std::string& text) {
    std::ofstream out(file, std::ios::binary | std::ios::trunc);
    out << text;
    ASSERT_TRUE(out.flush()) << file;
}

std::size_t count_lines(const std::string& file) {
    const std::string text = read_text(file);
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

std::vector<int> processes_with(const std::string& text) {
    return processes_where([&](const std::string& proc) {
        std::string line = read_text(proc + "/cmdline");
        std::replace(line.begin(), line.end(), '\0', ' ');
        return line.find(text) != std::string::npos;
    });
}

std::ostream& operator<<(std::ostream& out, const Answer& answer) {
    return out << "exit " << answer.code << " after " << answer.duration_ms << " ms\nstdout: " << answer.out.substr(0, 4000)
               << "\nstderr: " << answer.err.substr(0, 4000);
}

Answer run_program(const std::string& program, const Words& arguments, int timeout_ms, const std::string& input) {
    QElapsedTimer timer;
    timer.start();
    QProcess process;
    process.start(QString::fromStdString(program), qt_list(arguments));
    if (!input.empty()) process.write(input.data(), static_cast<qint64>(input.size()));
    process.closeWriteChannel();
    Answer answer;
    if (!process.waitForFinished(timeout_ms)) {
        process.kill();
        process.waitForFinished(stop_deadline_ms);
    } else if (process.exitStatus() == QProcess::NormalExit) {
        answer.code = process.exitCode();
    }
    answer.out = process.readAllStandardOutput().toStdString();
    answer.err = process.readAllStandardError().toStdString();
    answer.json = Json::parse(answer.out, nullptr, false);
    answer.duration_ms = timer.elapsed();
    return answer;
}

Program::Program(std::string program, Words arguments, std::string log_file) : m_log_file(std::move(log_file)) {
    m_process.setStandardInputFile(QProcess::nullDevice());
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    m_process.setStandardOutputFile(QString::fromStdString(m_log_file), QIODevice::Append);
    m_process.start(QString::fromStdString(program), qt_list(arguments));
    m_process.waitForStarted(start_deadline_ms);
}

Program::~Program() { stop(); }

bool Program::is_running() {
    if (m_process.state() == QProcess::NotRunning) return false;
    return !m_process.waitForFinished(0);
}

int Program::pid() const { return static_cast<int>(m_process.processId()); }

void Program::kill() {
    m_process.kill();
    m_process.waitForFinished(stop_deadline_ms);
}

std::optional<int> Program::stop() {
    if (!is_running()) return m_process.exitStatus() == QProcess::NormalExit ? std::optional<int>(m_process.exitCode()) : std::nullopt;
    m_process.terminate();
    const auto code = wait_for_exit(stop_deadline_ms);
    if (!code) kill();
    return code;
}

std::optional<int> Program::wait_for_exit(int timeout_ms) {
    if (m_process.state() != QProcess::NotRunning && !m_process.waitForFinished(timeout_ms)) return std::nullopt;
    if (m_process.exitStatus() != QProcess::NormalExit) return std::nullopt;
    return m_process.exitCode();
}

Json shell_step(const std::string& name, const std::string& script, const Words& depends_on) {
    Json step{{"name", name}, {"intent", "run_command"}, {"idempotency", "idempotent_write"}, {"params", {{"argv", {"sh", "-c", script}}}}};
    if (!depends_on.empty()) step["depends_on"] = depends_on;
    return step;
}

Json task_of(const std::string& id, const Words& nodes, std::vector<Json> steps, double timeout_s) {
    return {{"task_id", id},
            {"intent", "test"},
            {"target_selector", {{"type", "nodes"}, {"nodes", nodes}}},
            {"timeout", timeout_s},
            {"retry_policy", {{"max_retries", 0}}},
            {"steps", steps}};
}

LiveCluster::LiveCluster(Words options) : m_options(std::move(options)) {
    EXPECT_TRUE(m_folder.isValid());
    EXPECT_TRUE(fs::exists(program_folder() + "/apollo-orchestrator"))
        << "no programs in " << program_folder() << "; build them, or name their folder in APOLLO_BIN";
    const auto named = [&](const char* option) { return std::find(m_options.begin(), m_options.end(), option) != m_options.end(); };
    if (!named("--heartbeat-interval")) m_options.insert(m_options.end(), {"--heartbeat-interval", "1"});
    if (!named("--acknowledgement-timeout")) m_options.insert(m_options.end(), {"--acknowledgement-timeout", "2"});
    EXPECT_TRUE(start_orchestrator()) << orchestrator_log();
}

LiveCluster::~LiveCluster() {
    if (::testing::Test::HasFailure()) show_logs();
    for (auto& [node, program] : m_agents) {
        if (program) program->stop();
    }
    if (m_orchestrator) m_orchestrator->stop();
    end_stray_processes();
}

void LiveCluster::show_logs() const {
    std::cerr << "---- orchestrator.log\n" << last_lines(orchestrator_log(), 60);
    for (const auto& [node, program] : m_agents) std::cerr << "---- " << node << ".log\n" << last_lines(agent_log(node), 40);
}

// Guards outlive their agents on purpose; those of this cluster name its folder in their arguments or environment.
void LiveCluster::end_stray_processes() const {
    const std::string folder = m_folder.path().toStdString() + "/";
    const auto ours = [&](const std::string& proc) {
        return read_text(proc + "/cmdline").find(folder) != std::string::npos || read_text(proc + "/environ").find("=" + folder) != std::string::npos;
    };
    wait_until([&] {
        const std::vector<int> left = processes_where(ours);
        for (int pid : left) ::kill(pid, SIGKILL);
        return left.empty();
    }, stop_deadline_ms);
}

std::string LiveCluster::path(const std::string& name) const { return m_folder.path().toStdString() + "/" + name; }
std::string LiveCluster::address() const { return "127.0.0.1:" + std::to_string(m_port); }

bool LiveCluster::start_orchestrator() {
    const std::string endpoint = data() + "/run/endpoint";
    std::error_code ignored;
    fs::remove(endpoint, ignored);
    Words arguments{"--data", data(), "--listen", address()};
    arguments.insert(arguments.end(), m_options.begin(), m_options.end());
    m_orchestrator = std::make_unique<Program>(program_folder() + "/apollo-orchestrator", arguments, path("orchestrator.log"));
    Json place;
    const bool listening = wait_until([&] {
        place = Json::parse(read_text(endpoint), nullptr, false);
        return place.is_object() || !m_orchestrator->is_running();
    }, start_deadline_ms);
    if (!listening || !place.is_object()) return false;
    m_port = place["port"].get<std::uint16_t>();
    return true;
}

void LiveCluster::kill_orchestrator() { m_orchestrator->kill(); }
std::optional<int> LiveCluster::stop_orchestrator() { return m_orchestrator->stop(); }

void LiveCluster::add_agent(const std::string& node, Words options) {
    const Answer token = cli({"node", "token", "--ttl", "600"});
    ASSERT_EQ(token.code, 0) << token;
    Words arguments{"--data", agent_data(node), "--node-id", node, "--token", token.json["token"].get<std::string>()};
    if (std::find(options.begin(), options.end(), "--server") == options.end()) arguments.insert(arguments.end(), {"--server", address()});
    arguments.insert(arguments.end(), options.begin(), options.end());
    m_agents[node] = std::make_unique<Program>(program_folder() + "/apollo-agent", arguments, path(node + ".log"));
    ASSERT_TRUE(wait_for_node(node, "connected")) << agent_log(node);
}

void LiveCluster::add_workers(const Words& nodes, const std::string& capacity) {
    for (const std::string& node : nodes) add_agent(node, {"--label", "role=worker", "--capacity", capacity});
}

void LiveCluster::start_agent(const std::string& node) {
    m_agents[node] = std::make_unique<Program>(program_folder() + "/apollo-agent", Words{"--data", agent_data(node)}, path(node + ".log"));
}

void LiveCluster::kill_agent(const std::string& node) { m_agents.at(node)->kill(); }
std::optional<int> LiveCluster::stop_agent(const std::string& node) { return m_agents.at(node)->stop(); }

std::string LiveCluster::node_state(const std::string& node) {
    const Answer list = cli({"node", "list"});
    if (list.code != 0 || !list.json.is_object()) return {};
    for (const Json& one : list.json["nodes"]) {
        if (one["node"] == node) return one["state"];
    }
    return {};
}

bool LiveCluster::wait_for_node(const std::string& node, const std::string& state, int timeout_ms) {
    return wait_until([&] { return node_state(node) == state; }, timeout_ms);
}

Answer LiveCluster::cli(Words arguments, int timeout_ms) {
    arguments.push_back("--json");
    return cli_plain(std::move(arguments), timeout_ms);
}

Answer LiveCluster::cli_plain(Words arguments, int timeout_ms) {
    arguments.insert(arguments.end(), {"--data", data()});
    return run_program(program_folder() + "/apollo-cli", arguments, timeout_ms);
}

std::string LiveCluster::store_definition(const Json& definition) {
    const std::string file = path(definition.value("task_id", std::string("task")) + ".yaml");
    write_text(file, definition.dump(1) + "\n");
    return file;
}

Answer LiveCluster::submit(const Json& definition) { return cli({"task", "submit", "--file", store_definition(definition)}); }

Json LiveCluster::status(const std::string& task) {
    Answer answer = cli({"task", "status", "--task-id", task});
    return answer.code == 0 ? answer.json : Json(nullptr);
}

std::string LiveCluster::state_of(const std::string& task) {
    const Json document = status(task);
    return document.is_object() ? document["state"].get<std::string>() : std::string();
}

bool LiveCluster::wait_for_state(const std::string& task, const std::string& state, int timeout_ms) {
    return wait_until([&] { return state_of(task) == state; }, timeout_ms);
}

Json LiveCluster::run_of(const std::string& task, const std::string& step, const std::string& node) {
    const Json document = status(task);
    if (!document.is_object()) return nullptr;
    for (const Json& run : document["runs"]) {
        if (run["step"] == step && run["node"] == node) return run;
    }
    return nullptr;
}

bool LiveCluster::wait_for_run(const std::string& task, const std::string& step, const std::string& node, const std::string& state, int timeout_ms) {
    return wait_until([&] {
        const Json run = run_of(task, step, node);
        return run.is_object() && run["state"] == state;
    }, timeout_ms);
}

Json LiveCluster::events(const std::string& task) {
    Words arguments{"event", "list"};
    if (!task.empty()) arguments.insert(arguments.end(), {"--task-id", task});
    const Answer answer = cli(arguments);
    return answer.code == 0 ? answer.json["events"] : Json::array();
}

}  // namespace apollo::live
