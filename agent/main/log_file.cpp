// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/main/log_file.h"

namespace apollo::agent {

LogFile::LogFile(Disk& disk, std::string path, const LogLimits& limits) : m_disk(&disk), m_path(std::move(path)) { set_limits(limits); }

Result<LogFile> LogFile::open(Disk& disk, const std::string& path, const LogLimits& limits) {
    LogFile log(disk, path, limits);
    if (auto opened = log.reopen(); !opened) return opened.error();
    return log;
}

void LogFile::set_limits(const LogLimits& limits) {
    m_limits = limits;
    m_full_at_bytes = limits.file_bytes;
}

Status LogFile::reopen() {
    auto file = m_disk->open(m_path, OpenMode::Create);
    if (!file) return file.error();
    const auto size = (*file)->size();
    if (!size) return size.error();
    m_file = std::move(*file);
    m_size_bytes = *size;
    return success();
}

void LogFile::append(const std::string& text) {
    if (m_size_bytes > 0 && m_size_bytes + text.size() > m_full_at_bytes) rotate();
    if (!m_file && !reopen()) return;
    if (m_file->write_at(m_size_bytes, as_bytes(text))) m_size_bytes += text.size();
}

void LogFile::rotate() {
    m_file.reset();
    for (int number = m_limits.older_files - 1; number >= 1; --number) {
        if (m_disk->exists(older(number))) (void)m_disk->rename(older(number), older(number + 1));
    }
    const Status made_room = m_limits.older_files > 0 ? m_disk->rename(m_path, older(1)) : m_disk->remove(m_path);
    // Somebody holds one of them so that it cannot be moved: a longer file is better than none, and not every line is to try.
    m_full_at_bytes = made_room ? m_limits.file_bytes : m_size_bytes + m_limits.file_bytes / 8;
    if (made_room) m_size_bytes = 0;
}

}  // namespace apollo::agent
