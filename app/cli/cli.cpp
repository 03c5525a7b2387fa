// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/cli/cli.h"

#include <algorithm>

#include "app/cli/commands.h"

namespace apollo::cli {

namespace {

std::vector<OptionSpec> common_options() {
    return {{"data", "DIR", "data folder of a local orchestrator (default: ~/.local/share/apollo)"},
            {"connect", "HOST:PORT", "address of the orchestrator, instead of the one the data folder names"},
            {"profile", "NAME", "use ~/.config/apollo/profiles/NAME: operator.key, operator.crt, ca.crt, server"},
            {"json", "", "print one JSON document"},
            {"config", "FILE", "YAML file with values of these options; the command line wins"},
            {"help", "", "show this text"},
            {"version", "", "show the version"}};
}

std::vector<Verb> all_verbs() {
    std::vector<Verb> verbs;
    for (const auto& part : {task_verbs(), task_change_verbs(), output_verbs(), steering_verbs(), node_verbs(), queue_verbs(), event_verbs(), log_verbs(), replay_verbs(), store_verbs(), doctor_verbs(), drill_verbs(), import_verbs(), export_verbs()}) {
        verbs.insert(verbs.end(), part.begin(), part.end());
    }
    return verbs;
}

std::string full_name(const Verb& verb) {
    const std::string name = *verb.name == '\0' ? std::string() : std::string(" ") + verb.name;
    return verb.group + name + (verb.takes_file ? " FILE" : "");
}

void print_usage(const std::vector<Verb>& verbs, const std::string& group) {
    print("usage: apollo-cli GROUP VERB [options]\n");
    std::vector<std::vector<std::string>> rows;
    for (const Verb& verb : verbs) {
        if (!group.empty() && group != verb.group) continue;
        rows.push_back({"  " + full_name(verb), verb.help});
    }
    print_table(rows);
    print("\noptions of every verb:\n" + options_help(common_options()));
    print("exit codes: 0 done; 1 it ran and the answer is no; 2 bad usage or input; 3 orchestrator not reachable; 4 not allowed");
}

int unknown_verb(const std::vector<Verb>& verbs, const std::vector<std::string>& words) {
    std::vector<std::string> groups, names;
    for (const Verb& verb : verbs) {
        groups.push_back(verb.group);
        if (words[0] == verb.group) names.push_back(verb.name);
    }
    if (names.empty()) {
        const std::string nearest = nearest_text(words[0], groups);
        return fail(exit_bad_input, "unknown command '" + words[0] + "'" + (nearest.empty() ? "; see --help" : "; did you mean '" + nearest + "'?"));
    }
    if (words.size() == 1) {
        print_usage(verbs, words[0]);
        return exit_bad_input;
    }
    const std::string nearest = nearest_text(words[1], names);
    return fail(exit_bad_input, "unknown command '" + words[0] + " " + words[1] + "'" +
                                    (nearest.empty() ? "; see: apollo-cli " + words[0] + " --help" : "; did you mean '" + words[0] + " " + nearest + "'?"));
}

const Verb* find_verb(const std::vector<Verb>& verbs, const std::vector<std::string>& words) {
    for (const Verb& verb : verbs) {
        if (words.empty() || words[0] != verb.group) continue;
        if (*verb.name == '\0' || (words.size() >= 2 && words[1] == verb.name)) return &verb;
    }
    return nullptr;
}

// The words before the first option say which verb it is, and with it which options there are.
std::vector<std::string> leading_words(const std::vector<std::string>& arguments) {
    std::vector<std::string> words;
    for (const std::string& argument : arguments) {
        if (!argument.empty() && argument[0] == '-') break;
        words.push_back(argument);
    }
    return words;
}

bool asks(const std::vector<std::string>& arguments, const char* what) {
    return std::find(arguments.begin(), arguments.end(), what) != arguments.end();
}

}  // namespace

int run(const std::vector<std::string>& arguments, const Doors& doors) {
    const std::vector<Verb> verbs = all_verbs();
    const std::vector<std::string> words = leading_words(arguments);
    const Verb* verb = find_verb(verbs, words);
    if (!verb) {
        auto options = parse_options(arguments, common_options());
        if (!options && words.empty()) return fail(options.error());
        if (asks(arguments, "--version")) return print(std::string("apollo-cli ") + APOLLO_VERSION), exit_done;
        if (asks(arguments, "--help") || asks(arguments, "-h")) return print_usage(verbs, words.empty() ? "" : words[0]), exit_done;
        if (words.empty()) return print_usage(verbs, ""), exit_bad_input;
        return unknown_verb(verbs, words);
    }
    std::vector<OptionSpec> specs = verb->options;
    for (const OptionSpec& spec : common_options()) specs.push_back(spec);
    auto options = parse_options(std::vector<std::string>(arguments.begin() + (*verb->name == '\0' ? 1 : 2), arguments.end()), specs);
    if (!options) return fail(options.error());
    if (options->has("version")) return print(std::string("apollo-cli ") + APOLLO_VERSION), exit_done;
    if (options->has("help")) {
        print("usage: apollo-cli " + full_name(*verb) + " [options]\n" + verb->help + "\n");
        print(options_help(specs));
        return exit_done;
    }
    if (options->has("config")) {
        if (auto added = doors.add_config_file(*options, options->value("config"), specs); !added) return fail(added.error());
    }
    const std::size_t wanted_words = verb->takes_file ? 1 : 0;
    if (options->words().size() > wanted_words) return fail(exit_bad_input, "unexpected word '" + options->words()[wanted_words] + "'; see --help");
    Context context(std::move(options).value(), doors);
    return verb->run(context);
}

}  // namespace apollo::cli
