// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A second copy of the log, its snapshots, its artifacts and the keys in another folder (another disk, a mount), made a few
// seconds behind on a thread of its own. Nothing waits for it; what goes wrong is said once and tried again. `apollo-cli log
// restore` makes a data folder of it.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "app/orchestrator/data_folder.h"
#include "common/eventlog/log_copy.h"

namespace apollo::orchestrator {

// Whether a backup of that data folder may be kept in `to`; takes the lock of `to`, which nobody else may hold. Refused for the data
// folder itself or one inside the other, for the backup of another orchestrator, and for one that holds more than this log.
Result<FolderLock> claim_backup_folder(Disk& disk, const DataPaths& from, const std::string& to);

class BackupKeeper {
public:
    using Say = std::function<void(const std::string& line)>;
    // `disk` is used from another thread, `say` called from it.
    BackupKeeper(Disk& disk, DataPaths from, std::string to, FolderLock lock, std::int64_t interval_ms, Say say);
    // Copies what is new once more, then ends.
    ~BackupKeeper();

private:
    void work();
    Status copy();
    Status drop_old_snapshots();

    Disk& m_disk;
    const DataPaths m_from;
    const DataPaths m_to;
    const std::int64_t m_interval_ms;
    const Say m_say;
    const FolderLock m_lock;
    eventlog::LogCopy m_log;
    std::string m_trouble;  // as it was said last
    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_stopped = false;
    std::thread m_thread;
};

}  // namespace apollo::orchestrator
