// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// With commands that catch signals, or print as a shell does.
#include "tests/unit/agent_session/session_fixture.h"

namespace apollo::agent {
namespace {

std::vector<std::string> shell(const std::string& script) { return {"/bin/sh", "-c", script}; }

TEST_F(SessionTest, OutputThatIsGoneDoesNotHoldUpTheEvents) {
    m_center.reachable = false;
    run("a", shell("head -c 3000 /dev/zero; while [ ! -e go ]; do sleep 0.02; done"));
    ASSERT_TRUE(story_is("a", "ACCEPTED STARTED"));
    m_center.cut();
    std::ofstream(folder() + "/runs/task/a/1/work/go") << "";
    ASSERT_TRUE(wait_until([&] { return m_session->running() == 0; }));
    std::filesystem::remove(folder() + "/runs/task/a/1/output");
    m_center.reachable = true;
    ASSERT_TRUE(story_is("a", "ACCEPTED STARTED SUCCEEDED"));
    EXPECT_NE(m_center.end_of("a").message.find("could not be stored"), std::string::npos);
}

TEST_F(SessionTest, AnOlderAttemptThatALostLogForgotIsEndedBeforeTheNextStarts) {
    const std::string marks = folder() + "/marks";
    run("a", shell("trap 'sleep 0.1; echo out >> " + marks + "; exit 1' TERM; echo in >> " + marks + "; while :; do sleep 0.02; done"));
    ASSERT_TRUE(wait_until([&] { return read(marks) == "in\n"; }));
    m_session.reset();
    m_launcher.reset();
    std::filesystem::remove_all(folder() + "/wal");
    start_agent();
    run("a", shell("echo next >> " + marks), 2);
    ASSERT_TRUE(story_is("a", "ACCEPTED STARTED SUCCEEDED", 2));
    EXPECT_EQ(read(marks), "in\nout\nnext\n");
}

TEST_F(SessionTest, ACancelReachesAnAttemptThatStillWaitsForAnOlderOne) {
    run("a", shell("trap '' TERM; while :; do sleep 0.02; done"));
    ASSERT_TRUE(story_is("a", "ACCEPTED STARTED"));
    m_session.reset();
    m_launcher.reset();
    std::filesystem::remove_all(folder() + "/wal");
    start_agent();
    run("a", shell("true"), 2);
    ASSERT_TRUE(wait_until([&] { return m_log.find("still runs") != std::string::npos; }));
    m_center.cancel("a", 2);
    ASSERT_TRUE(wait_until([&] { return m_center.story("a", 2).find("CANCELLED") != std::string::npos; })) << m_center.story("a", 2);
}

TEST_F(SessionTest, ProgressIsAnswered) {
    run("a", shell("printf 12345; while [ ! -e go ]; do sleep 0.02; done"));
    // The guard copies the output when it gets to it.
    ASSERT_TRUE(wait_until([&] { return output_size_bytes(folder() + "/runs/task/a/1") == 5; }));
    wire::Envelope envelope;
    FakeCenter::fill_key(*envelope.mutable_progress_query()->mutable_key(), "a", 1);
    m_center.send(envelope);
    ASSERT_TRUE(wait_until([&] { return !m_center.progress.empty(); }));
    EXPECT_EQ(m_center.progress.back().output_bytes(), 5u);
    EXPECT_TRUE(m_center.progress.back().running());
    std::ofstream(folder() + "/runs/task/a/1/work/go") << "";
    ASSERT_TRUE(story_is("a", "ACCEPTED STARTED SUCCEEDED"));
}

}  // namespace
}  // namespace apollo::agent
