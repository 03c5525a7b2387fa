// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/orchestrator/log_compactor.h"

#include <chrono>

#include "common/eventlog/compaction.h"

namespace apollo::orchestrator {

namespace {

constexpr std::int64_t hour_ms = 3600 * 1000;

}  // namespace

LogCompactor::LogCompactor(Disk& disk, std::string folder, std::uint32_t keep_plain, std::function<void(const std::string& line)> on_log)
    : m_disk(disk), m_folder(std::move(folder)), m_keep_plain(keep_plain), m_on_log(std::move(on_log)) {
    if (m_keep_plain > 0) m_thread = std::thread([this] { work(); });
}

LogCompactor::~LogCompactor() {
    {
        const std::lock_guard lock(m_mutex);
        m_stopped = true;
    }
    m_changed.notify_all();
    if (m_thread.joinable()) m_thread.join();
}

bool LogCompactor::is_stopped_within(std::int64_t duration_ms) {
    std::unique_lock lock(m_mutex);
    return m_changed.wait_for(lock, std::chrono::milliseconds(duration_ms), [this] { return m_stopped; });
}

void LogCompactor::work() {
    while (!is_stopped_within(0)) {
        const auto report = eventlog::compact(m_disk, m_folder, m_keep_plain, 1);
        if (!report) m_on_log("closed segments of the log were not compressed: " + report.error().message);
        if (report && report->compressed > 0) continue;
        if (is_stopped_within(hour_ms)) return;
    }
}

}  // namespace apollo::orchestrator
