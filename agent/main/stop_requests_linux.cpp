// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <QSocketNotifier>

#include "agent/main/stop_requests.h"

namespace apollo::agent {

struct StopRequests::Watch {
    int fd = -1;
    std::unique_ptr<QSocketNotifier> notifier;
};

StopRequests::StopRequests() : m_watch(std::make_unique<Watch>()) {
    ::signal(SIGPIPE, SIG_IGN);
    ::signal(SIGCHLD, SIG_DFL);
    sigset_t set;
    ::sigemptyset(&set);
    ::sigaddset(&set, SIGTERM);
    ::sigaddset(&set, SIGINT);
    ::sigprocmask(SIG_BLOCK, &set, nullptr);
    m_watch->fd = ::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

StopRequests::~StopRequests() {
    m_watch->notifier.reset();
    if (m_watch->fd >= 0) ::close(m_watch->fd);
}

void StopRequests::listen(std::function<void()> on_stop) {
    m_watch->notifier = std::make_unique<QSocketNotifier>(m_watch->fd, QSocketNotifier::Read);
    QSocketNotifier* notifier = m_watch->notifier.get();
    QObject::connect(notifier, &QSocketNotifier::activated, notifier, [notifier, on_stop = std::move(on_stop)] {
        notifier->setEnabled(false);
        on_stop();
    });
}

void StopRequests::ask() { ::kill(::getpid(), SIGTERM); }

}  // namespace apollo::agent
