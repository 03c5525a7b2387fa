// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Compresses closed segments while the orchestrator runs, on a thread of its own, one segment at a time: at the start and once an
// hour. What goes wrong is said and costs nothing but space. Lives on one thread; `on_log` is called from the other.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "common/base/disk.h"

namespace apollo::orchestrator {

class LogCompactor {
public:
    // `keep_plain`: so many of the newest segments stay as they are; 0 = all, nothing is ever compressed. `disk` is used from
    // another thread.
    LogCompactor(Disk& disk, std::string folder, std::uint32_t keep_plain, std::function<void(const std::string& line)> on_log);
    // Waits for the segment that is under way.
    ~LogCompactor();

private:
    void work();
    bool is_stopped_within(std::int64_t duration_ms);

    Disk& m_disk;
    const std::string m_folder;
    const std::uint32_t m_keep_plain;
    const std::function<void(const std::string& line)> m_on_log;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_stopped = false;
    std::thread m_thread;
};

}  // namespace apollo::orchestrator
