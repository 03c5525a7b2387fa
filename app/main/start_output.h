// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Where a program with windows says what it says in words: on its standard output and error. On Windows such a program has
// neither: it takes the console it was started from, and where there is none a failure is told in a box.
#pragma once

#include <string>

namespace apollo::programs {

// One object, made before anything is written.
class StartOutput {
public:
    StartOutput();
    // The program cannot go on; waits for the person where a box is shown.
    void tell_failure(const std::string& text) const;

private:
    bool m_is_seen = true;
};

}  // namespace apollo::programs
