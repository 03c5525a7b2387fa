// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Needs nothing but bash itself: the helper functions of the package bash-completion may be missing on a server.
#include "common/manual/completion.h"

namespace apollo::manual {

namespace {

std::string option_words(const std::vector<OptionSpec>& options) {
    std::vector<std::string> words;
    for (const OptionSpec& option : options) words.push_back("--" + option.name);
    return joined(words);
}

// What to offer after an option that takes a value; an option's name means the same in every command.
std::string value_cases(const Program& program) {
    std::map<std::string, std::set<std::string>> patterns;
    const auto add = [&](const std::vector<OptionSpec>& options) {
        for (const OptionSpec& option : options) {
            switch (kind_of(option)) {
                case ValueKind::None: break;
                case ValueKind::Text: patterns["return"].insert("--" + option.name); break;
                case ValueKind::File: patterns["compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- \"$current\"); return"].insert("--" + option.name); break;
                case ValueKind::Folder: patterns["compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- \"$current\"); return"].insert("--" + option.name); break;
                case ValueKind::Choice:
                    patterns["mapfile -t COMPREPLY < <(compgen -W '" + joined(option.choices) + "' -- \"$current\"); return"].insert("--" + option.name);
                    break;
            }
        }
    };
    add(program.options);
    for (const Command& command : program.commands) add(command.options);
    std::string text;
    for (const auto& [action, names] : patterns) text += "        " + joined({names.begin(), names.end()}, "|") + ") " + action + " ;;\n";
    return text;
}

std::string files_of(const std::string& pattern) {
    return "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- \"$current\"; compgen -f -X '!" + pattern + "' -- \"$current\")";
}

std::string of_plain_program(const Program& program) {
    std::string text = "    case \"$current\" in\n        -*) mapfile -t COMPREPLY < <(compgen -W '" + option_words(program.options) + "' -- \"$current\") ;;\n";
    if (!program.file_pattern.empty()) text += "        *) " + files_of(program.file_pattern) + " ;;\n";
    return text + "    esac\n";
}

std::string of_commands(const Program& program) {
    std::vector<std::string> names;
    std::string verbs, options;
    for (const Group& group : groups_of(program)) {
        std::vector<std::string> seconds;
        names.push_back(group.name);
        for (const Command* command : group.commands) {
            if (!second_word(*command).empty()) seconds.push_back(second_word(*command));
            options += "        '" + command->name + (second_word(*command).empty() ? " '*" : "'") + ") words='" + option_words(command->options) + "'" +
                       (command->takes_file ? "; takes_file=yes" : "") + " ;;\n";
        }
        if (!seconds.empty()) verbs += "            " + group.name + ") mapfile -t COMPREPLY < <(compgen -W '" + joined(seconds) + "' -- \"$current\"); return ;;\n";
    }
    return "    if [[ $COMP_CWORD -eq 1 ]]; then\n        mapfile -t COMPREPLY < <(compgen -W '" + joined(names) + " " + option_words(program.options) +
           "' -- \"$current\")\n        return\n    fi\n"
           "    if [[ $COMP_CWORD -eq 2 ]]; then\n        case \"${COMP_WORDS[1]}\" in\n" +
           verbs + "        esac\n    fi\n    local words='' takes_file=no\n    case \"${COMP_WORDS[1]} ${COMP_WORDS[2]}\" in\n" + options +
           "    esac\n    if [[ $takes_file = yes && $current != -* ]]; then\n"
           "        compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- \"$current\")\n        return\n    fi\n"
           "    mapfile -t COMPREPLY < <(compgen -W \"$words " +
           option_words(program.options) + "\" -- \"$current\")\n";
}

}  // namespace

std::string bash_completion(const Program& program) {
    return "# bash completion for " + program.name + ", printed by " + program.name + " --manual bash; do not edit.\n_" + function_name(program) +
           "() {\n    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n    COMPREPLY=()\n    case \"$previous\" in\n" + value_cases(program) +
           "    esac\n" + (program.commands.empty() ? of_plain_program(program) : of_commands(program)) + "}\ncomplete -F _" + function_name(program) + " " + program.name +
           "\n";
}

}  // namespace apollo::manual
