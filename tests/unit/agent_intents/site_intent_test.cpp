// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/intents/site_intent.h"

#include <sys/wait.h>
#include <unistd.h>

#include "agent/intents/builtin.h"
#include "tests/unit/agent_intents/folder_fixture.h"

namespace apollo::agent {
namespace {

TEST(SiteIntentFile, EverythingItCanSayIsRead) {
    const auto intent = parse_site_intent(
        "name: up\nidempotency: idempotent_write\nparams:\n  a: {type: text, default: hello}\n  b: {type: boolean, default: true}\n"
        "check: {argv: [c]}\napply: {argv: [a, '1', NO]}\nprogress: {argv: [p]}\ncompensate: {argv: [u]}\n");
    ASSERT_TRUE(intent.ok()) << intent.error().message;
    EXPECT_EQ(intent->name, "up");
    EXPECT_EQ(intent->idempotency, domain::Idempotency::IdempotentWrite);
    EXPECT_EQ(intent->apply, (std::vector<std::string>{"a", "1", "NO"}));
    EXPECT_EQ(intent->params.at("a").fallback, "hello");
    EXPECT_EQ(intent->params.at("b").fallback, true);
}

TEST(SiteIntentFile, EachFaultIsNamedWithItsLine) {
    const auto reason = [](const char* yaml) {
        const auto intent = parse_site_intent(yaml);
        return intent.ok() ? std::string("accepted") : intent.error().message;
    };
    EXPECT_NE(reason("name: x\n").find("'apply' is missing"), std::string::npos);
    EXPECT_NE(reason("name: x\napply: {argv: [a]}\nappply: 1\n").find("line 3: unknown key 'appply'"), std::string::npos);
    EXPECT_NE(reason("name: run_command\napply: {argv: [a]}\n").find("built in"), std::string::npos);
    EXPECT_NE(reason("name: ../x\napply: {argv: [a]}\n").find("name"), std::string::npos);
    EXPECT_NE(reason("name: x\napply: a b c\n").find("line 2"), std::string::npos);
    EXPECT_NE(reason("name: x\napply: {argv: [a]}\nidempotency: maybe\n").find("maybe"), std::string::npos);
    EXPECT_NE(reason("name: x\napply: {argv: [a]}\nparams: {p: {type: list}}\n").find("list"), std::string::npos);
    EXPECT_NE(reason("name: x\napply: {argv: [a]}\nparams: {p: {}, P: {}}\n").find("twice"), std::string::npos);
    EXPECT_NE(reason("name: x\napply: {argv: [a]}\nparams: {p: {type: number, default: x}}\n").find("default"), std::string::npos);
    EXPECT_NE(reason("name: [\n").find("line"), std::string::npos);
    EXPECT_NE(reason("").find("line"), std::string::npos);
}

class RunSiteTest : public FolderTest {
protected:
    // run_site replaces the process, so it runs in one of its own.
    int run(const nlohmann::json& commands) {
        write("site.json", commands.dump());
        const pid_t pid = ::fork();
        if (pid == 0) ::_exit(run_site(path("site.json")));
        int status = 0;
        ::waitpid(pid, &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
};

TEST_F(RunSiteTest, ApplyIsRunOnlyIfTheCheckSaysNo) {
    const nlohmann::json apply = {"/bin/sh", "-c", "echo applied >> " + path("effects") + "; exit 9"};
    EXPECT_EQ(run({{"check", {"true"}}, {"apply", apply}}), 0);
    EXPECT_EQ(read("effects"), "");
    EXPECT_EQ(run({{"check", {"false"}}, {"apply", apply}}), 9);
    EXPECT_EQ(read("effects"), "applied\n");
    EXPECT_EQ(run({{"check", {"/no/such/check"}}, {"apply", apply}}), 9);
    EXPECT_EQ(run({{"check", {"false"}}, {"apply", {"/no/such/apply"}}}), 127);
    EXPECT_EQ(run(nlohmann::json::object()), 65);
}

}  // namespace
}  // namespace apollo::agent
