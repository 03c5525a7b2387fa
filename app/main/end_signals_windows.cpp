// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/main/end_signals.h"

#include <windows.h>

#include <QWinEventNotifier>

namespace apollo::programs {

namespace {

// Handlers of the console run on threads of the system and can be handed nothing: this event is where they meet the program.
HANDLE end_event() {
    static const HANDLE event = ::CreateEventW(nullptr, FALSE, FALSE, nullptr);
    return event;
}

BOOL WINAPI on_console_event(DWORD kind) {
    ::SetEvent(end_event());
    // The system ends the program when this returns, after some seconds at the latest.
    if (kind == CTRL_CLOSE_EVENT || kind == CTRL_SHUTDOWN_EVENT) ::Sleep(INFINITE);
    return TRUE;
}

}  // namespace

// Windows has no such limit.
void raise_file_limit() {}

// Nor are there signals to block.
void unblock_signals_of(QProcess&) {}

struct EndSignals::Watch {
    std::unique_ptr<QWinEventNotifier> notifier;
};

EndSignals::EndSignals(std::function<void()> on_end) : m_watch(std::make_unique<Watch>()) {
    m_watch->notifier = std::make_unique<QWinEventNotifier>(end_event());
    connect(m_watch->notifier.get(), &QWinEventNotifier::activated, this, [on_end = std::move(on_end)] { on_end(); });
    ::SetConsoleCtrlHandler(on_console_event, TRUE);
}

EndSignals::~EndSignals() { ::SetConsoleCtrlHandler(on_console_event, FALSE); }

}  // namespace apollo::programs
