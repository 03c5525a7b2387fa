// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/spool/archive_keeper.h"

#include <chrono>

#include "agent/spool/archive.h"

namespace apollo::agent {

ArchiveKeeper::ArchiveKeeper(Disk& disk, const Clock& clock, std::string wal_folder, std::int64_t after_ms, Sequence acked, ArchivePace pace, Say say)
    : m_disk(disk), m_clock(clock), m_wal_folder(std::move(wal_folder)), m_after_ms(after_ms), m_pace(pace), m_say(std::move(say)), m_acked(acked) {
    m_thread = std::thread([this] { work(); });
}

ArchiveKeeper::~ArchiveKeeper() {
    {
        const std::lock_guard lock(m_mutex);
        m_stopped = true;
    }
    m_changed.notify_all();
    m_thread.join();
}

void ArchiveKeeper::note_acked(Sequence acked) {
    const std::lock_guard lock(m_mutex);
    m_acked = acked;
}

bool ArchiveKeeper::is_stopped_within(std::int64_t duration_ms) {
    std::unique_lock lock(m_mutex);
    return m_changed.wait_for(lock, std::chrono::milliseconds(duration_ms), [this] { return m_stopped; });
}

std::uint32_t ArchiveKeeper::archive_one() {
    const Sequence acked = [this] {
        const std::lock_guard lock(m_mutex);
        return m_acked;
    }();
    const auto report = archive_old_segments(m_disk, m_wal_folder, acked, WallTime{m_clock.now().wall.ms - m_after_ms}, 1);
    const std::string trouble = report ? std::string() : report.error().message;
    if (trouble != m_trouble && !trouble.empty()) m_say("old parts of the agent's log were not archived: " + trouble);
    m_trouble = trouble;
    return report ? report->segments : 0;
}

void ArchiveKeeper::work() {
    bool is_stopped = is_stopped_within(m_pace.first_look_ms);
    while (!is_stopped) is_stopped = is_stopped_within(archive_one() > 0 ? 0 : m_pace.interval_ms);
}

}  // namespace apollo::agent
