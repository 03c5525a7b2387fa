// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/session/package_fetcher.h"

#include "common/base/bytes.h"
#include "common/base/sha256.h"

namespace apollo::agent {

PackageFetcher::PackageFetcher(Disk& disk, std::string folder, std::function<bool(const wire::Envelope&)> send)
    : m_disk(disk), m_folder(std::move(folder)), m_send(std::move(send)) {}

void PackageFetcher::fetch(const std::string& sha256) {
    m_sha256 = sha256;
    m_size_bytes = 0;
    if (m_disk.exists(part_file())) {
        auto file = m_disk.open(part_file(), OpenMode::Read);
        const auto size = file ? (*file)->size() : Result<std::uint64_t>(file.error());
        if (size) m_size_bytes = *size;
    }
    ask();
}

void PackageFetcher::ask() {
    if (m_sha256.empty()) return;
    wire::Envelope envelope;
    envelope.mutable_artifact_wanted()->set_sha256(m_sha256);
    envelope.mutable_artifact_wanted()->set_offset(m_size_bytes);
    // If it cannot leave now, it is asked again when the connection is back.
    m_send(envelope);
}

void PackageFetcher::on_chunk(const wire::ArtifactChunk& chunk) {
    if (m_sha256.empty() || chunk.sha256() != m_sha256 || chunk.offset() > m_size_bytes) return;
    // What lies here is longer than the whole: it is something else.
    if (chunk.offset() < m_size_bytes) return begin_anew();
    if (auto taken = take(chunk); !taken) {
        (void)m_disk.remove(part_file());  // the room is needed for other things
        return end(taken);
    }
    if (!chunk.last()) return ask();
    const auto content = m_disk.read_file(part_file());
    if (!content) return end(content.error());
    if (sha256_hex(as_bytes(*content)) == m_sha256) return end(m_disk.rename(part_file(), file_of(m_sha256)));
    // The next try begins with nothing.
    (void)m_disk.remove(part_file());
    end(Error{ErrorKind::Damaged, "what came from the center does not have the SHA-256 " + m_sha256});
}

void PackageFetcher::begin_anew() {
    (void)m_disk.remove(part_file());
    m_size_bytes = 0;
    ask();
}

Status PackageFetcher::take(const wire::ArtifactChunk& chunk) {
    if (auto made = m_disk.make_folder(m_folder); !made) return made;
    auto file = m_disk.open(part_file(), m_disk.exists(part_file()) ? OpenMode::ReadWrite : OpenMode::Create);
    if (!file) return file.error();
    if (auto written = (*file)->write_at(m_size_bytes, as_bytes(chunk.content())); !written) return written;
    if (chunk.last()) {
        if (auto synced = (*file)->sync(); !synced) return synced;
    }
    m_size_bytes += chunk.content().size();
    return success();
}

void PackageFetcher::on_refused(const std::string& sha256, const std::string& reason) {
    if (sha256 == m_sha256 && !m_sha256.empty()) end(Error{ErrorKind::Refused, reason});
}

void PackageFetcher::end(const Status& done) {
    m_sha256.clear();
    if (on_done) on_done(done);
}

}  // namespace apollo::agent
