// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What the completions of both shells are made of.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "common/manual/manual.h"

namespace apollo::manual {

// What an option's value can be completed with.
enum class ValueKind { None, Text, File, Folder, Choice };
ValueKind kind_of(const OptionSpec& option);

// apollo-cli -> apollo_cli
std::string function_name(const Program& program);
std::string joined(const std::vector<std::string>& words, const std::string& between = " ");

// First words of commands in their order, each with the second words it has (none: it is a command by itself).
struct Group {
    std::string name;
    std::vector<const Command*> commands;
};
std::vector<Group> groups_of(const Program& program);
std::string second_word(const Command& command);

}  // namespace apollo::manual
