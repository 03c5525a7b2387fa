// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/shim/command_linux.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

#include "agent/shim/attempt_files.h"

namespace apollo::shim {

namespace {

enum class Stage : int { Folder, Execute, Limits, Other };
struct Failure {
    Stage stage;
    int error_number;
};

void default_signals() {
    for (int number = 1; number < NSIG; ++number) ::signal(number, SIG_DFL);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

[[noreturn]] void fail(int report_fd, Stage stage) {
    const Failure failure{stage, errno};
    [[maybe_unused]] const ssize_t ignored = ::write(report_fd, &failure, sizeof failure);
    ::_exit(127);
}

// execvp would hand a file without a known format to /bin/sh; this does not.
void execute(std::vector<char*>& arguments) {
    const std::string name = arguments.front();
    if (name.find('/') != std::string::npos) {
        ::execve(name.c_str(), arguments.data(), environ);
        return;
    }
    const char* path = ::getenv("PATH");
    const std::string folders = path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin";
    int error_number = ENOENT;
    for (std::size_t begin = 0; begin <= folders.size();) {
        const auto end = std::min(folders.find(':', begin), folders.size());
        if (end > begin) {
            ::execve((folders.substr(begin, end - begin) + "/" + name).c_str(), arguments.data(), environ);
            if (errno != ENOENT && errno != ENOTDIR) error_number = errno;
        }
        begin = end + 1;
    }
    errno = error_number;
}

// Never raises what the agent itself may use.
bool limit(int resource, std::int64_t soft, std::int64_t hard) {
    rlimit present{};
    if (::getrlimit(static_cast<__rlimit_resource_t>(resource), &present) != 0) return false;
    rlimit wanted{static_cast<rlim_t>(soft), static_cast<rlim_t>(hard)};
    wanted.rlim_max = std::min(wanted.rlim_max, present.rlim_max);
    wanted.rlim_cur = std::min(wanted.rlim_cur, wanted.rlim_max);
    return ::setrlimit(static_cast<__rlimit_resource_t>(resource), &wanted) == 0;
}

bool set_limits(const ResourceLimits& limits, bool bounds_memory) {
    // SIGXCPU first, so that the reason can be told; KILL for what ignores it.
    constexpr std::int64_t kill_after_s = 5;
    return (limits.cpu_seconds == 0 || limit(RLIMIT_CPU, limits.cpu_seconds, limits.cpu_seconds + kill_after_s)) &&
           (limits.memory_bytes == 0 || !bounds_memory || limit(RLIMIT_AS, limits.memory_bytes, limits.memory_bytes)) &&
           (limits.file_size_bytes == 0 || limit(RLIMIT_FSIZE, limits.file_size_bytes, limits.file_size_bytes)) &&
           (limits.open_files == 0 || limit(RLIMIT_NOFILE, limits.open_files, limits.open_files));
}

[[noreturn]] void become_command(const LaunchSpec& spec, const ControlGroup* group, int output_fd, int report_fd, pid_t guard) {
    // If the guard is killed there is nobody left to bound or record the command.
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != guard) ::_exit(127);
    ::setsid();
    const int null_fd = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (null_fd < 0 || ::dup2(null_fd, 0) < 0 || ::dup2(output_fd, 1) < 0 || ::dup2(output_fd, 2) < 0) {
        fail(report_fd, Stage::Other);
    }
    // What the service manager says to the agent is not meant for a step.
    for (const char* name : {"NOTIFY_SOCKET", "INVOCATION_ID", "JOURNAL_STREAM", "WATCHDOG_PID", "WATCHDOG_USEC"}) ::unsetenv(name);
    for (const auto& [name, value] : spec.environment) ::setenv(name.c_str(), value.c_str(), 1);
    if (::chdir(spec.working_folder.c_str()) != 0) fail(report_fd, Stage::Folder);
    std::vector<char*> arguments;
    for (const auto& argument : spec.argv) arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    default_signals();
    // Last, so that nothing of ours runs into them.
    const bool is_grouped = group && group->join();
    if (!set_limits(spec.limits, !is_grouped)) fail(report_fd, Stage::Limits);
    execute(arguments);
    fail(report_fd, Stage::Execute);
}

std::string describe(const Failure& failure, const LaunchSpec& spec) {
    const std::string reason = std::strerror(failure.error_number);
    if (failure.stage == Stage::Folder) return "cannot enter the working folder " + spec.working_folder + ": " + reason;
    if (failure.stage == Stage::Execute) return "cannot execute " + spec.argv.front() + ": " + reason;
    if (failure.stage == Stage::Limits) return "cannot set the step's limits: " + reason;
    return "cannot prepare the process: " + reason;
}

std::vector<pid_t> children() {
    const std::string list = read_small_file("/proc/self/task/" + std::to_string(::getpid()) + "/children");
    std::vector<pid_t> pids;
    const char* at = list.c_str();
    while (true) {
        char* end = nullptr;
        const long pid = ::strtol(at, &end, 10);
        if (end == at) return pids;
        pids.push_back(static_cast<pid_t>(pid));
        at = end;
    }
}

StartedCommand not_started(int error_number, const char* what) {
    StartedCommand result;
    result.error_number = error_number;
    result.failure = std::string(what) + ": " + std::strerror(error_number);
    return result;
}

}  // namespace

StartedCommand start_command(const LaunchSpec& spec, const ControlGroup* group) {
    int output[2];
    int report[2];
    if (::pipe2(output, O_CLOEXEC) != 0) return not_started(errno, "cannot make a pipe");
    if (::pipe2(report, O_CLOEXEC) != 0) return not_started(errno, "cannot make a pipe");
    const pid_t guard = ::getpid();
    StartedCommand result;
    result.pid = ::fork();
    if (result.pid < 0) return not_started(errno, "cannot make a process");
    if (result.pid == 0) become_command(spec, group, output[1], report[1], guard);
    ::close(output[1]);
    ::close(report[1]);
    ::fcntl(output[0], F_SETFL, O_NONBLOCK);
    result.output_fd = output[0];
    Failure failure{};
    ssize_t size = 0;
    do {
        size = ::read(report[0], &failure, sizeof failure);
    } while (size < 0 && errno == EINTR);
    ::close(report[0]);
    if (size == static_cast<ssize_t>(sizeof failure)) {
        ::waitpid(result.pid, nullptr, 0);
        result.error_number = failure.error_number;
        result.failure = describe(failure, spec);
    }
    return result;
}

void signal_children(int signal_number) {
    // Only this process reaps its children, so none of these numbers can have been given to another process meanwhile.
    for (const pid_t pid : children()) ::kill(pid, signal_number);
}

void terminate_new_children(pid_t told_group, std::set<pid_t>& told) {
    for (const pid_t pid : children()) {
        if (told_group > 0 && ::getpgid(pid) == told_group) continue;
        if (told.insert(pid).second) ::kill(pid, SIGTERM);
    }
}

}  // namespace apollo::shim
