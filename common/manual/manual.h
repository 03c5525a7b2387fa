// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What a program says about itself, told once: --help, the manual page and the completions of bash and zsh are printed from
// this one table, so that none of them can lag behind. Plain values; texts are ASCII or UTF-8 without markup.
#pragma once

#include <string>
#include <vector>

#include "common/base/options.h"

namespace apollo::manual {

struct Entry {
    std::string name;
    std::string text;
};

struct Command {
    std::string name;                 // "task submit": its words
    std::string help;
    std::vector<OptionSpec> options;  // besides those of the program
    bool takes_file = false;          // one word after it: a file
};

struct Program {
    std::string name;
    int section = 1;                       // of the manual
    std::string summary;                   // half a line, without a full stop
    std::string synopsis;                  // what follows the name
    std::vector<std::string> description;  // paragraphs
    std::vector<OptionSpec> options;       // of the program; where there are commands, of every one
    std::vector<Command> commands;
    std::vector<Entry> exit_codes;
    std::vector<Entry> files;
    std::vector<std::string> notes;     // paragraphs
    std::vector<std::string> see_also;  // "apollo-cli(1)"
    std::string file_pattern;           // of the files given as words, a shell pattern; empty: none is taken
};

// The option --manual, with which a program prints its page and completions.
OptionSpec manual_option();

// What --help prints: usage, description, commands, options, exit codes.
std::string help_text(const Program& program);
std::string man_page(const Program& program, const std::string& version);
std::string bash_completion(const Program& program);
std::string zsh_completion(const Program& program);

// The value of --manual: man, bash or zsh. BadInput for anything else.
Result<std::string> render(const Program& program, const std::string& version, const std::string& format);

}  // namespace apollo::manual
