// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The page in the man(7) macros. No date: the same program must give the same bytes on every day.
#include "common/manual/completion.h"

namespace apollo::manual {

namespace {

std::string upper(std::string text) {
    for (char& c : text) {
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    }
    return text;
}

// Text of ours as roff: no command at the start of a line, and a hyphen that can be copied into a shell.
std::string escaped(const std::string& text) {
    std::string result = !text.empty() && (text[0] == '.' || text[0] == '\'') ? "\\&" : "";
    for (const char c : text) {
        if (c == '\\') result += "\\e";
        else if (c == '-') result += "\\-";
        else result += c;
    }
    return result;
}

std::string bold(const std::string& text) { return "\\fB" + escaped(text) + "\\fR"; }

// Words in capitals stand for something the reader puts in.
std::string usage(const std::string& text) {
    std::string result;
    for (std::size_t i = 0; i < text.size();) {
        std::size_t end = i;
        while (end < text.size() && ((text[end] >= 'A' && text[end] <= 'Z') || text[end] == '_')) ++end;
        if (end - i >= 2 || (end - i == 1 && (end == text.size() || text[end] == ' ' || text[end] == ']'))) {
            result += "\\fI" + text.substr(i, end - i) + "\\fR";
            i = end;
        } else {
            result += escaped(text.substr(i, 1));
            ++i;
        }
    }
    return result;
}

std::string option_left(const OptionSpec& option) {
    return bold("--" + option.name) + (option.value_name.empty() ? "" : " \\fI" + escaped(option.value_name) + "\\fR");
}

std::string option_list(const std::vector<OptionSpec>& options) {
    std::string text;
    for (const OptionSpec& option : options)
        text += ".TP\n" + option_left(option) + "\n" + escaped(option.help) + (option.repeatable ? " (may be repeated)" : "") + "\n";
    return text;
}

std::string entry_list(const std::string& heading, const std::vector<Entry>& entries) {
    std::string text = entries.empty() ? "" : ".SH " + heading + "\n";
    for (const Entry& entry : entries) text += ".TP\n" + bold(entry.name) + "\n" + escaped(entry.text) + "\n";
    return text;
}

std::string paragraphs(const std::string& heading, const std::vector<std::string>& texts) {
    std::string text;
    for (const std::string& one : texts) text += (text.empty() ? ".SH " + heading : ".PP") + "\n" + escaped(one) + "\n";
    return text;
}

std::string command_list(const Program& program) {
    std::string text = program.commands.empty() ? "" : ".SH COMMANDS\n";
    for (const Group& group : groups_of(program)) {
        text += ".SS " + escaped(group.name) + "\n";
        for (const Command* command : group.commands) {
            text += ".TP\n" + bold(command->name) + (command->takes_file ? " \\fIFILE\\fR" : "") + "\n" + escaped(command->help) + "\n";
            if (!command->options.empty()) text += ".RS\n" + option_list(command->options) + ".RE\n";
        }
    }
    return text;
}

std::string references(const std::vector<std::string>& pages) {
    std::string text;
    for (const std::string& page : pages) {
        const auto bracket = page.find('(');
        text += (text.empty() ? ".SH SEE ALSO\n" : ",\n") + bold(page.substr(0, bracket)) + page.substr(bracket);
    }
    return text.empty() ? text : text + "\n";
}

}  // namespace

std::string man_page(const Program& program, const std::string& version) {
    const std::string section = std::to_string(program.section);
    return ".\\\" Printed by " + program.name + " --manual man; do not edit.\n.TH " + upper(escaped(program.name)) + " " + section + " \"\" \"Apollo\\-11 " +
           escaped(version) + "\" \"" + (program.section == 8 ? "System Administration" : "User Commands") + "\"\n.SH NAME\n" + escaped(program.name) + " \\- " +
           escaped(program.summary) + "\n.SH SYNOPSIS\n" + bold(program.name) + " " + usage(program.synopsis) + "\n" + paragraphs("DESCRIPTION", program.description) +
           command_list(program) + ".SH OPTIONS\n" + (program.commands.empty() ? "" : "Every command takes these.\n") + option_list(program.options) +
           entry_list("EXIT STATUS", program.exit_codes) + entry_list("FILES", program.files) + paragraphs("NOTES", program.notes) + references(program.see_also);
}

}  // namespace apollo::manual
