// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/shim/guard_linux.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "agent/shim/attempt_files.h"
#include "agent/shim/command_linux.h"
#include "agent/shim/guard.h"

namespace apollo::shim {

namespace {

// What a command leaves behind after a normal end gets at most this long between TERM and KILL.
constexpr std::int64_t leftover_grace_ms = 2000;
// How often the tree is looked at again while it is being killed: every death may hand over new children.
constexpr std::int64_t kill_interval_ms = 10;

sigset_t guard_signals() {
    sigset_t set;
    ::sigemptyset(&set);
    ::sigaddset(&set, SIGCHLD);
    ::sigaddset(&set, SIGTERM);
    return set;
}

// What a limit has to do with a bad end: sure for CPU time and file size, possible for memory and files.
std::string told_limits(int signal_number, const ResourceLimits& limits) {
    if (signal_number == SIGXCPU) return ": it used up its limit of " + std::to_string(limits.cpu_seconds) + " s of CPU time";
    if (signal_number == SIGXFSZ) return ": it wrote more than its limit of " + std::to_string(limits.file_size_bytes) + " bytes into a file";
    std::string text;
    if (signal_number == SIGKILL && limits.cpu_seconds > 0) text += "; its CPU time was limited to " + std::to_string(limits.cpu_seconds) + " s";
    if (limits.memory_bytes > 0) text += "; its memory was limited to " + std::to_string(limits.memory_bytes) + " bytes";
    if (limits.open_files > 0) text += "; it could have " + std::to_string(limits.open_files) + " files open";
    return text;
}

}  // namespace

Guard::Guard(LaunchSpec spec, std::string folder, WallTime started_at)
    : m_spec(std::move(spec)), m_folder(std::move(folder)), m_started_at(started_at) {}

ExitRecord Guard::run(const std::function<void()>& on_executed) {
    if (cancelled_before_start()) {
        m_cause = Cause::Cancel;
        return make_record();
    }
    open_descriptors();
    make_group();
    const StartedCommand command = start_command(m_spec, m_group ? &*m_group : nullptr);
    if (command.error_number != 0) {
        ExitRecord record;
        record.how = ExitRecord::How::CouldNotStart;
        record.exit_code = command.error_number == ENOENT ? 127 : 126;
        record.message = command.failure;
        record.started_at = m_started_at;
        record.ended_at = wall_now();
        leave_group();
        return record;
    }
    m_main = command.pid;
    m_output_pipe = command.output_fd;
    on_executed();
    if (m_spec.timeout_ms > 0) arm_timer(m_spec.timeout_ms);
    loop();
    leave_group();
    copy_output();
    if (m_output_file >= 0 && ::fdatasync(m_output_file) != 0 && m_output_failure.empty()) {
        m_output_failure = std::strerror(errno);
    }
    return make_record();
}

bool Guard::cancelled_before_start() const {
    sigset_t pending;
    ::sigemptyset(&pending);
    return ::sigpending(&pending) == 0 && ::sigismember(&pending, SIGTERM) == 1;
}

void Guard::open_descriptors() {
    const sigset_t set = guard_signals();
    m_signals = ::signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
    m_timer = ::timerfd_create(CLOCK_BOOTTIME, TFD_NONBLOCK | TFD_CLOEXEC);
    m_output_file = ::open((m_folder + "/output").c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
    if (m_output_file < 0) m_output_failure = std::strerror(errno);
}

void Guard::make_group() {
    if (m_spec.control_group.empty() || m_spec.limits.memory_bytes == 0) return;
    const std::string name = "attempt-" + std::to_string(::getpid()) + "-" + std::to_string(m_started_at.ms);
    m_group = ControlGroup::make(m_spec.control_group, name, m_spec.limits.memory_bytes, m_no_group);
}

void Guard::leave_group() {
    if (!m_group) return;
    m_memory_struck = m_group->has_memory_struck();
    m_group->remove();
}

void Guard::loop() {
    while (m_children_left) {
        pollfd watched[] = {{m_signals, POLLIN, 0}, {m_timer, POLLIN, 0}, {m_output_pipe, POLLIN, 0}};
        if (::poll(watched, 3, -1) < 0 && errno != EINTR) return;
        if (watched[2].revents != 0) copy_output();
        // Deaths first: a process that has ended is neither timed out nor cancelled.
        if (watched[0].revents != 0) take_signals();
        if (watched[1].revents != 0) on_timer();
    }
}

void Guard::take_signals() {
    signalfd_siginfo info{};
    bool cancel = false;
    while (::read(m_signals, &info, sizeof info) == static_cast<ssize_t>(sizeof info)) {
        if (info.ssi_signo == SIGTERM) cancel = true;
    }
    reap();
    if (cancel) on_cancel();
}

void Guard::reap() {
    while (true) {
        int status = 0;
        const pid_t pid = ::waitpid(-1, &status, WNOHANG);
        if (pid < 0) m_children_left = false;
        if (pid <= 0) break;
        m_told.erase(pid);
        if (pid != m_main || m_main_ended) continue;
        m_main_ended = true;
        m_main_status = status;
    }
    if (m_main_ended && m_children_left) on_main_ended();
    if (m_phase == Phase::Ending && m_children_left) terminate_new_children(m_told_group, m_told);
    if (m_phase == Phase::Killing && m_children_left) signal_children(SIGKILL);
}

void Guard::on_main_ended() {
    if (m_phase == Phase::Running) begin_ending(std::min(m_spec.grace_ms, leftover_grace_ms));
}

void Guard::on_timer() {
    std::uint64_t expirations = 0;
    if (::read(m_timer, &expirations, sizeof expirations) != static_cast<ssize_t>(sizeof expirations)) return;
    reap();
    if (!m_children_left) return;
    if (m_phase == Phase::Running) {
        m_cause = Cause::Timeout;
        begin_ending(m_spec.grace_ms);
    } else {
        begin_killing();
    }
}

void Guard::on_cancel() {
    if (!m_children_left || m_phase != Phase::Running) return;
    m_cause = Cause::Cancel;
    begin_ending(m_spec.grace_ms);
}

void Guard::begin_ending(std::int64_t grace_ms) {
    m_phase = Phase::Ending;
    if (!m_main_ended && ::kill(-m_main, SIGTERM) == 0) m_told_group = m_main;
    terminate_new_children(m_told_group, m_told);
    arm_timer(std::max<std::int64_t>(grace_ms, 1));
}

void Guard::begin_killing() {
    m_phase = Phase::Killing;
    m_killed = true;
    signal_children(SIGKILL);
    arm_timer(kill_interval_ms);
}

void Guard::arm_timer(std::int64_t delay_ms) {
    itimerspec when{};
    when.it_value.tv_sec = delay_ms / 1000;
    when.it_value.tv_nsec = (delay_ms % 1000) * 1000000;
    ::timerfd_settime(m_timer, 0, &when, nullptr);
}

void Guard::copy_output() {
    char buffer[65536];
    while (m_output_pipe >= 0) {
        const ssize_t size = ::read(m_output_pipe, buffer, sizeof buffer);
        if (size < 0 && errno == EINTR) continue;
        if (size < 0) return;
        if (size == 0) {
            ::close(m_output_pipe);
            m_output_pipe = -1;
            return;
        }
        keep(buffer, static_cast<std::size_t>(size));
        // One buffer per turn while the command runs: endless output must not starve the timeout.
        if (m_children_left) return;
    }
}

void Guard::keep(const char* bytes, std::size_t size) {
    const std::uint64_t room = m_spec.output_limit_bytes - m_output_bytes;
    if (size > room) m_output_truncated = true;
    std::size_t left = static_cast<std::size_t>(std::min<std::uint64_t>(size, room));
    while (left > 0 && m_output_failure.empty()) {
        const ssize_t written = ::write(m_output_file, bytes, left);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) {
            m_output_failure = std::strerror(errno);
            return;
        }
        bytes += written;
        left -= static_cast<std::size_t>(written);
        m_output_bytes += static_cast<std::uint64_t>(written);
    }
}

ExitRecord Guard::make_record() {
    ExitRecord record;
    record.started_at = m_started_at;
    record.ended_at = wall_now();
    record.killed = m_killed;
    record.output_truncated = m_output_truncated || !m_output_failure.empty();
    describe_end(record);
    if (!m_output_failure.empty()) {
        if (!record.message.empty()) record.message += "; ";
        record.message += "the output could not be stored: " + m_output_failure;
    }
    return record;
}

void Guard::describe_end(ExitRecord& record) const {
    if (m_main_ended && WIFSIGNALED(m_main_status)) record.signal_number = WTERMSIG(m_main_status);
    if (m_main_ended && WIFEXITED(m_main_status)) record.exit_code = WEXITSTATUS(m_main_status);
    if (m_cause == Cause::Timeout) {
        record.how = ExitRecord::How::TimedOut;
        record.message = "ran longer than its timeout of " + std::to_string(m_spec.timeout_ms) + " ms";
    } else if (m_cause == Cause::Cancel) {
        record.how = ExitRecord::How::Cancelled;
        record.message = m_main > 0 ? "cancelled while it ran" : "cancelled before the command was started";
    } else if (record.signal_number != 0) {
        record.how = ExitRecord::How::Signaled;
        record.message = std::string("ended by signal ") + ::strsignal(record.signal_number);
    } else {
        record.how = ExitRecord::How::Exited;
    }
    const bool well = record.how == ExitRecord::How::Exited && record.exit_code == 0;
    if (!well && m_cause == Cause::None && m_memory_struck) {
        const std::string end = record.message.empty() ? "ended badly" : record.message;
        record.message = end + ": its processes used up their limit of " + std::to_string(m_spec.limits.memory_bytes) + " bytes of memory";
    } else if (!well && m_cause == Cause::None) {
        record.message += told_limits(record.signal_number, m_spec.limits);
        if (!m_no_group.empty()) record.message += " (for each process alone: " + m_no_group + ")";
    }
    if (m_killed && record.how == ExitRecord::How::Exited) record.message = "what it left running had to be killed";
}

ExitRecord guard_command(const LaunchSpec& spec, const std::string& folder, WallTime started_at, const std::function<void()>& on_executed) {
    return Guard(spec, folder, started_at).run(on_executed);
}

}  // namespace apollo::shim
