// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The agent's own log where nobody else keeps it: a file that makes room for itself. When it is full it becomes FILE.1, what
// was FILE.1 becomes FILE.2, and so on; the oldest goes. Losing a line is no reason to stop: nothing is returned. Main thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "common/base/disk.h"

namespace apollo::agent {

struct LogLimits {
    std::uint64_t file_bytes = 10u << 20;
    int older_files = 5;
};

class LogFile {
public:
    // Goes on behind what is there. The disk outlives the object.
    static Result<LogFile> open(Disk& disk, const std::string& path, const LogLimits& limits);

    void set_limits(const LogLimits& limits);
    void append(const std::string& text);

private:
    LogFile(Disk& disk, std::string path, const LogLimits& limits);
    Status reopen();
    void rotate();
    std::string older(int number) const { return m_path + "." + std::to_string(number); }

    Disk* m_disk;
    std::string m_path;
    LogLimits m_limits;
    std::unique_ptr<File> m_file;  // null: it could not be opened; the next line tries again
    std::uint64_t m_size_bytes = 0;
    std::uint64_t m_full_at_bytes = 0;
};

}  // namespace apollo::agent
