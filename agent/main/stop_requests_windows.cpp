// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/main/stop_requests.h"

#include <windows.h>

#include <QWinEventNotifier>

namespace apollo::agent {

namespace {

// Handlers of the console run on threads of the system and can be handed nothing: this event is where they meet the program.
HANDLE stop_event() {
    static const HANDLE event = ::CreateEventW(nullptr, TRUE, FALSE, nullptr);
    return event;
}

BOOL WINAPI on_console_event(DWORD kind) {
    StopRequests::ask();
    // The system ends the program when this returns, after some seconds at the latest.
    if (kind == CTRL_CLOSE_EVENT || kind == CTRL_SHUTDOWN_EVENT) ::Sleep(INFINITE);
    return TRUE;
}

}  // namespace

struct StopRequests::Watch {
    std::unique_ptr<QWinEventNotifier> notifier;
};

StopRequests::StopRequests() : m_watch(std::make_unique<Watch>()) {
    stop_event();
    ::SetConsoleCtrlHandler(on_console_event, TRUE);
}

StopRequests::~StopRequests() { ::SetConsoleCtrlHandler(on_console_event, FALSE); }

void StopRequests::listen(std::function<void()> on_stop) {
    m_watch->notifier = std::make_unique<QWinEventNotifier>(stop_event());
    QWinEventNotifier* notifier = m_watch->notifier.get();
    QObject::connect(notifier, &QWinEventNotifier::activated, notifier, [notifier, on_stop = std::move(on_stop)] {
        notifier->setEnabled(false);
        on_stop();
    });
}

void StopRequests::ask() { ::SetEvent(stop_event()); }

}  // namespace apollo::agent
