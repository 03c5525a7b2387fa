// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/shim/control_group.h"

#include <filesystem>
#include <fstream>
#include <string>

namespace apollo::shim {

namespace {

bool has_word(const std::string& file, const std::string& word) {
    std::ifstream words(file);
    for (std::string one; words >> one;) {
        if (one == word) return true;
    }
    return false;
}

bool write_value(const std::string& file, const std::string& value) {
    std::ofstream out(file);
    out << value << std::endl;
    out.close();
    return !out.fail();
}

}  // namespace

std::optional<ControlGroup> ControlGroup::make(const std::string& parent, const std::string& name, std::int64_t memory_bytes, std::string& why_not) {
    const std::string given = parent + "/cgroup.subtree_control";
    const bool is_given = has_word(given, "memory") || (has_word(parent + "/cgroup.controllers", "memory") && write_value(given, "+memory"));
    if (!is_given) {
        why_not = parent + " has no memory controller to give";
        return std::nullopt;
    }
    const std::string folder = parent + "/" + name;
    std::error_code failed;
    std::filesystem::create_directory(folder, failed);
    if (failed) {
        why_not = "cannot make " + folder + ": " + failed.message();
        return std::nullopt;
    }
    const ControlGroup group(folder);
    if (!write_value(folder + "/memory.max", std::to_string(memory_bytes))) {
        why_not = "cannot write " + folder + "/memory.max";
        group.remove();
        return std::nullopt;
    }
    // Where the kernel knows them: no way out by swapping, and no half of a tree left over.
    write_value(folder + "/memory.swap.max", "0");
    write_value(folder + "/memory.oom.group", "1");
    return group;
}

bool ControlGroup::join() const { return write_value(m_folder + "/cgroup.procs", "0"); }

bool ControlGroup::has_memory_struck() const {
    std::ifstream events(m_folder + "/memory.events");
    std::uint64_t count = 0;
    for (std::string name; events >> name >> count;) {
        if (name == "oom_kill" && count > 0) return true;
    }
    return false;
}

void ControlGroup::remove() const {
    std::error_code failed;
    std::filesystem::remove(m_folder, failed);
}

}  // namespace apollo::shim
