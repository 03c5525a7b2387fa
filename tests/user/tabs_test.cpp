// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Two orchestrators in one window, by keyboard alone; one of them hangs.
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>

#include "tests/support/live_cluster.h"
#include "tests/user/site.h"

namespace apollo::user {
namespace {

// The keys of an orchestrator's own operator as a profile of whoever runs the window.
void make_profile(const std::string& home, const std::string& name, const live::LiveCluster& cluster) {
    const std::string folder = home + "/.config/apollo/profiles/" + name;
    std::filesystem::create_directories(folder);
    for (const char* file : {"operator.key", "operator.crt", "ca.crt"}) std::filesystem::copy_file(cluster.data() + "/pki/" + file, folder + "/" + file);
    live::write_text(folder + "/server", cluster.address() + "\n");
}

bool work_is_done(live::LiveCluster& cluster, const std::string& task) {
    return cluster.submit(live::task_of(task, {"n1"}, {live::shell_step("s", "true")})).code == 0 && cluster.wait_for_state(task, "SUCCEEDED", patience_ms(60000));
}

// A hanging program must go on before it can be ended.
struct Stopped {
    explicit Stopped(int stopped_pid) : pid(stopped_pid) { kill(pid, SIGSTOP); }
    ~Stopped() { kill(pid, SIGCONT); }
    int pid;
};

TEST(UserTabs, TwoServersAreOpenedTurnedAndClosedAndAHangingOneHoldsNobodyUp) {
    const Site site;
    ASSERT_EQ(site.desktop->problem(), "");
    const Screen& screen = *site.screen;
    live::LiveCluster north, south;
    for (live::LiveCluster* cluster : {&north, &south}) cluster->add_workers({"n1"});
    ASSERT_TRUE(work_is_done(north, "north-task"));
    ASSERT_TRUE(work_is_done(south, "south-task"));
    make_profile(north.path("home"), "south", south);
    const QByteArray home = qgetenv("HOME");
    qputenv("HOME", QByteArray::fromStdString(north.path("home")));
    live::Program control(live::program_folder() + "/apollo-control", live::Words{"--data", north.data(), "--lang", "en"}, north.path("control.log"));
    qputenv("HOME", home);
    ASSERT_TRUE(screen.wait_for({.role = "label", .words = "north-task"}, 60000));

    press("ctrl+t");
    ASSERT_TRUE(screen.wait_for({.role = "dialog", .words = "Open in a new tab", .active = true}));
    type("nowhere");
    press("Return");
    ASSERT_TRUE(screen.wait_for({.role = "label", .words = "profile nowhere cannot be used"}));
    press("ctrl+a");
    type("south");
    press("Return");
    ASSERT_TRUE(screen.wait_for({.role = "page tab", .words = south.address()}));
    ASSERT_TRUE(screen.wait_for({.role = "label", .words = "south-task"}));
    ASSERT_TRUE(screen.wait_for({.role = "frame", .words = south.address(), .active = true}));

    {
        const Stopped hanging(south.orchestrator().pid());
        press("ctrl+Tab");
        ASSERT_TRUE(screen.wait_for({.role = "label", .words = "north-task"}));
        ASSERT_TRUE(work_is_done(north, "later-task"));
        ASSERT_TRUE(screen.wait_for({.words = "later-task"})) << "the other one goes on";
    }
    press("ctrl+shift+Tab");
    ASSERT_TRUE(screen.wait_for({.role = "label", .words = "south-task"}));
    press("ctrl+w");
    ASSERT_TRUE(screen.wait_until_gone({.role = "page tab", .words = south.address()}));
    press("ctrl+q");
    EXPECT_EQ(control.wait_for_exit(patience_ms(30000)), std::optional(0));
}

}  // namespace
}  // namespace apollo::user
