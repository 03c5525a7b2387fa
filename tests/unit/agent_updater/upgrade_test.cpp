// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A machine whose agent is replaced: the new one comes up, does not, or comes and goes; the updater is interrupted on the way.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <set>

#include "agent/updater/upgrade.h"

namespace apollo::updater {
namespace {

// Packages are names; what each does after its installation is told by `behaviour`.
class Machine final : public Tools {
public:
    using Behaviour = std::function<std::optional<AgentHealth>(std::int64_t since_ms, std::int64_t process)>;

    bool exists(const std::string& file) const override { return files.contains(file); }
    Status save(const std::string& file) override {
        if (!can_save) return Error{ErrorKind::Io, "no tool"};
        files[file] = installed;
        return success();
    }
    Status install(const std::string& file) override {
        const std::string package = files.contains(file) ? files[file] : file;
        history.push_back(package);
        if (uninstallable.contains(package)) return Error{ErrorKind::Io, "dependencies are missing"};
        installed = package;
        ++process;
        since_ms = time_ms;
        return success();
    }
    void remove(const std::string& file) override { files.erase(file); }
    std::optional<AgentHealth> health() const override { return behaviour.at(installed)(time_ms - since_ms, process); }
    MonotonicTime now() const override { return {time_ms}; }
    void pause() override { time_ms += 200; }

    static Behaviour good(const std::string& version, std::int64_t after_ms = 1000) {
        return [=](std::int64_t since, std::int64_t process) { return AgentHealth{process, version, since >= after_ms}; };
    }
    static Behaviour never(const std::string& version) {
        return [=](std::int64_t, std::int64_t process) { return AgentHealth{process, version, false}; };
    }

    std::map<std::string, std::string> files;  // saved packages
    std::map<std::string, Behaviour> behaviour{{"old", good("1.0")}};
    std::set<std::string> uninstallable;
    std::vector<std::string> history;
    std::string installed = "old";
    std::int64_t time_ms = 100000, since_ms = 0, process = 7;
    bool can_save = true;
};

const UpgradeOrder order{"new", "previous", 60000, 10000};

TEST(Upgrade, IsDoneWhenTheNewAgentStaysConnected) {
    Machine machine;
    machine.behaviour["new"] = Machine::good("1.1");
    const auto report = upgrade(machine, order);
    ASSERT_TRUE(report.ok()) << report.error().message;
    EXPECT_EQ(report->from, "1.0");
    EXPECT_EQ(report->to, "1.1");
    EXPECT_GE(machine.time_ms, 111000) << "connected after 1 s, and watched for 10 s";
}

TEST(Upgrade, PutsTheOldOneBackWhenTheNewOneNeverConnects) {
    Machine machine;
    machine.behaviour["new"] = Machine::never("1.1");
    const auto report = upgrade(machine, order);
    ASSERT_FALSE(report.ok());
    EXPECT_NE(report.error().message.find("the old agent (1.0) is back"), std::string::npos) << report.error().message;
    EXPECT_EQ(machine.installed, "old");
}

TEST(Upgrade, OneThatConnectsAndFallsOverAgainAndAgainHasNotComeUp) {
    Machine machine;
    machine.behaviour["new"] = [](std::int64_t since, std::int64_t process) {
        return AgentHealth{process + since / 5000, "1.1", true};  // another process every 5 s
    };
    EXPECT_FALSE(upgrade(machine, order).ok());
    EXPECT_EQ(machine.installed, "old");
}

TEST(Upgrade, WhatCannotBeInstalledIsTakenBack) {
    Machine machine;
    machine.uninstallable.insert("new");
    const auto report = upgrade(machine, order);
    ASSERT_FALSE(report.ok());
    EXPECT_NE(report.error().message.find("dependencies are missing"), std::string::npos) << report.error().message;
    EXPECT_NE(report.error().message.find("is back"), std::string::npos) << report.error().message;
    EXPECT_EQ(machine.history, (std::vector<std::string>{"new", "old"})) << "also what an installation left half done";
}

TEST(Upgrade, ChangesNothingWhenTheOldOneCannotBeKept) {
    Machine machine;
    machine.can_save = false;
    const auto report = upgrade(machine, order);
    ASSERT_FALSE(report.ok());
    EXPECT_NE(report.error().message.find("nothing was changed"), std::string::npos) << report.error().message;
    EXPECT_TRUE(machine.history.empty());
}

TEST(Upgrade, BegunAgainAfterAnInterruptionKeepsTheFirstOldOne) {
    Machine machine;
    machine.behaviour["new"] = Machine::never("1.1");
    machine.files["previous"] = "old";
    machine.installed = "new";
    EXPECT_FALSE(upgrade(machine, order).ok());
    EXPECT_EQ(machine.installed, "old");
}

TEST(Upgrade, AnotherTryKeepsWhatIsThereThen) {
    Machine machine;
    machine.behaviour["new"] = Machine::never("1.1");
    EXPECT_FALSE(upgrade(machine, order).ok());
    machine.behaviour["other"] = Machine::good("1.2");
    machine.installed = "other";
    EXPECT_FALSE(upgrade(machine, order).ok());
    EXPECT_EQ(machine.installed, "other") << "not the one from before the first try";
}

TEST(Upgrade, SaysWhenTheOldOneDoesNotComeBackEither) {
    Machine machine;
    machine.behaviour["new"] = Machine::never("1.1");
    machine.behaviour["old"] = [&machine](std::int64_t, std::int64_t process) { return AgentHealth{process, "1.0", machine.history.empty()}; };
    const auto report = upgrade(machine, order);
    ASSERT_FALSE(report.ok());
    EXPECT_NE(report.error().message.find("does not connect either"), std::string::npos) << report.error().message;
}

}  // namespace
}  // namespace apollo::updater
