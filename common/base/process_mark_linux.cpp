// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/base/process_mark.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>

namespace apollo {

namespace {

// Files of /proc; a disk's Result and Error would be too much for a guard that starts once per attempt.
std::string read_kernel_file(const std::string& path) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) return {};
    char text[1024];
    const ssize_t size = ::read(fd, text, sizeof text);
    ::close(fd);
    return size > 0 ? std::string(text, static_cast<std::size_t>(size)) : std::string();
}

}  // namespace

std::string boot_id() {
    std::string text = read_kernel_file("/proc/sys/kernel/random/boot_id");
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return text;
}

std::uint64_t start_ticks(std::int64_t pid) {
    const std::string stat = read_kernel_file("/proc/" + std::to_string(pid) + "/stat");
    // The name (field 2) may hold spaces and brackets; the last bracket ends it.
    auto at = stat.rfind(')');
    if (at == std::string::npos) return 0;
    for (int field = 2; field < 22; ++field) {
        at = stat.find(' ', at + 1);
        if (at == std::string::npos) return 0;
    }
    return std::strtoull(stat.c_str() + at + 1, nullptr, 10);
}

}  // namespace apollo
