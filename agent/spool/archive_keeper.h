// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Archives old parts of the agent's log while it runs, on a thread of its own, one segment at a time: at the start and once an
// hour. What goes wrong is said and costs nothing but space.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "common/base/clock.h"
#include "common/base/disk.h"
#include "common/base/ids.h"

namespace apollo::agent {

struct ArchivePace {
    std::int64_t first_look_ms = 10 * 1000;  // after the start
    std::int64_t interval_ms = 3600 * 1000;  // between looks that find nothing
};

class ArchiveKeeper {
public:
    using Say = std::function<void(const std::string& line)>;
    // `acked`: see note_acked. `disk` and `clock` are used and `say` is called from another thread.
    ArchiveKeeper(Disk& disk, const Clock& clock, std::string wal_folder, std::int64_t after_ms, Sequence acked, ArchivePace pace, Say say);
    // Waits for the segment that is under way.
    ~ArchiveKeeper();

    // The center has everything up to there, as the disk remembers it. 0: a new life of the log.
    void note_acked(Sequence acked);

private:
    void work();
    std::uint32_t archive_one();
    bool is_stopped_within(std::int64_t duration_ms);

    Disk& m_disk;
    const Clock& m_clock;
    const std::string m_wal_folder;
    const std::int64_t m_after_ms;
    const ArchivePace m_pace;
    const Say m_say;
    std::string m_trouble;  // as it was said last
    std::mutex m_mutex;
    std::condition_variable m_changed;
    Sequence m_acked;       // under the mutex
    bool m_stopped = false;
    std::thread m_thread;
};

}  // namespace apollo::agent
