// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/cli/text_output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace apollo::cli {

namespace {

constexpr std::size_t kept_bytes = 64 * 1024;

}  // namespace

Result<TextOutput> TextOutput::open(const std::string& file) {
    TextOutput output;
    if (file.empty()) return output;
    auto opened = SystemDisk().open(file, OpenMode::Create);
    if (!opened) return opened.error();
    if (auto emptied = (*opened)->truncate(0); !emptied) return emptied.error();
    output.m_file = std::move(*opened);
    return output;
}

void TextOutput::add(const std::string& text) {
    m_kept += text;
    if (m_kept.size() >= kept_bytes) write_kept();
}

void TextOutput::write_kept() {
    if (is_well() && m_file) {
        m_done = m_file->write_at(m_size_bytes, as_bytes(m_kept));
        m_size_bytes += m_kept.size();
    } else if (is_well() && (std::fwrite(m_kept.data(), 1, m_kept.size(), stdout) != m_kept.size() || std::fflush(stdout) != 0)) {
        m_reader_left = errno == EPIPE;
        if (!m_reader_left) m_done = Error{ErrorKind::Io, std::strerror(errno)};
    }
    m_kept.clear();
}

Status TextOutput::finish() {
    write_kept();
    return m_done;
}

}  // namespace apollo::cli
