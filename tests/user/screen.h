// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What can be seen on the desktop, as a screen reader is told of it. Everything waits for a condition with a deadline.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace apollo::user {

// Something on the screen: its role ("push button", "label", "text", "list item", "frame", "dialog" …) and its words.
struct Thing {
    std::string role;
    std::string name;
    std::string text;  // of a text field
    int x = 0, y = 0, width = 0, height = 0;
    bool enabled = false, focused = false, active = false, selected = false;
};

// What is looked for: all that is given must fit; words may be a part of the name or of the text.
struct Look {
    std::string role = {};
    std::string words = {};
    std::string window = {};  // words of the window's title; empty: any
    bool focused = false;
    bool enabled = false;
    bool active = false;  // of a window: it has the keyboard
};
std::string to_text(const Look& look);

// How long to wait on this machine now for what takes that long at most on an idle one: more, the more work there is for
// each of its processors.
int patience_ms(int idle_ms);

class Screen {
public:
    Screen();  // after the desktop has started
    ~Screen();
    Screen(const Screen&) = delete;
    Screen& operator=(const Screen&) = delete;

    std::optional<Thing> find(const Look& look) const;
    // Fails the test, with all that was there instead, when it has not come in time; times are those of an idle machine.
    std::optional<Thing> wait_for(const Look& look, int timeout_ms = 30000) const;
    bool wait_until_gone(const Look& look, int timeout_ms = 30000) const;
    std::vector<Thing> all() const;
};

}  // namespace apollo::user
