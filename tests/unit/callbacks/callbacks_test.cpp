// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/main/callbacks.h"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QMessageAuthenticationCode>
#include <QTemporaryDir>
#include <nlohmann/json.hpp>

#include "common/base/host.h"
#include "tests/support/event_script.h"
#include "tests/support/http_receiver.h"

namespace apollo::programs {
namespace {

using domain::EventType;
using testing::EventScript;

class CallbacksTest : public ::testing::Test {
protected:
    CallbacksTest() { script.enrol("n1").connect("n1"); }

    bool wait_until(const std::function<bool()>& condition) { return receiver.wait_until(condition, 20000); }
    std::string path(const std::string& name) const { return folder.filePath(QString::fromStdString(name)).toStdString(); }
    std::unique_ptr<Callbacks> open(CallbackLimits limits = {20, 100, 60000, 5000, 4, 100}) {
        auto callbacks = std::make_unique<Callbacks>(disk, clock, random, folder.path().toStdString(), limits);
        callbacks->on_log = [this](const std::string& line) { lines.push_back(line); };
        auto missing = callbacks->open(script.state());
        EXPECT_TRUE(missing.ok());
        for (Callback& one : *missing) callbacks->tell(std::move(one), script.state().position);
        return callbacks;
    }
    void end_task(const std::string& id, EventType end = EventType::Succeeded, Callbacks* callbacks = nullptr) {
        auto definition = testing::task(id, {testing::step("a")}, {"n1"});
        definition.callback_url = receiver.url();
        const std::size_t before = script.events().size();
        script.submit(definition).finish(id, "a", "n1", end);
        for (std::size_t k = before; callbacks && k < script.events().size(); ++k) {
            for (Callback& one : callbacks->look_at(script.events()[k], script.state())) callbacks->tell(std::move(one), script.state().position);
        }
    }

    QTemporaryDir folder;
    SystemDisk disk;
    SystemClock clock;
    SystemRandom random;
    EventScript script;
    testing::HttpReceiver receiver;
    std::vector<std::string> lines;
};

TEST_F(CallbacksTest, TheEndIsToldOnceAndSignedWithTheKeyOfTheFolder) {
    ASSERT_TRUE(disk.make_folder(path("pki")).ok() && disk.make_folder(path("run")).ok());
    auto callbacks = open();
    end_task("t", EventType::Succeeded, callbacks.get());
    ASSERT_TRUE(wait_until([&] { return !receiver.bodies.empty(); }));
    const auto body = nlohmann::json::parse(receiver.bodies[0]);
    EXPECT_EQ(body["task_id"], "t");
    EXPECT_EQ(body["state"], "SUCCEEDED");
    EXPECT_EQ(body["ended_at"], to_rfc3339(script.state().tasks[0].ended_at));
    const std::string key = disk.read_file(path("pki/callback.key")).value();
    const auto mac = QMessageAuthenticationCode::hash(QByteArray::fromStdString(receiver.bodies[0]), QByteArray::fromStdString(key), QCryptographicHash::Sha256);
    EXPECT_EQ(receiver.signatures[0], "sha256=" + mac.toHex().toStdString());
    EXPECT_TRUE(is_private(path("pki/callback.key")));
    ASSERT_TRUE(wait_until([&] { return callbacks->waiting() == 0; }));
    callbacks.reset();
    callbacks = open();
    end_task("second", EventType::Succeeded, callbacks.get());
    ASSERT_TRUE(wait_until([&] { return receiver.bodies.size() >= 2; }));
    EXPECT_EQ(nlohmann::json::parse(receiver.bodies[1])["task_id"], "second") << "the first is not told again after a restart";
}

TEST_F(CallbacksTest, ARefusedOrLostOneIsTriedAgainUntilItArrives) {
    ASSERT_TRUE(disk.make_folder(path("pki")).ok() && disk.make_folder(path("run")).ok());
    receiver.answers = {500, 0, 302, 204};
    auto callbacks = open();
    end_task("t", EventType::Succeeded, callbacks.get());
    ASSERT_TRUE(wait_until([&] { return receiver.bodies.size() == 4; }));
    end_task("u", EventType::Succeeded, callbacks.get());
    ASSERT_TRUE(wait_until([&] { return receiver.bodies.size() == 5; }));
    EXPECT_EQ(nlohmann::json::parse(receiver.bodies[4])["task_id"], "u") << "204 was enough for the first";
    EXPECT_EQ(lines.size(), 1u) << "said once, not at each try";
}

TEST_F(CallbacksTest, OneTryIsOneRequestAlsoWhenTheOtherSideClosesWithoutAnAnswer) {
    ASSERT_TRUE(disk.make_folder(path("pki")).ok() && disk.make_folder(path("run")).ok());
    receiver.answers = {0, 0, 0, 0, 0};
    auto callbacks = open({3600000, 3600000, 7200000, 5000, 4, 100});
    end_task("t", EventType::Succeeded, callbacks.get());
    ASSERT_TRUE(wait_until([&] { return lines.size() == 1; }));
    EXPECT_EQ(receiver.bodies.size(), 1u);
    EXPECT_NE(lines[0].find("the connection was closed without an answer"), std::string::npos) << lines[0];
}

TEST_F(CallbacksTest, WhyOneFailedIsSaidInPlainWords) {
    ASSERT_TRUE(disk.make_folder(path("pki")).ok() && disk.make_folder(path("run")).ok());
    receiver.answers = {307, 404};
    auto callbacks = open({3600000, 3600000, 7200000, 5000, 4, 100});
    end_task("moved", EventType::Succeeded, callbacks.get());
    ASSERT_TRUE(wait_until([&] { return lines.size() == 1; }));
    EXPECT_NE(lines[0].find("it answered 307, a redirect; redirects are not followed"), std::string::npos) << lines[0];
    end_task("missing", EventType::Succeeded, callbacks.get());
    ASSERT_TRUE(wait_until([&] { return lines.size() == 2; }));
    EXPECT_NE(lines[1].find("it answered 404"), std::string::npos) << lines[1];
}

TEST_F(CallbacksTest, ATaskThatEndsWithTheOneItDependsOnIsToldToo) {
    ASSERT_TRUE(disk.make_folder(path("pki")).ok() && disk.make_folder(path("run")).ok());
    auto callbacks = open();
    auto upstream = testing::task("up", {testing::step("a")}, {"n1"}), dependent = testing::task("down", {testing::step("a")}, {"n1"});
    dependent.callback_url = receiver.url();
    dependent.depends_on = {TaskId{"up"}};
    script.submit(upstream).submit(dependent);
    (void)callbacks->look_at(script.events().back(), script.state());
    script.finish("up", "a", "n1", EventType::Failed);
    ASSERT_EQ(script.state().find_task(TaskId{"down"})->status, domain::TaskStatus::Failed);
    const auto ends = callbacks->look_at(script.events().back(), script.state());
    ASSERT_EQ(ends.size(), 1u);
    EXPECT_EQ(ends[0].task.text, "down");
    // Nobody told it: the next process does.
    callbacks.reset();
    callbacks = open();
    ASSERT_TRUE(wait_until([&] { return receiver.bodies.size() == 1; }));
    EXPECT_EQ(nlohmann::json::parse(receiver.bodies[0])["task_id"], "down");
}

TEST_F(CallbacksTest, AnEndThatAPersonChangesIsToldAgain) {
    ASSERT_TRUE(disk.make_folder(path("pki")).ok() && disk.make_folder(path("run")).ok());
    auto callbacks = open();
    end_task("t", EventType::Failed, callbacks.get());
    ASSERT_TRUE(wait_until([&] { return receiver.bodies.size() == 1; }));
    script.run("t", "a", "n1", EventType::ManualOverride, domain::OperatorAction{"override", {}, {}, "done by hand", domain::RunStatus::Succeeded});
    for (Callback& one : callbacks->look_at(script.events().back(), script.state())) callbacks->tell(std::move(one), script.state().position);
    ASSERT_TRUE(wait_until([&] { return receiver.bodies.size() == 2; }));
    EXPECT_EQ(nlohmann::json::parse(receiver.bodies[0])["state"], "FAILED");
    EXPECT_EQ(nlohmann::json::parse(receiver.bodies[1])["state"], "SUCCEEDED");
}

TEST_F(CallbacksTest, WhenTooManyWaitTheOldestIsGivenUpAndThatIsSaid) {
    ASSERT_TRUE(disk.make_folder(path("pki")).ok() && disk.make_folder(path("run")).ok());
    auto callbacks = open({60000, 60000, 600000, 5000, 4, 2});
    receiver.answers = {500, 500, 500};
    for (const char* id : {"a", "b", "c"}) end_task(id, EventType::Succeeded, callbacks.get());
    EXPECT_EQ(callbacks->waiting(), 2u);
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_NE(lines[0].find("task a is given up"), std::string::npos) << lines[0];
}

TEST_F(CallbacksTest, WhatWasNotToldIsToldAfterARestart) {
    ASSERT_TRUE(disk.make_folder(path("pki")).ok() && disk.make_folder(path("run")).ok());
    end_task("before-there-were-callbacks");
    auto callbacks = open();
    receiver.answers = {500};
    end_task("while-the-receiver-was-ill", EventType::Succeeded, callbacks.get());
    ASSERT_TRUE(wait_until([&] { return receiver.bodies.size() == 1; }));
    callbacks.reset();
    end_task("while-nobody-looked");
    callbacks = open();
    ASSERT_TRUE(wait_until([&] { return receiver.bodies.size() == 3; }));
    EXPECT_EQ(nlohmann::json::parse(receiver.bodies[1])["task_id"], "while-the-receiver-was-ill");
    EXPECT_EQ(nlohmann::json::parse(receiver.bodies[2])["task_id"], "while-nobody-looked");
}

}  // namespace
}  // namespace apollo::programs
