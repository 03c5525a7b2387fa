// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Brings content that an order names from the center to this machine, piece by piece over the session's connection. What has come
// stays on the disk: after a lost connection, or a restart, it goes on behind it. One at a time. Lives on the session's thread.
#pragma once

#include <functional>
#include <string>

#include "apollo.pb.h"
#include "common/base/disk.h"

namespace apollo::agent {

class PackageFetcher {
public:
    // Content lies in FOLDER/<sha256>; FOLDER is made when it is needed. `send` may refuse while there is no connection.
    PackageFetcher(Disk& disk, std::string folder, std::function<bool(const wire::Envelope&)> send);

    std::string file_of(const std::string& sha256) const { return m_folder + "/" + sha256; }
    bool has(const std::string& sha256) const { return m_disk.exists(file_of(sha256)); }
    // Begins; on_done comes later, once, unless it is given up. Another one that is on its way is given up.
    void fetch(const std::string& sha256);
    void give_up() { m_sha256.clear(); }
    const std::string& wanted() const { return m_sha256; }

    // From the session.
    void on_connected() { ask(); }
    void on_chunk(const wire::ArtifactChunk& chunk);
    void on_refused(const std::string& sha256, const std::string& reason);

    // Refused: the center does not give it. Io: the disk. Damaged: what came is not what was named.
    std::function<void(const Status& done)> on_done;

private:
    void ask();
    void begin_anew();
    Status take(const wire::ArtifactChunk& chunk);
    void end(const Status& done);
    std::string part_file() const { return file_of(m_sha256) + ".part"; }

    Disk& m_disk;
    const std::string m_folder;
    const std::function<bool(const wire::Envelope&)> m_send;
    std::string m_sha256;  // empty: nothing is wanted
    std::uint64_t m_size_bytes = 0;  // of what has come
};

}  // namespace apollo::agent
