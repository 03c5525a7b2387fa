// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A machine whose agent is replaced: the new one comes up, does not, or comes and goes; the updater is interrupted anywhere.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <set>

#include "agent/updater/journal.h"

namespace apollo::updater {
namespace {

struct PowerCut {};

// Packages are names; what each does after its installation is told by `behaviour`.
class Machine final : public Tools {
public:
    using Behaviour = std::function<std::optional<AgentHealth>(std::int64_t since_ms, std::int64_t process)>;

    Status keep_journal(const Journal& kept) override {
        step();
        if (!can_write) return Error{ErrorKind::Io, "the disk is full"};
        // As it stands on the disk.
        journal = *journal_from_text(to_text(kept));
        step();
        return success();
    }
    Status save(const std::string& file) override {
        step();
        if (!can_save) return Error{ErrorKind::Io, "no tool"};
        files[file] = installed;
        step();
        return success();
    }
    Status install(const std::string& file) override {
        const std::string package = files.contains(file) ? files[file] : file;
        history.push_back(package);
        if (uninstallable.contains(package)) return Error{ErrorKind::Io, "dependencies are missing"};
        if (refused.contains(package)) return Error{ErrorKind::Refused, "another package manager is at work"};
        step();
        installed = "half";
        step();
        installed = package;
        ++process;
        since_ms = time_ms;
        step();
        return success();
    }
    std::optional<AgentHealth> health() const override { return behaviour.at(installed)(time_ms - since_ms, process); }
    std::string describe_service() override { return service; }
    MonotonicTime now() const override { return {time_ms}; }
    void pause() override {
        step();
        time_ms += 200;
    }

    Outcome carry_out_from_journal() { return carry_out(*this, journal); }
    // After it the machine starts again: ids of processes begin anew.
    std::optional<Outcome> carry_out_until(int cut) {
        steps_left = cut;
        try {
            return carry_out(*this, journal);
        } catch (const PowerCut&) {
            steps_left = -1;
            process = 5;
            since_ms = time_ms;
            return std::nullopt;
        }
    }

    static Behaviour good(const std::string& version, std::int64_t after_ms = 1000) {
        return [=](std::int64_t since, std::int64_t process) { return AgentHealth{process, version, since >= after_ms}; };
    }
    static Behaviour never(const std::string& version) {
        return [=](std::int64_t, std::int64_t process) { return AgentHealth{process, version, false}; };
    }
    static Behaviour absent() {
        return [](std::int64_t, std::int64_t) { return std::optional<AgentHealth>(); };
    }

    Journal journal = [] {
        Journal first;
        first.order = "/order";
        first.package = "new";
        first.previous = "previous";
        return first;
    }();
    std::map<std::string, std::string> files;  // saved packages
    std::map<std::string, Behaviour> behaviour{{"old", good("1.0")}, {"half", absent()}};
    std::set<std::string> uninstallable, refused;
    std::vector<std::string> history;
    std::string installed = "old", service;
    std::int64_t time_ms = 100000, since_ms = 0, process = 7;
    bool can_save = true, can_write = true;

private:
    void step() {
        if (steps_left == 0) throw PowerCut();
        if (steps_left > 0) --steps_left;
    }
    int steps_left = -1;
};

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Upgrade, IsDoneWhenTheNewAgentStaysConnected) {
    Machine machine;
    machine.behaviour["new"] = Machine::good("1.1");
    const Outcome outcome = machine.carry_out_from_journal();
    EXPECT_TRUE(outcome.is_upgraded) << outcome.message;
    EXPECT_EQ(outcome.from, "1.0");
    EXPECT_EQ(outcome.to, "1.1");
    EXPECT_GE(machine.time_ms, 111000) << "connected after 1 s, and watched for 10 s";
}

TEST(Upgrade, PutsTheOldOneBackWhenTheNewOneNeverConnectsAndSaysHowItFailed) {
    struct Case {
        Machine::Behaviour behaviour;
        std::string service, said;
    };
    const Case cases[] = {
        {Machine::never("1.1"), "", "the new agent was started, but did not connect within 60 s; the old agent (1.0) is back"},
        {Machine::absent(), "its service failed: exit-code, exit code 1", "the new agent did not come back within 60 s (its service failed: exit-code, exit code 1); the old agent (1.0) is back"},
        // Another process every 5 s.
        {[](std::int64_t since, std::int64_t process) { return AgentHealth{process + since / 5000, "1.1", true}; }, "",
         "the new agent connected, but did not stay so for 10 s within 60 s; the old agent (1.0) is back"},
    };
    for (const Case& one : cases) {
        Machine machine;
        machine.behaviour["new"] = one.behaviour;
        machine.service = one.service;
        const Outcome outcome = machine.carry_out_from_journal();
        EXPECT_FALSE(outcome.is_upgraded);
        EXPECT_EQ(outcome.message, one.said);
        EXPECT_EQ(machine.installed, "old");
    }
}

TEST(Upgrade, WhatCannotBeInstalledIsTakenBack) {
    Machine machine;
    machine.uninstallable.insert("new");
    const Outcome outcome = machine.carry_out_from_journal();
    EXPECT_EQ(outcome.message, "the package could not be installed: dependencies are missing; the old agent (1.0) is back");
    EXPECT_EQ(machine.history, (std::vector<std::string>{"new", "old"})) << "also what an installation left half done";
}

TEST(Upgrade, WhatFailedBeforeAnythingWasChangedIsNotTakenBack) {
    Machine machine;
    machine.refused.insert("new");
    const Outcome outcome = machine.carry_out_from_journal();
    EXPECT_FALSE(outcome.is_upgraded);
    EXPECT_EQ(outcome.message, "nothing was changed: the package could not be installed: another package manager is at work");
    EXPECT_EQ(machine.history, (std::vector<std::string>{"new"}));
    EXPECT_EQ(machine.installed, "old");
}

TEST(Upgrade, ChangesNothingWhenTheOldOneCannotBeKept) {
    Machine machine;
    machine.can_save = false;
    EXPECT_TRUE(has(machine.carry_out_from_journal().message, "nothing was changed: the old agent could not be kept"));
    EXPECT_TRUE(machine.history.empty());
}

TEST(Upgrade, ChangesNothingWhenTheJournalCannotBeWritten) {
    Machine machine;
    machine.can_write = false;
    EXPECT_TRUE(has(machine.carry_out_from_journal().message, "nothing was changed: the disk is full"));
    EXPECT_TRUE(machine.history.empty());
}

// The promise: wherever it is cut, and cut again while it goes on, it ends with the new agent confirmed or the old one there.
void expect_an_end_after_cuts(const Machine::Behaviour& behaviour, bool may_be_upgraded) {
    bool was_cut = true;
    for (int cut = 0; was_cut; ++cut) {
        SCOPED_TRACE("cut after " + std::to_string(cut) + " steps");
        Machine machine;
        machine.behaviour["new"] = behaviour;
        was_cut = !machine.carry_out_until(cut).has_value();
        std::optional<Outcome> outcome;
        if (was_cut) {
            outcome = machine.carry_out_until(cut / 2);
            if (!outcome) outcome = machine.carry_out_from_journal();
            EXPECT_EQ(machine.installed, outcome->is_upgraded ? "new" : "old");
            EXPECT_TRUE(may_be_upgraded || !outcome->is_upgraded);
        }
    }
}

TEST(InterruptedUpgrade, OfAGoodVersionEndsWithTheNewOneConfirmedOrTheOldOneBack) { expect_an_end_after_cuts(Machine::good("1.1"), true); }

TEST(InterruptedUpgrade, OfABrokenVersionEndsWithTheOldOneBack) {
    expect_an_end_after_cuts(Machine::never("1.1"), false);
    expect_an_end_after_cuts(Machine::absent(), false);
}

TEST(InterruptedUpgrade, WhileItWatchedAGoodVersionConfirmsItWhateverTheProcessIsCalledNow) {
    Machine machine;
    machine.behaviour["new"] = Machine::good("1.1");
    machine.journal.phase = Phase::Watching;
    machine.journal.from = "1.0";
    machine.installed = "new";
    // The machine was started again, and the new agent happens to have the number that the old one had.
    machine.journal.old_process = machine.process;
    const Outcome outcome = machine.carry_out_from_journal();
    EXPECT_TRUE(outcome.is_upgraded) << outcome.message;
    EXPECT_EQ(outcome.from, "1.0");
}

TEST(InterruptedUpgrade, WhileItInstalledPutsTheOldOneBack) {
    Machine machine;
    machine.behaviour["new"] = Machine::good("1.1");
    machine.files["previous"] = "old";
    machine.journal.phase = Phase::Installing;
    machine.journal.from = "1.0";
    machine.installed = "half";
    EXPECT_EQ(machine.carry_out_from_journal().message, "the machine or the updater went down while the package was installed; the old agent (1.0) is back");
    EXPECT_EQ(machine.installed, "old");
}

TEST(InterruptedUpgrade, AMachineThatGoesDownAgainAndAgainUnderTheNewOneGetsTheOldOneBack) {
    Machine machine;
    machine.behaviour["new"] = Machine::good("1.1");
    std::optional<Outcome> outcome;
    ASSERT_FALSE(machine.carry_out_until(15)) << "while it watches";
    ASSERT_EQ(machine.journal.phase, Phase::Watching);
    int cuts = 0;
    for (; !outcome && cuts < 10; ++cuts) outcome = machine.carry_out_until(machine.journal.interruptions < 3 ? 20 : 10000);
    ASSERT_TRUE(outcome);
    EXPECT_EQ(cuts, 4);
    EXPECT_TRUE(has(outcome->message, "went down again and again under the new agent; the old agent (1.0) is back")) << outcome->message;
}

TEST(Upgrade, SaysWhenTheOldOneDoesNotComeBackEither) {
    Machine machine;
    machine.behaviour["new"] = Machine::never("1.1");
    machine.behaviour["old"] = [&machine](std::int64_t, std::int64_t process) { return AgentHealth{process, "1.0", machine.history.empty()}; };
    EXPECT_TRUE(has(machine.carry_out_from_journal().message, "does not connect either"));
}

TEST(Upgrade, TriesTheWayBackMoreThanOnceAndNamesTheOldPackage) {
    Machine machine;
    machine.behaviour["new"] = Machine::never("1.1");
    machine.uninstallable.insert("old");
    const std::string message = machine.carry_out_from_journal().message;
    EXPECT_TRUE(has(message, "could not be put back either: dependencies are missing. Look at this machine; the old package is previous")) << message;
    EXPECT_EQ(machine.history, (std::vector<std::string>{"new", "old", "old", "old"}));
}

TEST(Journal, IsReadAsItWasWritten) {
    const Journal journal{Phase::Returning, "/o", "/p", "/v", "/u", 1000, 2000, "1.0", 42, "trouble \"x\"", 2};
    const auto read = journal_from_text(to_text(journal));
    ASSERT_TRUE(read.ok()) << read.error().message;
    EXPECT_EQ(to_text(*read), to_text(journal));
    EXPECT_EQ(read->phase, Phase::Returning);
    EXPECT_EQ(read->trouble, "trouble \"x\"");
    for (const char* text : {"", "{}", "[1]", R"({"phase": "sleeping"})"}) EXPECT_EQ(journal_from_text(text).error().kind, ErrorKind::Damaged) << text;
}

}  // namespace
}  // namespace apollo::updater
