// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A cluster of the real programs as processes, in a temporary folder of its own and on a free port. Ends everything in its
// destructor, and shows what the programs said when the test has failed. Lives on the test's thread.
#pragma once

#include <QProcess>
#include <QTemporaryDir>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace apollo::live {

using Json = nlohmann::ordered_json;
using Words = std::vector<std::string>;

// Asks again and again until it holds; false after the deadline.
bool wait_until(const std::function<bool()>& condition, int timeout_ms);

// The folder of the programs under test: environment APOLLO_BIN, else the build's own.
std::string program_folder();
std::string read_text(const std::string& file);
void write_text(const std::string& file, const std::string& text);
std::size_t count_lines(const std::string& file);
// Processes whose command line holds the text.
std::vector<int> processes_with(const std::string& text);

struct Answer {
    int code = -1;  // -1: killed, or not ended in time
    std::string out;
    std::string err;
    Json json;  // discarded if stdout is no JSON
    std::int64_t duration_ms = 0;
};
std::ostream& operator<<(std::ostream& out, const Answer& answer);

// A program run to its end.
Answer run_program(const std::string& program, const Words& arguments, int timeout_ms = 60000, const std::string& input = {});

// A program that stays; its output goes to a file.
class Program {
public:
    Program(std::string program, Words arguments, std::string log_file);
    ~Program();
    bool is_running();
    int pid() const;
    void kill();                             // SIGKILL, and waits
    std::optional<int> stop();               // SIGTERM; the exit code, or nothing if it had to be killed
    std::optional<int> wait_for_exit(int timeout_ms);
    std::string log() const { return read_text(m_log_file); }

private:
    std::string m_log_file;
    QProcess m_process;
};

// ---- definitions (JSON is YAML) ----
Json shell_step(const std::string& name, const std::string& script, const Words& depends_on = {});
Json task_of(const std::string& id, const Words& nodes, std::vector<Json> steps, double timeout_s = 60);

class LiveCluster {
public:
    // `options`: further options of the orchestrator. It is started.
    explicit LiveCluster(Words options = {});
    ~LiveCluster();
    LiveCluster(const LiveCluster&) = delete;
    LiveCluster& operator=(const LiveCluster&) = delete;

    // ---- places ----
    std::string path(const std::string& name) const;  // in the cluster's temporary folder
    std::string data() const { return path("center"); }
    std::string agent_data(const std::string& node) const { return path("agent-" + node); }
    std::string address() const;
    std::uint16_t port() const { return m_port; }

    // ---- the orchestrator ----
    bool start_orchestrator();  // on the port it had; false: it ended or did not listen in time
    void kill_orchestrator();
    std::optional<int> stop_orchestrator();
    Program& orchestrator() { return *m_orchestrator; }
    std::string orchestrator_log() const { return read_text(path("orchestrator.log")); }

    // ---- agents ----
    // Makes a token and starts an agent with it; waits until the orchestrator says that it is connected.
    void add_agent(const std::string& node, Words options = {});
    void add_workers(const Words& nodes, const std::string& capacity = "4");
    void start_agent(const std::string& node);  // --data alone
    void kill_agent(const std::string& node);
    std::optional<int> stop_agent(const std::string& node);
    Program& agent(const std::string& node) { return *m_agents.at(node); }
    std::string agent_log(const std::string& node) const { return read_text(path(node + ".log")); }
    std::string node_state(const std::string& node);
    bool wait_for_node(const std::string& node, const std::string& state, int timeout_ms = 20000);

    // ---- what people do ----
    Answer cli(Words arguments, int timeout_ms = 60000);  // adds --data and --json
    Answer cli_plain(Words arguments, int timeout_ms = 60000);  // adds --data
    std::string store_definition(const Json& definition);  // the file's path
    Answer submit(const Json& definition);
    Json status(const std::string& task);  // null when there is no answer
    std::string state_of(const std::string& task);
    bool wait_for_state(const std::string& task, const std::string& state, int timeout_ms = 60000);
    // The entry of one run in the status document; null if there is none.
    Json run_of(const std::string& task, const std::string& step, const std::string& node);
    bool wait_for_run(const std::string& task, const std::string& step, const std::string& node, const std::string& state, int timeout_ms = 20000);
    Json events(const std::string& task);

private:
    void show_logs() const;
    void end_stray_processes() const;

    QTemporaryDir m_folder;
    Words m_options;
    std::uint16_t m_port = 0;
    std::unique_ptr<Program> m_orchestrator;
    std::map<std::string, std::unique_ptr<Program>> m_agents;
};

}  // namespace apollo::live
