// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/unit/agent_session/steps.h"

#include <windows.h>

#include <QCoreApplication>

#include "common/base/host.h"

namespace apollo::agent::steps {

Argv end_with(int exit_code) { return {program("test_command"), "exit", std::to_string(exit_code)}; }
Argv stay() { return {program("test_command"), "sleep"}; }
Argv say_x(int count) { return {program("test_command"), "fill", std::to_string(count)}; }
Argv say_and_sum_up(const std::string& text, const std::string& json) { return {program("test_command"), "sum-up", text, json}; }
Argv mark_and_wait(const std::string& file, const std::string& gate, int exit_code) {
    return {program("test_command"), "wait", file, gate, std::to_string(exit_code)};
}

std::string program(const std::string& name) { return program_file(QCoreApplication::applicationDirPath().toStdString(), name); }
void kill_process(std::int64_t pid) {
    const HANDLE process = ::OpenProcess(PROCESS_TERMINATE, FALSE, static_cast<DWORD>(pid));
    ::TerminateProcess(process, 9);
    ::CloseHandle(process);
}

}  // namespace apollo::agent::steps
