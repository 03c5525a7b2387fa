// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/intents/catalogue.h"

#include <algorithm>

#include "tests/unit/agent_intents/folder_fixture.h"

namespace apollo::agent {
namespace {

class CatalogueTest : public FolderTest {
protected:
    Catalogue catalogue() { return Catalogue(m_disk, {m_folder, "/usr/bin/apollo-agent", 1234, 999}); }
    static DispatchOrder order(const std::string& intent, const std::string& params) {
        DispatchOrder made;
        made.key = {TaskId("t1"), StepName("s1"), NodeId("n1"), Attempt(3)};
        made.intent = IntentName(intent);
        made.params_json = params;
        made.input_json = "{\"up\":{\"n\":1}}";
        made.timeout_ms = 5000;
        return made;
    }
    static std::string variable(const LaunchSpec& spec, const std::string& name) {
        std::string found = "(missing)";
        for (const auto& [key, value] : spec.environment) {
            if (key == name) found = value;
        }
        return found;
    }
};

TEST_F(CatalogueTest, RunCommandRunsItsArgvWithItsEnvironment) {
    Catalogue intents = catalogue();
    const auto spec = intents.resolve(order("run_command", R"p({"argv":["/bin/echo",5,true,"$(x)"],"env":{"A":"b c","N":1}})p"));
    ASSERT_TRUE(spec.ok()) << spec.error().message;
    EXPECT_EQ(spec->argv, (std::vector<std::string>{"/bin/echo", "5", "true", "$(x)"}));
    EXPECT_EQ(variable(*spec, "A"), "b c");
    EXPECT_EQ(variable(*spec, "N"), "1");
    EXPECT_EQ(spec->folder, m_folder + "/runs/t1/s1/3");
    EXPECT_EQ(spec->working_folder, spec->folder + "/work");
    EXPECT_EQ(spec->timeout_ms, 5000);
    EXPECT_EQ(spec->grace_ms, 1234);
    EXPECT_EQ(spec->output_limit_bytes, 999u);
}

TEST_F(CatalogueTest, EveryStepGetsItsFilesAndNames) {
    Catalogue intents = catalogue();
    const auto spec = intents.resolve(order("run_command", R"({"argv":["x"],"env":{"APOLLO_ATTEMPT":"99"}})"));
    ASSERT_TRUE(spec.ok());
    EXPECT_EQ(variable(*spec, "APOLLO_TASK_ID"), "t1");
    EXPECT_EQ(variable(*spec, "APOLLO_STEP"), "s1");
    EXPECT_EQ(variable(*spec, "APOLLO_NODE"), "n1");
    EXPECT_EQ(variable(*spec, "APOLLO_ATTEMPT"), "3") << "a step cannot change who it is";
    EXPECT_EQ(variable(*spec, "APOLLO_CHECKPOINT_DIR"), m_folder + "/runs/t1/s1/checkpoint");
    EXPECT_TRUE(std::filesystem::is_directory(m_folder + "/runs/t1/s1/checkpoint"));
    EXPECT_TRUE(std::filesystem::is_directory(spec->working_folder));
    EXPECT_EQ(read("runs/t1/s1/3/input.json"), "{\"up\":{\"n\":1}}");
    EXPECT_EQ(variable(*spec, "APOLLO_INPUT"), m_folder + "/runs/t1/s1/3/input.json");
    EXPECT_EQ(variable(*spec, "APOLLO_OUTPUT"), m_folder + "/runs/t1/s1/3/output.json");
    EXPECT_EQ(variable(*spec, "APOLLO_PARAMS"), m_folder + "/runs/t1/s1/3/params.json");
}

TEST_F(CatalogueTest, WrongParamsOfRunCommandAreNamed) {
    Catalogue intents = catalogue();
    for (const char* params : {R"({})", R"({"argv":"ls"})", R"({"argv":[]})", R"({"argv":[""]})", R"({"argv":[["x"]]})",
                               R"({"argv":["x"],"cwd":"relative"})", R"({"argv":["x"],"env":{"A=B":"c"}})",
                               R"({"argv":["a\u0000b"]})", R"({"argv":["x"],"shell":true})", "[1]", "nonsense"}) {
        const auto spec = intents.resolve(order("run_command", params));
        ASSERT_FALSE(spec.ok()) << params;
        EXPECT_EQ(spec.error().kind, ErrorKind::BadInput) << params;
    }
}

TEST_F(CatalogueTest, BuiltInIntentsRunAsTheAgentsOwnProgram) {
    Catalogue intents = catalogue();
    const auto spec = intents.resolve(order("collect_metrics", "{}"));
    ASSERT_TRUE(spec.ok());
    EXPECT_EQ(spec->argv, (std::vector<std::string>{"/usr/bin/apollo-agent", "--run-intent", "collect_metrics"}));
    EXPECT_FALSE(intents.resolve(order("collect_metrics", R"({"colour":1})")).ok());
}

TEST_F(CatalogueTest, AnUnknownIntentIsRefusedWithWhatIsKnown) {
    Catalogue intents = catalogue();
    const auto spec = intents.resolve(order("make_tea", "{}"));
    ASSERT_FALSE(spec.ok());
    EXPECT_EQ(spec.error().kind, ErrorKind::NotFound);
    EXPECT_NE(spec.error().message.find("make_tea"), std::string::npos);
    EXPECT_NE(spec.error().message.find("collect_metrics, ensure_file, ensure_service, "), std::string::npos);
    EXPECT_EQ(spec.error().message.find("did you mean"), std::string::npos);
    EXPECT_NE(intents.resolve(order("colect_metrics", "{}")).error().message.find("did you mean 'collect_metrics'?"), std::string::npos);
}

TEST_F(CatalogueTest, ASiteIntentGetsItsParamsAsVariablesAndNeverThroughAShell) {
    write("intents/up.yaml", "name: up\nparams: {wait_s: {type: number, default: 5}, what: {type: text, required: true}}\n"
                             "apply: {argv: [/bin/up, now]}\ncompensate: {argv: [/bin/down]}\n");
    Catalogue intents = catalogue();
    EXPECT_TRUE(intents.warnings().empty());
    const auto spec = intents.resolve(order("up", R"({"what":"x'; touch /tmp/pwn; echo '"})"));
    ASSERT_TRUE(spec.ok()) << spec.error().message;
    EXPECT_EQ(spec->argv, (std::vector<std::string>{"/bin/up", "now"}));
    EXPECT_EQ(variable(*spec, "APOLLO_PARAM_WHAT"), "x'; touch /tmp/pwn; echo '");
    EXPECT_EQ(variable(*spec, "APOLLO_PARAM_WAIT_S"), "5");
    const auto undo = intents.resolve(order("up.compensate", R"({"what":"x"})"));
    ASSERT_TRUE(undo.ok());
    EXPECT_EQ(undo->argv, std::vector<std::string>{"/bin/down"});
    EXPECT_NE(intents.resolve(order("up", "{}")).error().message.find("what"), std::string::npos);
    EXPECT_NE(intents.resolve(order("up", R"({"what":"x","wait_s":"5"})")).error().message.find("number"), std::string::npos);
}

TEST_F(CatalogueTest, ASiteIntentWithACheckRunsBothInOneProcessTree) {
    write("intents/up.yaml", "name: up\ncheck: {argv: [/bin/ok]}\napply: {argv: [/bin/up]}\n");
    Catalogue intents = catalogue();
    const auto spec = intents.resolve(order("up", "{}"));
    ASSERT_TRUE(spec.ok());
    ASSERT_EQ(spec->argv.size(), 3u);
    EXPECT_EQ(spec->argv[1], "--run-site");
    EXPECT_EQ(nlohmann::json::parse(*m_disk.read_file(spec->argv[2])),
              (nlohmann::json{{"check", {"/bin/ok"}}, {"apply", {"/bin/up"}}}));
}

TEST_F(CatalogueTest, ABrokenSiteFileIsSaidAndTheOthersStay) {
    write("intents/a.yaml", "name: good\napply: {argv: [x]}\n");
    write("intents/b.yaml", "name: bad\n");
    write("intents/c.yaml", "name: good\napply: {argv: [y]}\n");
    write("intents/readme.txt", "not an intent");
    Catalogue intents = catalogue();
    EXPECT_EQ(intents.warnings().size(), 2u);
    const auto known = intents.known_intents();
    EXPECT_NE(std::find(known.begin(), known.end(), "good"), known.end());
    EXPECT_EQ(intents.resolve(order("good", "{}"))->argv, std::vector<std::string>{"x"});
}

}  // namespace
}  // namespace apollo::agent
