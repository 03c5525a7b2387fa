// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Being asked to end: SIGTERM and SIGINT; on Windows Ctrl+C, Ctrl+Break and the service manager.
#pragma once

#include <functional>
#include <memory>

namespace apollo::agent {

// One object per process, made before any thread is started.
class StopRequests {
public:
    StopRequests();
    ~StopRequests();
    StopRequests(const StopRequests&) = delete;
    StopRequests& operator=(const StopRequests&) = delete;

    // Needs the application. `on_stop` is called once, from its event loop; also for what was asked before.
    void listen(std::function<void()> on_stop);
    // Asks this very program. Any thread.
    static void ask();

private:
    struct Watch;
    std::unique_ptr<Watch> m_watch;
};

}  // namespace apollo::agent
