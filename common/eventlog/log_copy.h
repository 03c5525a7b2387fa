// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Keeps a second copy of a log's folder, beside a running writer: closed segments and what the open one holds so far. The copy is
// a log by itself; at worst its newest records are missing or its end is torn.
#pragma once

#include <map>
#include <string>

#include "common/base/disk.h"

namespace apollo::eventlog {

class LogCopy {
public:
    LogCopy(Disk& disk, std::string from, std::string to) : m_disk(disk), m_from(std::move(from)), m_to(std::move(to)) {}

    // Step one: how long each file is now. Whatever the records up to there refer to is on the disk already, and is to be copied
    // before step two.
    Status look();
    // Step two: copies everything up to there.
    Status copy();
    // Refused if the copy holds more than the log: then it is the copy of another one, or of a later time.
    Status check_copy();

private:
    Status take_over();
    std::map<std::string, std::uint64_t> sizes_in_copy() const;
    Status copy_one(const std::string& name, std::uint64_t size);
    // Whether the copy's file is what the log's begins with, up to that size.
    bool is_beginning(const std::string& name, std::uint64_t size) const;
    Status keep_aside(const std::string& name);

    Disk& m_disk;
    const std::string m_from;
    const std::string m_to;
    std::map<std::string, std::uint64_t> m_sizes;   // as look() found them
    // Complete in the copy. What an earlier life left is taken over, but for its newest file: that one's end may differ. Then the log may
    // have been hurt since, and the copy is kept under another name (NAME.kept1, …) instead of being overwritten.
    std::map<std::string, std::uint64_t> m_copied;
    bool m_is_begun = false;
};

}  // namespace apollo::eventlog
