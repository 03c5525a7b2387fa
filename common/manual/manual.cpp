// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/manual/manual.h"

#include <algorithm>

namespace apollo::manual {

namespace {

std::string wrapped(const std::string& text, std::size_t width) {
    std::string result;
    std::size_t column = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find(' ', begin), text.size());
        const std::size_t length = end - begin;
        if (column > 0 && column + 1 + length > width) {
            result += "\n";
            column = 0;
        } else if (column > 0) {
            result += " ";
            ++column;
        }
        result += text.substr(begin, length);
        column += length;
        begin = end + 1;
    }
    return result + "\n";
}

std::string paragraphs(const std::vector<std::string>& texts) {
    std::string result;
    for (const std::string& text : texts) result += "\n" + wrapped(text, 110);
    return result;
}

std::string entries(const std::string& heading, const std::vector<Entry>& list) {
    std::size_t width = 0;
    for (const Entry& entry : list) width = std::max(width, entry.name.size());
    std::string result = list.empty() ? "" : "\n" + heading + ":\n";
    for (const Entry& entry : list) result += "  " + entry.name + std::string(width - entry.name.size() + 2, ' ') + entry.text + "\n";
    return result;
}

}  // namespace

OptionSpec manual_option() { return {"manual", "FORMAT", "print the manual page (man) or the completions of a shell (bash, zsh)", false, {"man", "bash", "zsh"}}; }

std::string help_text(const Program& program) {
    std::vector<Entry> commands;
    for (const Command& command : program.commands) commands.push_back({command.name + (command.takes_file ? " FILE" : ""), command.help});
    return "usage: " + program.name + " " + program.synopsis + "\n" + paragraphs(program.description) + entries("commands", commands) + "\n" +
           (program.commands.empty() ? "options:\n" : "options of every verb:\n") + options_help(program.options) + entries("exit codes", program.exit_codes) +
           entries("files", program.files) + paragraphs(program.notes);
}

Result<std::string> render(const Program& program, const std::string& version, const std::string& format) {
    if (format == "man") return man_page(program, version);
    if (format == "bash") return bash_completion(program);
    if (format == "zsh") return zsh_completion(program);
    return Error{ErrorKind::BadInput, "--manual must be one of man, bash, zsh, not '" + format + "'"};
}

}  // namespace apollo::manual
