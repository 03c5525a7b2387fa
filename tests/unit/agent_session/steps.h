// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What steps' commands do in tests, as this system does it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace apollo::agent::steps {

using Argv = std::vector<std::string>;

Argv end_with(int exit_code);
Argv stay();
// Prints so many of the letter.
Argv say_x(int count);
// Prints the text, and leaves the JSON as its summary.
Argv say_and_sum_up(const std::string& text, const std::string& json);
// Adds the number of its attempt as a line to the file, then waits until there is a gate.
Argv mark_and_wait(const std::string& file, const std::string& gate, int exit_code);

// Beside the test.
std::string program(const std::string& name);
void kill_process(std::int64_t pid);

}  // namespace apollo::agent::steps
