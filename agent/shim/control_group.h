// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The control group (cgroup v2) of one attempt: its limit of memory holds for the whole tree of processes together, and the
// kernel tells when it struck. It lies below a folder that an administrator gives to the agent for that; the group of the service
// itself is left alone, since with groups of ours in it, and steps that outlive an agent, systemd could not start the next one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace apollo::shim {

class ControlGroup {
public:
    // nullopt: it cannot be made; `why_not` is a sentence then, and setrlimit has to do.
    static std::optional<ControlGroup> make(const std::string& parent, const std::string& name, std::int64_t memory_bytes, std::string& why_not);

    // This process, with all that it starts from now on, belongs to it.
    bool join() const;
    // The kernel has killed something in it for want of memory.
    bool has_memory_struck() const;
    // When nothing lives in it any more.
    void remove() const;

private:
    explicit ControlGroup(std::string folder) : m_folder(std::move(folder)) {}
    std::string m_folder;
};

}  // namespace apollo::shim
