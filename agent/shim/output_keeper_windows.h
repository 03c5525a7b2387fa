// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Keeps what a command prints, up to a limit. What is beyond is read and dropped.
#pragma once

#include <memory>
#include <string>

#include "agent/shim/objects_windows.h"
#include "common/base/disk.h"
#include "common/base/launcher.h"

namespace apollo::shim {

class OutputKeeper {
public:
    OutputKeeper(const std::string& file, std::uint64_t limit_bytes);
    // Until nobody has the pipe's other end open any more; the file is on the medium then. On any one thread.
    void read_all(Handle pipe);
    void describe(ExitRecord& record) const;

private:
    void keep(std::string_view bytes);

    const std::uint64_t m_limit_bytes;
    SystemDisk m_disk;
    std::unique_ptr<File> m_file;
    std::uint64_t m_size_bytes = 0;
    bool m_truncated = false;
    std::string m_failure;
};

}  // namespace apollo::shim
