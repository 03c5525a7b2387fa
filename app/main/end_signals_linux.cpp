// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/main/end_signals.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <QSocketNotifier>

namespace apollo::programs {

void raise_file_limit() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    (void)::setrlimit(RLIMIT_NOFILE, &limit);
}

void unblock_signals_of(QProcess& process) {
    // Between fork and exec.
    process.setChildProcessModifier([] {
        sigset_t none;
        sigemptyset(&none);
        (void)::sigprocmask(SIG_SETMASK, &none, nullptr);
    });
}

struct EndSignals::Watch {
    int fd = -1;
    std::unique_ptr<QSocketNotifier> notifier;
};

EndSignals::EndSignals(std::function<void()> on_end) : m_watch(std::make_unique<Watch>()) {
    sigset_t wanted;
    sigemptyset(&wanted);
    sigaddset(&wanted, SIGTERM);
    sigaddset(&wanted, SIGINT);
    // Blocked in every thread started from now on, so that only the descriptor sees them.
    pthread_sigmask(SIG_BLOCK, &wanted, nullptr);
    m_watch->fd = signalfd(-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK);
    m_watch->notifier = std::make_unique<QSocketNotifier>(m_watch->fd, QSocketNotifier::Read);
    connect(m_watch->notifier.get(), &QSocketNotifier::activated, this, [this, on_end = std::move(on_end)] {
        signalfd_siginfo info;
        while (::read(m_watch->fd, &info, sizeof info) == sizeof info) on_end();
    });
}

EndSignals::~EndSignals() {
    m_watch->notifier.reset();
    if (m_watch->fd >= 0) ::close(m_watch->fd);
}

}  // namespace apollo::programs
