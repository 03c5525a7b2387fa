// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A second copy of the log, its snapshots, its artifacts, the keys and what callbacks are outstanding in another folder (another
// disk, a mount), made a few seconds behind on a thread of its own. Nothing waits for it; what goes wrong is said once, tried
// again, stands in DIR/run/backup.json and makes the verdict that an alert is raised by. `apollo-cli log restore` makes a data
// folder of it.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "app/orchestrator/backup_health.h"
#include "app/orchestrator/data_folder.h"
#include "common/base/clock.h"
#include "common/eventlog/log_copy.h"

namespace apollo::orchestrator {

// Whether a backup of that data folder may be kept in `to`; takes the lock of `to`, which nobody else may hold. Refused for the data
// folder itself or one inside the other, for the backup of another orchestrator, and for one that holds more than this log.
Result<FolderLock> claim_backup_folder(Disk& disk, const DataPaths& from, const std::string& to);

struct BackupPace {
    std::int64_t interval_ms = 5000;      // between two attempts
    std::int64_t alert_after_ms = 60000;  // without a complete copy
};

class BackupKeeper {
public:
    using Say = std::function<void(const std::string& line)>;
    // `disk` and `clock` are used from another thread, `say` called from it.
    BackupKeeper(Disk& disk, const Clock& clock, DataPaths from, std::string to, FolderLock lock, BackupPace pace, Say say);
    // Copies what is new once more, then ends.
    ~BackupKeeper();

    // Any thread. Why it is to be called behind, a sentence; empty: it is not; nothing: that is not known yet.
    std::optional<std::string> verdict();
    // Any thread. How old the newest complete copy is; before the first one: for how long there is none.
    std::int64_t age_ms();

private:
    void work();
    Status copy();
    Status copy_callbacks();
    void note(const std::string& trouble);
    Status drop_old_snapshots();

    Disk& m_disk;
    const Clock& m_clock;
    const DataPaths m_from;
    const DataPaths m_to;
    const BackupPace m_pace;
    const Say m_say;
    const FolderLock m_lock;
    eventlog::LogCopy m_log;
    std::optional<std::string> m_trouble;  // as it was told last
    std::mutex m_mutex;
    BackupHealth m_health;                 // under the mutex
    std::condition_variable m_changed;
    bool m_stopped = false;
    std::thread m_thread;
};

}  // namespace apollo::orchestrator
