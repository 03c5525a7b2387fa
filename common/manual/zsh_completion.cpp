// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/manual/completion.h"

namespace apollo::manual {

namespace {

// Inside single quotes; brackets and colons separate the parts of a specification.
std::string quoted(const std::string& text) {
    std::string result;
    for (const char c : text) {
        if (c == '\'') result += "'\\''";
        else if (c == '[' || c == ']' || c == ':' || c == '\\') result += std::string("\\") + c;
        else result += c;
    }
    return result;
}

std::string action_of(const OptionSpec& option) {
    switch (kind_of(option)) {
        case ValueKind::None: return "";
        case ValueKind::Text: return ":" + quoted(option.value_name) + ": ";
        case ValueKind::File: return ":" + quoted(option.value_name) + ":_files";
        case ValueKind::Folder: return ":" + quoted(option.value_name) + ":_files -/";
        case ValueKind::Choice: return ":" + quoted(option.value_name) + ":(" + joined(option.choices) + ")";
    }
    return "";
}

std::string arguments_of(const std::vector<OptionSpec>& options) {
    std::string text;
    for (const OptionSpec& option : options)
        text += std::string(" '") + (option.repeatable ? "*" : "") + "--" + option.name + "[" + quoted(option.help) + "]" + action_of(option) + "'";
    return text;
}

std::string described(const std::vector<Entry>& entries) {
    std::string text;
    for (const Entry& entry : entries) text += " '" + quoted(entry.name) + ":" + quoted(entry.text) + "'";
    return text;
}

std::string cases_of_commands(const Program& program) {
    std::vector<Entry> names;
    std::string verbs, options;
    for (const Group& group : groups_of(program)) {
        std::vector<Entry> seconds;
        const bool alone = second_word(*group.commands.front()).empty();
        names.push_back({group.name, alone ? group.commands.front()->help : "commands about " + group.name});
        for (const Command* command : group.commands) {
            if (!alone) seconds.push_back({second_word(*command), command->help});
            options += "        '" + command->name + (alone ? " '*" : "'") + ") arguments+=(" + arguments_of(command->options) +
                       (command->takes_file ? " '1:FILE:_files'" : "") + " ) ;;\n";
        }
        if (!alone) verbs += "            " + group.name + ") entries=(" + described(seconds) + " ); _describe verb entries; return ;;\n";
    }
    return "    local -a entries arguments\n    if (( CURRENT == 2 )); then\n        entries=(" + described(names) +
           " )\n        _describe command entries\n        return\n    fi\n    if (( CURRENT == 3 )); then\n        case \"$words[2]\" in\n" + verbs +
           "        esac\n    fi\n    arguments=(" + arguments_of(program.options) + " )\n    local command=\"$words[2] $words[3]\"\n    case \"$command\" in\n" + options +
           "    esac\n    shift words; (( CURRENT-- ))\n    if [[ $words[2] != -* ]]; then shift words; (( CURRENT-- )); fi\n    _arguments \"$arguments[@]\"\n";
}

}  // namespace

std::string zsh_completion(const Program& program) {
    const std::string words = program.file_pattern.empty() ? "" : " '1:FILE:_files -g \"" + program.file_pattern + "\"'";
    return "#compdef " + program.name + "\n# Printed by " + program.name + " --manual zsh; do not edit.\n_" + function_name(program) + "() {\n" +
           (program.commands.empty() ? "    _arguments" + arguments_of(program.options) + words + "\n" : cases_of_commands(program)) + "}\n_" + function_name(program) +
           " \"$@\"\n";
}

}  // namespace apollo::manual
