// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/manual/completion.h"

#include <algorithm>

namespace apollo::manual {

ValueKind kind_of(const OptionSpec& option) {
    if (option.value_name.empty()) return ValueKind::None;
    if (!option.choices.empty()) return ValueKind::Choice;
    if (option.value_name == "DIR") return ValueKind::Folder;
    if (option.value_name == "F" || option.value_name.rfind("FILE", 0) == 0) return ValueKind::File;
    return ValueKind::Text;
}

std::string function_name(const Program& program) {
    std::string name = program.name;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

std::string joined(const std::vector<std::string>& words, const std::string& between) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
    return text;
}

std::vector<Group> groups_of(const Program& program) {
    std::vector<Group> groups;
    for (const Command& command : program.commands) {
        const std::string name = command.name.substr(0, command.name.find(' '));
        auto group = std::find_if(groups.begin(), groups.end(), [&](const Group& one) { return one.name == name; });
        if (group == groups.end()) group = groups.insert(groups.end(), Group{name, {}});
        group->commands.push_back(&command);
    }
    return groups;
}

std::string second_word(const Command& command) {
    const auto space = command.name.find(' ');
    return space == std::string::npos ? std::string() : command.name.substr(space + 1);
}

}  // namespace apollo::manual
