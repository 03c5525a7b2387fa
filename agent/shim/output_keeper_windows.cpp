// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <windows.h>

#include <algorithm>

#include "agent/shim/output_keeper_windows.h"

namespace apollo::shim {

OutputKeeper::OutputKeeper(const std::string& file, std::uint64_t limit_bytes) : m_limit_bytes(limit_bytes) {
    auto opened = m_disk.open(file, OpenMode::Create);
    if (opened) m_file = std::move(*opened);
    else m_failure = opened.error().message;
    if (m_file) (void)m_file->truncate(0);
}

void OutputKeeper::read_all(Handle pipe) {
    std::string buffer(65536, '\0');
    DWORD size = 0;
    while (::ReadFile(pipe, buffer.data(), static_cast<DWORD>(buffer.size()), &size, nullptr) != 0) keep({buffer.data(), size});
    if (!m_file || !m_failure.empty()) return;
    if (auto synced = m_file->sync(); !synced) m_failure = synced.error().message;
}

void OutputKeeper::keep(std::string_view bytes) {
    const std::uint64_t room = m_limit_bytes - m_size_bytes;
    if (bytes.size() > room) m_truncated = true;
    bytes = bytes.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), room)));
    if (bytes.empty() || !m_failure.empty()) return;
    if (auto written = m_file->write_at(m_size_bytes, as_bytes(bytes)); !written) {
        m_failure = written.error().message;
        return;
    }
    m_size_bytes += bytes.size();
}

void OutputKeeper::describe(ExitRecord& record) const {
    record.output_truncated = m_truncated || !m_failure.empty();
    if (m_failure.empty()) return;
    if (!record.message.empty()) record.message += "; ";
    record.message += "the output could not be stored: " + m_failure;
}

}  // namespace apollo::shim
