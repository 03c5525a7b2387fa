// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>

#include "tests/sim/run.h"

namespace apollo::sim {

namespace {

constexpr const char* marker = "\nREPORT ";

std::string encode(const Report& report) {
    nlohmann::json out{{"seed", report.seed},           {"hash", report.trace_hash},         {"events", report.events}, {"effects", report.effects},
                       {"virtual_ms", report.virtual_ms}, {"agents", report.agents}, {"trace", report.newest_trace}};
    out["violations"] = nlohmann::json::array();
    for (const Violation& violation : report.violations) out["violations"].push_back({{"kind", violation.kind}, {"text", violation.text}});
    return out.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// What the child said, its report last; one that ended without a report is a finding.
Report decode(std::uint64_t seed, const std::string& said, int wait_status) {
    Report report;
    report.seed = seed;
    const std::size_t at = said.rfind(marker);
    const auto in = at == std::string::npos ? nlohmann::json() : nlohmann::json::parse(said.substr(at + 8), nullptr, false);
    if (!in.is_object()) {
        const std::string how = WIFSIGNALED(wait_status) ? "signal " + std::to_string(WTERMSIG(wait_status)) : "code " + std::to_string(WEXITSTATUS(wait_status));
        report.violations.push_back({"crash", "the program ended by " + how + (said.empty() ? "" : ": " + said)});
        return report;
    }
    report.trace_hash = in["hash"];
    report.events = in["events"];
    report.effects = in["effects"];
    report.virtual_ms = in["virtual_ms"];
    report.agents = in["agents"];
    report.newest_trace = in["trace"];
    for (const auto& violation : in["violations"]) report.violations.push_back({violation["kind"], violation["text"]});
    return report;
}

struct Child {
    pid_t pid = 0;
    int out = -1;
    std::size_t number = 0;
    std::uint64_t seed = 0;
    std::string said;
};

[[noreturn]] void run_in_child(const RunRequest& request, int out) {
    ::dup2(out, 1);
    ::dup2(out, 2);
    const std::string text = marker + encode(run_seed(request));
    std::size_t at = 0;
    while (at < text.size()) {
        const ssize_t size = ::write(out, text.data() + at, text.size() - at);
        if (size < 0 && errno != EINTR) break;
        if (size > 0) at += static_cast<std::size_t>(size);
    }
    ::_exit(0);
}

// False if the machine gives no more processes or files.
bool start(const RunRequest& request, std::size_t number, std::vector<Child>& children) {
    int ends[2];
    if (::pipe(ends) != 0) return false;
    std::fflush(nullptr);
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::close(ends[0]);
        run_in_child(request, ends[1]);
    }
    ::close(ends[1]);
    if (pid < 0) return ::close(ends[0]), false;
    children.push_back({pid, ends[0], number, request.seed, {}});
    return true;
}

// Waits until one of them says something; those that ended go to `done`.
void listen(std::vector<Child>& children, std::map<std::size_t, Report>& done) {
    std::vector<pollfd> waits;
    for (const Child& child : children) waits.push_back({child.out, POLLIN, 0});
    if (::poll(waits.data(), waits.size(), -1) <= 0) return;
    for (std::size_t k = waits.size(); k-- > 0;) {
        if (waits[k].revents == 0) continue;
        char buffer[16384];
        const ssize_t size = ::read(children[k].out, buffer, sizeof buffer);
        if (size > 0) children[k].said.append(buffer, static_cast<std::size_t>(size));
        if (size > 0 || (size < 0 && errno == EINTR)) continue;
        int wait_status = 0;
        ::close(children[k].out);
        ::waitpid(children[k].pid, &wait_status, 0);
        done[children[k].number] = decode(children[k].seed, children[k].said, wait_status);
        children.erase(children.begin() + static_cast<std::ptrdiff_t>(k));
    }
}

}  // namespace

void run_isolated(const std::function<bool(RunRequest& next)>& next_request, unsigned jobs, const std::function<bool(const Report&)>& on_report) {
    std::vector<Child> children;
    std::map<std::size_t, Report> done;
    std::size_t started = 0;
    std::size_t reported = 0;
    bool more = true;
    while (more || !children.empty()) {
        RunRequest request;
        while (more && children.size() < jobs && (more = next_request(request))) {
            if (start(request, started, children)) ++started;
            else done[started++] = decode(request.seed, "no process can be started", 0);
        }
        if (!children.empty()) listen(children, done);
        for (auto at = done.find(reported); at != done.end(); at = done.find(++reported)) {
            more = on_report(at->second) && more;
            done.erase(at);
        }
    }
}

}  // namespace apollo::sim
