// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/runner/process_launcher.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QSocketNotifier>
#include <QTimer>
#include <cerrno>
#include <cstring>

#include "agent/runner/evidence.h"
#include "agent/shim/attempt_files.h"
#include "agent/shim/records.h"

namespace apollo::agent {

namespace {

Error io_error(const std::string& doing, int code) {
    return {ErrorKind::Io, "cannot " + doing + ": " + std::strerror(code)};
}

// Why a guard that left nothing ended, as far as its exit tells.
std::optional<int> exit_code_of(int wait_status) { return WIFEXITED(wait_status) ? std::optional(WEXITSTATUS(wait_status)) : std::nullopt; }

}  // namespace

struct ProcessLauncher::Attempt {
    explicit Attempt(int fd) : alive_fd(fd), notifier(new QSocketNotifier(fd, QSocketNotifier::Read)) {}
    ~Attempt() {
        // It may be the sender of the signal that led here.
        notifier->setEnabled(false);
        notifier->deleteLater();
        ::close(alive_fd);
    }
    Attempt(const Attempt&) = delete;
    Attempt& operator=(const Attempt&) = delete;

    int alive_fd;
    QSocketNotifier* notifier;
    pid_t guard_pid = 0;       // a child of ours, not reaped yet; 0 = adopted
    bool started_told = false;
    bool kill_wanted = false;  // asked for before the guard could be named
};

ProcessLauncher::ProcessLauncher(std::string shim_path) : m_shim_path(std::move(shim_path)) {}

ProcessLauncher::~ProcessLauncher() = default;

Status ProcessLauncher::launch(const LaunchSpec& spec) {
    if (m_attempts.contains(spec.folder)) return Error{ErrorKind::Refused, spec.folder + " is already being run"};
    if (auto checked = check_spec(spec); !checked) return checked;
    if (auto written = write_spec(spec); !written) return written;
    const std::string fifo = spec.folder + "/alive";
    if (::mkfifo(fifo.c_str(), 0600) != 0 && errno != EEXIST) return io_error("make " + fifo, errno);
    Attempt* attempt = watch(spec.folder);
    if (attempt == nullptr) return io_error("open " + fifo, errno);
    if (auto spawned = spawn(spec.folder, *attempt); !spawned) {
        unwatch(spec.folder);
        return spawned;
    }
    return success();
}

Status ProcessLauncher::spawn(const std::string& folder, Attempt& attempt) const {
    // The guard inherits this write end and drops it only after it has opened the fifo itself: from its first moment to
    // its last, its end closes the fifo.
    const int alive = ::open((folder + "/alive").c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    if (alive < 0) return io_error("open " + folder + "/alive", errno);
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawnattr_init(&attributes);
    ::posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, alive, alive);
    // Blocked from birth: a cancel that comes before the guard listens waits for it.
    sigset_t all;
    ::sigfillset(&all);
    ::posix_spawnattr_setsigmask(&attributes, &all);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    const char* arguments[] = {m_shim_path.c_str(), "--folder", folder.c_str(), nullptr};
    const int code = ::posix_spawn(&attempt.guard_pid, m_shim_path.c_str(), &actions, &attributes,
                                   const_cast<char* const*>(arguments), environ);
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(alive);
    if (code != 0) return io_error("start " + m_shim_path, code);
    return success();
}

ProcessLauncher::Attempt* ProcessLauncher::watch(const std::string& folder) {
    const int fd = ::open((folder + "/alive").c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return nullptr;
    auto attempt = std::make_unique<Attempt>(fd);
    QObject::connect(attempt->notifier, &QSocketNotifier::activated, attempt->notifier,
                     [this, folder] { look(folder); });
    return (m_attempts[folder] = std::move(attempt)).get();
}

std::unique_ptr<ProcessLauncher::Attempt> ProcessLauncher::unwatch(const std::string& folder) {
    auto node = m_attempts.extract(folder);
    return node ? std::move(node.mapped()) : nullptr;
}

void ProcessLauncher::look(const std::string& folder) {
    while (true) {
        const auto found = m_attempts.find(folder);
        if (found == m_attempts.end()) return;
        char byte = 0;
        const ssize_t size = ::read(found->second->alive_fd, &byte, 1);
        if (size < 0 && errno == EINTR) continue;
        if (size < 0) return;
        if (size == 0) {
            on_guard_gone(folder);
            return;
        }
        tell_started(folder);
    }
}

void ProcessLauncher::tell_started(const std::string& folder) {
    const auto found = m_attempts.find(folder);
    if (found == m_attempts.end() || found->second->started_told) return;
    found->second->started_told = true;
    const bool kill_wanted = found->second->kill_wanted;
    const auto start = shim::decode_start(shim::read_small_file(folder + "/started"));
    if (kill_wanted) kill(folder);
    if (on_started) on_started(folder, start ? start->started_at : shim::wall_now());
}

void ProcessLauncher::on_guard_gone(const std::string& folder) {
    const std::unique_ptr<Attempt> attempt = unwatch(folder);
    int wait_status = 0;
    // It is already exiting, so this does not wait long; an adopted one is not ours to reap.
    if (attempt->guard_pid > 0) ::waitpid(attempt->guard_pid, &wait_status, 0);
    std::optional<ExitRecord> record;
    if (conclude(folder, record) == Evidence::NeverStarted) record = guard_failed(exit_code_of(wait_status));
    if (on_ended) on_ended(folder, *record);
}

void ProcessLauncher::kill(const std::string& folder) {
    const auto found = m_attempts.find(folder);
    if (found == m_attempts.end()) return;
    Attempt& attempt = *found->second;
    const auto start = shim::decode_start(shim::read_small_file(folder + "/started"));
    if (start && shim::is_locked(folder) && shim::names_living_process(*start)) {
        ::kill(static_cast<pid_t>(start->pid), SIGTERM);
        return;
    }
    // Our own child keeps the signal until it listens. But after a crash between launch and start it may be an older guard
    // that gets the lock; its start record will name it.
    attempt.kill_wanted = !start;
    if (attempt.guard_pid > 0) ::kill(attempt.guard_pid, SIGTERM);
}

Evidence ProcessLauncher::inspect(const std::string& folder, std::optional<ExitRecord>& record) {
    record.reset();
    if (m_attempts.contains(folder)) return Evidence::Running;
    if (shim::is_locked(folder)) {
        Attempt* attempt = watch(folder);
        // Only a guard that still lives now is sure to close the fifo later.
        if (attempt != nullptr && shim::is_locked(folder)) {
            if (shim::file_exists(folder + "/started")) {
                QTimer::singleShot(0, attempt->notifier, [this, folder] { tell_started(folder); });
            }
            return Evidence::Running;
        }
        unwatch(folder);
    }
    return conclude(folder, record);
}

}  // namespace apollo::agent
