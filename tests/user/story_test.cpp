// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// One working day of an operator, from the file to the archive: by mouse and keyboard, by keyboard alone, and in Chinese.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/live_cluster.h"
#include "tests/user/site.h"

namespace apollo::user {
namespace {

// What the window says, in one language.
struct Words {
    std::string language;
    std::string submit, failed, replaying, replay_menu, first_failure, back_to_live, rerun, succeeded, differ, as_it_is_now, read_only;
};

const Words english{"en",           "Submit",         "Failed",    "Replay at event",    "Replay",      "First failure",
                    "Back to live", "Rerun this run", "Succeeded", "States that differ", "as it is now", "Read only"};
const Words chinese{"zh_CN", "提交", "失败", "回放：事件", "回放", "第一次失败", "回到实时", "重新运行此项", "成功", "状态不同", "当前状态", "只读"};

class Person {
public:
    Person(const Site& site, live::LiveCluster& cluster, const Words& words, bool has_mouse)
        : m_site(site), m_cluster(cluster), m_words(words), m_has_mouse(has_mouse) {}

    // True if the person got to the end.
    bool live_the_day(const std::string& task) {
        const auto steps = {&Person::start, &Person::submit, &Person::watch_it_fail, &Person::scrub_to_the_failure,
                            &Person::read_why, &Person::bookmark, &Person::go_back_to_live, &Person::rerun,
                            &Person::see_it_succeed, &Person::compare, &Person::export_it, &Person::open_the_export};
        m_task = task;
        for (const auto step : steps) {
            if ((this->*step)()) continue;
            const std::string picture = m_cluster.path("screen.png");
            m_site.desktop->save_picture(picture);
            std::filesystem::copy_file(picture, std::filesystem::temp_directory_path() / "apollo-user-story.png",
                                       std::filesystem::copy_options::overwrite_existing);
            ADD_FAILURE() << "the screen is in " << (std::filesystem::temp_directory_path() / "apollo-user-story.png");
            return false;
        }
        return true;
    }

private:
    bool sees(const Look& look, int timeout_ms = 30000) { return m_site.screen->wait_for(look, timeout_ms).has_value(); }

    // The main window has the keyboard again.
    bool is_back() { return sees({.role = "frame", .words = "Apollo-11", .active = true}); }

    bool click_on(const Look& look) {
        const auto thing = m_site.screen->wait_for(look);
        if (thing) click(thing->x + thing->width / 2, thing->y + thing->height / 2);
        return thing.has_value();
    }

    // The button where there is a mouse, else its keys.
    bool use(const std::string& button, const std::string& keys) {
        const Look look{.role = "push button", .words = button, .enabled = true};
        if (m_has_mouse) return click_on(look);
        if (!sees(look)) return false;
        press(keys);
        return true;
    }

    bool give_file(const std::string& keys, const std::string& file) {
        if (!is_back()) return false;
        press(keys);
        if (!sees({.role = "text", .focused = true})) return false;
        press("ctrl+a");
        type(file);
        if (!sees({.role = "text", .words = file})) return false;
        press("Return");
        return true;
    }

    bool start() {
        m_control = std::make_unique<live::Program>(
            live::program_folder() + "/apollo-control", live::Words{"--data", m_cluster.data(), "--lang", m_words.language},
            m_cluster.path("control.log"));
        return sees({.role = "frame", .words = "Apollo-11"}, 60000);
    }

    bool submit() {
        live::Json convert = live::shell_step(
            "convert", "if [ \"$APOLLO_ATTEMPT\" -lt 2 ]; then echo 'the disk is full' >&2; exit 3; fi", {"prepare"});
        convert["retry_policy"] = {{"max_retries", 0}};
        const std::string file = m_cluster.store_definition(
            live::task_of(m_task, {"n1"}, {live::shell_step("prepare", "true"), convert, live::shell_step("report", "true", {"convert"})}));
        return give_file("ctrl+o", file) && use(m_words.submit, "alt+s");
    }

    bool watch_it_fail() {
        EXPECT_TRUE(m_cluster.wait_for_state(m_task, "FAILED", patience_ms(60000)));
        return is_back() && sees({.role = "label", .words = m_words.failed}) && sees({.role = "list item", .words = "convert"});
    }

    bool scrub_to_the_failure() {
        if (!m_has_mouse) press("e");
        else if (!click_on({.role = "menu item", .words = m_words.replay_menu}) || !click_on({.role = "menu item", .words = m_words.first_failure}))
            return false;
        return sees({.words = m_words.replaying});
    }

    bool read_why() {
        press("w");
        return sees({.role = "list item", .focused = true}) && sees({.role = "list item", .words = "exit code 3"});
    }

    bool bookmark() {
        press("b");
        if (!sees({.role = "text", .focused = true})) return false;
        type("first try");
        if (!sees({.role = "text", .words = "first try"})) return false;
        press("Return");
        return is_back();
    }

    bool go_back_to_live() {
        return use(m_words.back_to_live, "l") && m_site.screen->wait_until_gone({.words = m_words.replaying});
    }

    bool rerun() {
        if (!use(m_words.rerun, "ctrl+r")) return false;
        if (!sees({.role = "text", .focused = true})) return false;
        type("disk emptied");
        if (!sees({.role = "text", .words = "disk emptied"})) return false;
        press("Return");
        return is_back();
    }

    bool see_it_succeed() {
        EXPECT_TRUE(m_cluster.wait_for_state(m_task, "SUCCEEDED", patience_ms(60000)));
        const live::Json run = m_cluster.run_of(m_task, "convert", "n1");
        EXPECT_EQ(run["attempt"], 2);
        return sees({.role = "label", .words = m_words.succeeded});
    }

    bool compare() {
        press("d");
        if (!sees({.role = "combo box", .words = m_words.as_it_is_now})) return false;
        if (m_has_mouse) {
            if (!click_on({.role = "combo box", .words = m_words.as_it_is_now})) return false;
            if (!click_on({.role = "list item", .words = "first try"})) return false;
        } else {
            press("Tab");
            if (!sees({.role = "combo box", .words = m_words.as_it_is_now, .focused = true})) return false;
            press("End");
        }
        if (!sees({.role = "label", .words = m_words.differ})) return false;
        press("Escape");
        return is_back();
    }

    bool export_it() {
        m_archive = m_cluster.path(m_task + ".apollo");
        if (!give_file("ctrl+shift+e", m_archive)) return false;
        return live::wait_until([this] { return std::filesystem::exists(m_archive) && std::filesystem::file_size(m_archive) > 0; }, patience_ms(30000));
    }

    // In a window of its own, read only, with everything there to be replayed.
    bool open_the_export() {
        if (!give_file("ctrl+o", m_archive)) return false;
        const std::string window = m_task + ".apollo";
        if (!sees({.role = "frame", .words = window, .active = true}, 60000)) return false;
        if (!sees({.role = "label", .words = m_words.read_only, .window = window})) return false;
        if (!sees({.role = "label", .words = m_words.succeeded, .window = window})) return false;
        press("e");
        if (!sees({.words = m_words.replaying, .window = window})) return false;
        press("ctrl+q");
        if (!m_site.screen->wait_until_gone({.role = "frame", .words = window}) || !is_back()) return false;
        press("ctrl+q");
        return m_control->wait_for_exit(patience_ms(30000)) == std::optional(0);
    }

    const Site& m_site;
    live::LiveCluster& m_cluster;
    const Words& m_words;
    bool m_has_mouse;
    std::string m_task;
    std::string m_archive;
    std::unique_ptr<live::Program> m_control;
};

void live_a_day(const Words& words, bool has_mouse, const std::string& task) {
    const Site site;
    ASSERT_EQ(site.desktop->problem(), "");
    live::LiveCluster cluster;
    cluster.add_workers({"n1"});
    Person person(site, cluster, words, has_mouse);
    EXPECT_TRUE(person.live_the_day(task));
}

TEST(UserStory, FromTheFileToTheArchiveByMouseAndKeyboard) { live_a_day(english, true, "first-day"); }

TEST(UserStory, FromTheFileToTheArchiveByKeyboardAlone) { live_a_day(english, false, "second-day"); }

TEST(UserStory, FromTheFileToTheArchiveInChinese) { live_a_day(chinese, true, "third-day"); }

}  // namespace
}  // namespace apollo::user
