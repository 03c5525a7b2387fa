// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/cli/cli.h"

#include <algorithm>
#include <cstdio>

#include "app/cli/cli_manual.h"
#include "common/base/bytes.h"

namespace apollo::cli {

namespace {

std::string full_name(const Verb& verb) {
    const std::string name = *verb.name == '\0' ? std::string() : std::string(" ") + verb.name;
    return verb.group + name + (verb.takes_file ? " FILE" : "");
}

void print_usage(const std::vector<Verb>& verbs, const std::string& group) {
    if (group.empty()) {
        std::fputs(manual::help_text(cli_manual()).c_str(), stdout);
        return;
    }
    print("usage: apollo-cli " + group + " VERB [options]\n");
    std::vector<std::vector<std::string>> rows;
    for (const Verb& verb : verbs) {
        if (group == verb.group) rows.push_back({"  " + full_name(verb), verb.help});
    }
    print_table(rows);
    print("\noptions of every verb:\n" + options_help(common_options()));
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

bool asks(const std::vector<std::string>& arguments, const char* what) {
    return std::find(arguments.begin(), arguments.end(), what) != arguments.end();
}

// What can be asked of the program itself, without a verb.
int about_itself(const std::vector<Verb>& verbs, const std::vector<std::string>& words, const std::vector<std::string>& arguments) {
    std::vector<OptionSpec> specs = common_options();
    specs.push_back(manual::manual_option());
    auto options = parse_options(arguments, specs);
    if (!options && words.empty()) return fail(options.error());
    if (options && options->has("manual")) {
        const auto text = manual::render(cli_manual(), APOLLO_VERSION, options->value("manual"));
        if (!text) return fail(text.error());
        return std::fputs(text->c_str(), stdout), exit_done;
    }
    if (asks(arguments, "--version")) return print(std::string("apollo-cli ") + APOLLO_VERSION), exit_done;
    if (asks(arguments, "--help") || asks(arguments, "-h")) return print_usage(verbs, words.empty() ? "" : words[0]), exit_done;
    if (words.empty()) return print_usage(verbs, ""), exit_bad_input;
    return unknown_verb(verbs, words);
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

}  // namespace

namespace {

// Names of files are the system's business; all else goes out as text.
Status check_texts(const Options& options, const std::vector<OptionSpec>& specs) {
    for (const OptionSpec& spec : specs) {
        if (spec.value_name == "FILE" || spec.value_name == "DIR") continue;
        for (const std::string& value : options.values(spec.name)) {
            if (!is_valid_utf8(value)) return Error{ErrorKind::BadInput, "--" + spec.name + " is not UTF-8 text"};
        }
    }
    return success();
}

}  // namespace

int run(const std::vector<std::string>& arguments, const Doors& doors) {
    const std::vector<Verb> verbs = all_verbs();
    const std::vector<std::string> words = leading_words(arguments);
    const Verb* verb = find_verb(verbs, words);
    if (!verb) return about_itself(verbs, words, arguments);
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
    if (auto checked = check_choices(*options, specs); !checked) return fail(checked.error());
    if (auto checked = check_texts(*options, specs); !checked) return fail(checked.error());
    const std::size_t wanted_words = verb->takes_file ? 1 : 0;
    if (options->words().size() > wanted_words) return fail(exit_bad_input, "unexpected word '" + options->words()[wanted_words] + "'; see --help");
    Context context(std::move(options).value(), doors);
    const int code = verb->run(context);
    // A full disk, or whoever read it has gone: "done" would be believed.
    if (std::ferror(stdout) != 0 && code == exit_done) return fail(exit_no, "it is done, but what there was to print could not be written");
    return code;
}

}  // namespace apollo::cli
