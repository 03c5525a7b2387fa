// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/main/alert_command.h"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>

namespace apollo::programs {
namespace {

bool wait_until(const std::function<bool()>& condition) {
    QElapsedTimer timer;
    timer.start();
    while (!condition() && timer.elapsed() < 20000) QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
    return condition();
}

class AlertCommandTest : public ::testing::Test {
protected:
    std::string program(const std::string& script) {
        const std::string file = path("tell");
        std::ofstream(file) << "#!/bin/sh\n" << script << "\n";
        QFile::setPermissions(QString::fromStdString(file), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        return file;
    }
    std::string path(const std::string& name) const { return m_folder.filePath(QString::fromStdString(name)).toStdString(); }
    std::string told() const {
        std::ostringstream text;
        text << std::ifstream(path("told")).rdbuf();
        return text.str();
    }
    std::function<void(const std::string&)> logger() {
        return [this](const std::string& line) { m_lines.push_back(line); };
    }

    QTemporaryDir m_folder;
    std::vector<std::string> m_lines;
};

TEST_F(AlertCommandTest, EachDocumentGoesToOneRunInOrder) {
    AlertCommand command(program("cat >> " + path("told")));
    for (const char* document : {"one\n", "two\n", "three\n"}) command.tell(document);
    EXPECT_TRUE(wait_until([&] { return told() == "one\ntwo\nthree\n"; })) << told();
}

TEST_F(AlertCommandTest, AProgramThatHangsIsKilledAndTheNextOneIsTold) {
    const std::string hangs = program("read line; if [ $line = hang ]; then exec sleep 1000; fi; echo $line >> " + path("told"));
    AlertCommand command(hangs, {100, 300});
    command.on_log = logger();
    command.tell("hang\n");
    command.tell("two\n");
    EXPECT_TRUE(wait_until([&] { return told() == "two\n"; })) << told();
    ASSERT_EQ(m_lines.size(), 1u);
    EXPECT_NE(m_lines[0].find("was killed"), std::string::npos) << m_lines[0];
}

TEST_F(AlertCommandTest, WhatWaitsIsBoundedAndTheNewestStay) {
    AlertCommand command(program("while [ ! -e " + path("go") + " ]; do sleep 0.02; done; cat >> " + path("told")), {2, 30000});
    command.on_log = logger();
    for (const char* document : {"one\n", "two\n", "three\n", "four\n", "five\n"}) command.tell(document);
    std::ofstream(path("go")) << "go";
    EXPECT_TRUE(wait_until([&] { return told() == "one\nfour\nfive\n"; })) << told();
    ASSERT_TRUE(wait_until([&] { return m_lines.size() == 1; }));
    EXPECT_NE(m_lines[0].find("not told of 2 older alerts"), std::string::npos) << m_lines[0];
}

TEST_F(AlertCommandTest, AFailureIsSaidAndTheNextOneIsToldAllTheSame) {
    AlertCommand command(program("cat >> " + path("told") + "; exit 3"));
    command.on_log = logger();
    command.tell("one\n");
    command.tell("two\n");
    EXPECT_TRUE(wait_until([&] { return told() == "one\ntwo\n" && m_lines.size() == 2; }));
    EXPECT_NE(m_lines[0].find("exit code 3"), std::string::npos) << m_lines[0];
    QFile::remove(QString::fromStdString(path("tell")));
    command.tell("three\n");
    EXPECT_TRUE(wait_until([&] { return m_lines.size() == 3; }));
    EXPECT_NE(m_lines[2].find("cannot be started"), std::string::npos) << m_lines[2];
}

TEST_F(AlertCommandTest, OnlyAProgramIsAccepted) {
    EXPECT_TRUE(AlertCommand::check(program("true")).ok());
    EXPECT_FALSE(AlertCommand::check(path("missing")).ok());
    EXPECT_FALSE(AlertCommand::check(m_folder.path().toStdString()).ok());
}

TEST(AlertDocument, NamesTheConditionAndWhatItIsAbout) {
    domain::State state;
    state.nodes.resize(1);
    state.nodes[0].facts.node = NodeId{"n1"};
    domain::Event event;
    event.header.type = domain::EventType::AlertRaised;
    event.header.position = Position{17};
    event.header.node = NodeIndex{0};
    event.payload = domain::Note{"bad \xff byte\nand a line", {}, {}, {}, "node:n1"};
    const std::string text = alert_document(event, state);
    EXPECT_EQ(text.find('\n'), text.size() - 1) << "one line";
    const auto document = nlohmann::json::parse(text);
    EXPECT_EQ(document["event"], "ALERT_RAISED");
    EXPECT_EQ(document["position"], 17);
    EXPECT_EQ(document["key"], "node:n1");
    EXPECT_EQ(document["node"], "n1");
    EXPECT_TRUE(document["task_id"].is_null());
}

}  // namespace
}  // namespace apollo::programs
