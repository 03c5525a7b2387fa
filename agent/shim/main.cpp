// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// apollo-shim --folder DIR: runs the command of DIR/spec, outlives the agent, and leaves DIR/exit. See RECORDS.md.
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "agent/shim/attempt_files.h"
#include "agent/shim/guard.h"
#include "agent/shim/records.h"

namespace {

using namespace apollo;

enum ExitCode { recorded = 0, bad_usage = 2, not_first = 3, nothing_run = 4, not_recorded = 5 };

// The exit record is written into space that was taken before the start, so that a disk which fills up meanwhile does
// not lose the outcome.
constexpr off_t reserved_bytes = 4096;

int complain(int code, const std::string& text) {
    std::fprintf(stderr, "apollo-shim: %s\n", text.c_str());
    return code;
}

// Held open for read and write: writing never blocks or raises SIGPIPE when the agent is away, and whoever holds the
// read end sees the end of this process at once. Opened before everything inherited is closed, because the agent hands
// over a descriptor of the same fifo to cover the time until here.
int open_alive(const std::string& folder) {
    for (int fd = ::open("/dev/null", O_RDWR); fd >= 0; fd = ::open("/dev/null", O_RDWR)) {
        if (fd <= 2) continue;
        ::close(fd);
        break;
    }
    const int alive = ::open((folder + "/alive").c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (alive < 0) return -1;
    if (alive > 3) ::close_range(3, static_cast<unsigned>(alive) - 1, 0);
    ::close_range(static_cast<unsigned>(alive) + 1, ~0u, 0);
    return alive;
}

bool reserve_exit_record(const std::string& path) {
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) return false;
    const int code = ::posix_fallocate(fd, 0, reserved_bytes);
    ::close(fd);
    return code == 0;
}

bool write_exit_record(const std::string& folder, const ExitRecord& record) {
    const std::string bytes = shim::encode(record);
    const std::string temporary = folder + "/exit.tmp";
    const int fd = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) return false;
    const bool written = ::pwrite(fd, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()) &&
                         ::ftruncate(fd, static_cast<off_t>(bytes.size())) == 0 && ::fsync(fd) == 0;
    ::close(fd);
    return written && ::rename(temporary.c_str(), (folder + "/exit").c_str()) == 0 && shim::sync_folder(folder).ok();
}

void block_signals() {
    sigset_t set;
    ::sigfillset(&set);
    ::sigprocmask(SIG_SETMASK, &set, nullptr);
    // An ignored SIGCHLD would be inherited and reap the command behind our back.
    ::signal(SIGCHLD, SIG_DFL);
}

int guard_attempt(const std::string& folder) {
    const int alive = open_alive(folder);
    if (alive < 0) return complain(nothing_run, "cannot open " + folder + "/alive: " + std::strerror(errno));
    if (shim::take_lock(folder) < 0) return complain(not_first, "another guard holds " + folder + "/lock");
    if (shim::file_exists(folder + "/started") || shim::file_exists(folder + "/exit")) {
        return complain(not_first, folder + " was already run");
    }
    auto spec = shim::decode_spec(shim::read_small_file(folder + "/spec"));
    if (!spec) return complain(nothing_run, folder + "/spec is missing or not a spec");
    spec->environment.emplace_back("APOLLO_RUN_FOLDER", folder);
    if (!reserve_exit_record(folder + "/exit.tmp")) {
        return complain(nothing_run, "no room for the exit record in " + folder);
    }
    const shim::StartRecord start{::getpid(), shim::start_ticks(::getpid()), shim::boot_id(), shim::wall_now()};
    if (auto written = shim::write_durably(folder, "started", shim::encode(start)); !written) {
        // Half a start record would be taken for a start.
        ::unlink((folder + "/started").c_str());
        return complain(nothing_run, written.error().message);
    }
    const ExitRecord record = shim::Guard(*spec, folder, start.started_at).run([alive] {
        [[maybe_unused]] const ssize_t told = ::write(alive, "S", 1);
    });
    return write_exit_record(folder, record) ? recorded : not_recorded;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc == 2 && std::strcmp(argv[1], "--version") == 0) {
        std::puts("apollo-shim " APOLLO_VERSION);
        return 0;
    }
    if (argc != 3 || std::strcmp(argv[1], "--folder") != 0) {
        return complain(bad_usage, "usage: apollo-shim --folder DIR");
    }
    block_signals();
    ::setsid();
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    return guard_attempt(argv[2]);
}
