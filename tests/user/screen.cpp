// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/user/screen.h"

#include <atspi/atspi.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <memory>
#include <sstream>
#include <thread>

#include "tests/support/live_cluster.h"

namespace apollo::user {

namespace {

struct Unref {
    void operator()(gpointer object) const { g_object_unref(object); }
};
using Node = std::unique_ptr<AtspiAccessible, Unref>;

std::string taken(gchar* text) {
    std::string copy = text ? text : "";
    g_free(text);
    return copy;
}

// A thing may go while it is asked about; that is no error, it is then not there.
struct Ignored {
    GError* error = nullptr;
    ~Ignored() { g_clear_error(&error); }
    operator GError**() { return &error; }  // NOLINT
};

bool has(AtspiStateSet* states, AtspiStateType state) { return states && atspi_state_set_contains(states, state); }

std::optional<Thing> read(AtspiAccessible* node) {
    const std::unique_ptr<AtspiStateSet, Unref> states(atspi_accessible_get_state_set(node));
    if (!has(states.get(), ATSPI_STATE_SHOWING)) return std::nullopt;
    Thing thing;
    thing.role = taken(atspi_accessible_get_role_name(node, Ignored()));
    thing.name = taken(atspi_accessible_get_name(node, Ignored()));
    thing.enabled = has(states.get(), ATSPI_STATE_ENABLED);
    thing.focused = has(states.get(), ATSPI_STATE_FOCUSED);
    thing.active = has(states.get(), ATSPI_STATE_ACTIVE);
    thing.selected = has(states.get(), ATSPI_STATE_SELECTED);
    if (thing.role == "text") {
        const std::unique_ptr<AtspiText, Unref> text(atspi_accessible_get_text_iface(node));
        if (text) thing.text = taken(atspi_text_get_text(text.get(), 0, 4000, Ignored()));
    }
    return thing;
}

void add_place(AtspiAccessible* node, Thing& thing) {
    const std::unique_ptr<AtspiComponent, Unref> component(atspi_accessible_get_component_iface(node));
    if (!component) return;
    AtspiRect* rect = atspi_component_get_extents(component.get(), ATSPI_COORD_TYPE_SCREEN, Ignored());
    if (!rect) return;
    thing.x = rect->x;
    thing.y = rect->y;
    thing.width = rect->width;
    thing.height = rect->height;
    g_free(rect);
}

// Returns true to stop. `skips`: whether to look into it.
using Visit = std::function<bool(AtspiAccessible*, const Thing&)>;

bool walk(AtspiAccessible* node, int depth, const Visit& visit) {
    constexpr int deepest = 25, most_children = 400;
    const auto thing = read(node);
    if (!thing) return false;
    if (visit(node, *thing)) return true;
    const int count = depth > deepest ? 0 : std::min(most_children, atspi_accessible_get_child_count(node, Ignored()));
    for (int k = 0; k < count; ++k) {
        const Node child(atspi_accessible_get_child_at_index(node, k, Ignored()));
        if (child && walk(child.get(), depth + 1, visit)) return true;
    }
    return false;
}

// Every window of every program; applications themselves have no "showing".
void walk_windows(const std::string& title, const Visit& visit) {
    const Node desktop(atspi_get_desktop(0));
    if (!desktop) return;
    const int programs = atspi_accessible_get_child_count(desktop.get(), Ignored());
    for (int k = 0; k < programs; ++k) {
        const Node program(atspi_accessible_get_child_at_index(desktop.get(), k, Ignored()));
        const int windows = program ? atspi_accessible_get_child_count(program.get(), Ignored()) : 0;
        for (int w = 0; w < windows; ++w) {
            const Node window(atspi_accessible_get_child_at_index(program.get(), w, Ignored()));
            if (!window) continue;
            if (!title.empty() && taken(atspi_accessible_get_name(window.get(), Ignored())).find(title) == std::string::npos) continue;
            if (walk(window.get(), 0, visit)) return;
        }
    }
}

bool fits(const Look& look, const Thing& thing) {
    if (!look.role.empty() && thing.role != look.role) return false;
    if (look.focused && !thing.focused) return false;
    if (look.enabled && !thing.enabled) return false;
    if (look.active && !thing.active) return false;
    return look.words.empty() || thing.name.find(look.words) != std::string::npos ||
           thing.text.find(look.words) != std::string::npos;
}

}  // namespace

std::string to_text(const Look& look) {
    return look.role + " \"" + look.words + "\"" + (look.window.empty() ? "" : " in a window \"" + look.window + "\"") +
           (look.focused ? " with the focus" : "") + (look.enabled ? " that is enabled" : "") + (look.active ? " that is active" : "");
}

int patience_ms(int idle_ms) {
    constexpr double most = 8;
    double load = 0;
    if (getloadavg(&load, 1) != 1) return idle_ms;
    return static_cast<int>(idle_ms * std::clamp(2 * load / std::max(1u, std::thread::hardware_concurrency()), 1.0, most));
}

Screen::Screen() {
    atspi_init();
    atspi_set_timeout(patience_ms(5000), patience_ms(15000));
}

Screen::~Screen() { atspi_exit(); }

std::optional<Thing> Screen::find(const Look& look) const {
    std::optional<Thing> found;
    walk_windows(look.window, [&](AtspiAccessible* node, const Thing& thing) {
        if (!fits(look, thing)) return false;
        found = thing;
        add_place(node, *found);
        return true;
    });
    return found;
}

std::vector<Thing> Screen::all() const {
    std::vector<Thing> things;
    walk_windows({}, [&](AtspiAccessible*, const Thing& thing) {
        if (!thing.name.empty() || !thing.text.empty()) things.push_back(thing);
        return false;
    });
    return things;
}

std::optional<Thing> Screen::wait_for(const Look& look, int timeout_ms) const {
    std::optional<Thing> found;
    if (live::wait_until([&] { return (found = find(look)).has_value(); }, patience_ms(timeout_ms))) return found;
    std::ostringstream seen;
    for (const Thing& thing : all())
        seen << thing.role << ": " << thing.name << (thing.text.empty() ? "" : " = " + thing.text.substr(0, 200))
             << (thing.focused ? " (focus)" : "") << (thing.active ? " (active)" : "") << "\n";
    ADD_FAILURE() << "there is no " << to_text(look) << "; what there is:\n" << seen.str();
    return std::nullopt;
}

bool Screen::wait_until_gone(const Look& look, int timeout_ms) const {
    const bool gone = live::wait_until([&] { return !find(look); }, patience_ms(timeout_ms));
    EXPECT_TRUE(gone) << to_text(look) << " is still there";
    return gone;
}

}  // namespace apollo::user
