// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Paths, words and texts of every kind, on their way from an order through guard and command and back.
#include <QDir>

#include "tests/unit/agent_runner/windows_fixture.h"

namespace apollo::agent {
namespace {

// As a path below ProgramData gets with names of tasks and steps as long as they may be.
const std::string long_name(140, 'x');
const std::string other_script = "\u4e16\u754c gr\u00fc\u00dfe";

TEST_F(WindowsLauncherTest, WordsComeAsTheyWereOrdered) {
    const std::vector<std::string> words{"", "two words", "\"", "a\"b", "ends\\", "ends with space\\", "\\\"", "%PATH%", "%", "^&|<>()!", other_script, "tab\there", "a\\\\b c\\\\"};
    std::vector<std::string> argv{"print"};
    argv.insert(argv.end(), words.begin(), words.end());
    std::string wanted;
    for (const std::string& word : words) wanted += "[" + word + "]";
    EXPECT_EQ(output_of(spec("a", argv)), wanted + "!");
}

TEST_F(WindowsLauncherTest, AStepMayStandInAFolderOfAnyScriptAndLength) {
    for (const std::string& name : {other_script, long_name + "/" + other_script + "/" + long_name}) {
        auto made = spec(name, {"here", "mark"});
        EXPECT_EQ(output_of(made), "");
        EXPECT_EQ(read(made.working_folder + "/mark"), "here") << made.working_folder;
        EXPECT_EQ(m_records[made.folder].exit_code, 0) << m_records[made.folder].message;
    }
}

TEST_F(WindowsLauncherTest, AProgramIsFoundInThePathThatTheStepHas) {
    const std::string folder = m_root.path().toStdString() + "/tools of " + other_script;
    ASSERT_TRUE(SystemDisk().make_folder(folder).ok());
    std::filesystem::copy_file(system_path(beside("test_command")), system_path(folder + "/Our.Tool.exe"));
    for (const char* name : {"our.tool", "OUR.TOOL.EXE", "Our.Tool.exe"}) {
        auto made = spec(std::string("in-") + name, {});
        made.argv = {name, "print", "found"};
        made.environment = {{"Path", "C:/no/such/folder;" + folder}};
        EXPECT_EQ(output_of(made), "[found]!") << name;
    }
}

TEST_F(WindowsLauncherTest, ABatchFileIsNotRunBehindTheOrdersBackAndThatIsSaid) {
    const std::string folder = m_root.path().toStdString() + "/tools";
    ASSERT_TRUE(SystemDisk().make_folder(folder).ok());
    ASSERT_TRUE(SystemDisk().write_file_atomically(folder + "/deploy.cmd", as_bytes(std::string("@echo ran %1\r\n"))).ok());
    for (const char* name : {"deploy", "deploy.cmd"}) {
        auto made = spec(std::string("in-") + name, {});
        made.argv = {name, "x"};
        made.environment = {{"PATH", folder}};
        EXPECT_EQ(output_of(made), "");
        EXPECT_EQ(m_records[made.folder].how, How::CouldNotStart);
        EXPECT_NE(m_records[made.folder].message.find("cmd.exe"), std::string::npos) << m_records[made.folder].message;
    }
    auto asked = spec("asked", {});
    asked.argv = {"cmd.exe", "/c", QDir::toNativeSeparators(QString::fromStdString(folder + "/deploy.cmd")).toStdString(), "x"};
    EXPECT_EQ(output_of(asked), "ran x\r\n");
}

TEST_F(WindowsLauncherTest, VariablesAreOfAnyScriptAndMayBeEmpty) {
    auto made = spec("a", {"variable", "WORD"});
    made.environment = {{"WORD", other_script}};
    EXPECT_EQ(output_of(made), other_script);
    auto replaced = spec("b", {"variable", "windir"});
    replaced.environment = {{"WINDIR", "x"}};
    EXPECT_EQ(output_of(replaced), "x") << "Windows does not tell capitals in names of variables";
}

// A program that writes through its console's code page writes UTF-8: the guard's console is set so.
TEST_F(WindowsLauncherTest, WhatAShellPrintsIsUtf8) {
    auto made = spec("a", {});
    made.argv = {"cmd.exe", "/c", "echo", other_script};
    EXPECT_EQ(output_of(made), "\"" + other_script + "\"\r\n");
}

}  // namespace
}  // namespace apollo::agent
