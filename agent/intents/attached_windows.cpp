// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/intents/attached.h"

#include <windows.h>

#include <cstdio>
#include <filesystem>
#include <optional>

#include "common/base/host.h"
#include "common/base/windows_program.h"
#include "common/base/windows_text.h"

namespace apollo::agent {

namespace {

struct Ended {
    std::optional<DWORD> exit_code;  // absent: it was never executed
    bool missing = false;
    std::string failure;
};

// With this process's own output, console and place in the job.
Ended run(const std::vector<std::string>& argv) {
    const std::string program = windows::find_program(argv.front(), text_of(std::filesystem::current_path()), environment_variable("PATH"));
    if (program.empty()) return {std::nullopt, true, "there is no such program"};
    if (windows::is_batch_file(program)) return {std::nullopt, false, "it is a batch file, which only a shell runs: name cmd.exe in argv"};
    STARTUPINFOW startup{};
    startup.cb = sizeof startup;
    startup.dwFlags = STARTF_USESTDHANDLES;
    startup.hStdInput = ::GetStdHandle(STD_INPUT_HANDLE);
    startup.hStdOutput = ::GetStdHandle(STD_OUTPUT_HANDLE);
    startup.hStdError = ::GetStdHandle(STD_ERROR_HANDLE);
    for (const HANDLE handle : {startup.hStdInput, startup.hStdOutput, startup.hStdError}) ::SetHandleInformation(handle, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
    PROCESS_INFORMATION made{};
    std::wstring line = windows::command_line(argv);
    if (::CreateProcessW(windows::wide_path(program).c_str(), line.data(), nullptr, nullptr, TRUE, 0, nullptr, nullptr, &startup, &made) == 0) {
        return {std::nullopt, false, windows::message_of(::GetLastError())};
    }
    ::CloseHandle(made.hThread);
    ::WaitForSingleObject(made.hProcess, INFINITE);
    DWORD code = 0;
    ::GetExitCodeProcess(made.hProcess, &code);
    ::CloseHandle(made.hProcess);
    return {code, false, {}};
}

}  // namespace

bool succeeds(const std::vector<std::string>& argv) {
    const Ended ended = run(argv);
    if (!ended.exit_code) std::fprintf(stderr, "cannot execute the check %s: %s\n", argv.front().c_str(), ended.failure.c_str());
    return ended.exit_code == DWORD{0};
}

// Windows cannot put another program into a process; this one waits for it. What ends the step ends both: they are in one job.
int become(const std::vector<std::string>& argv) {
    const Ended ended = run(argv);
    if (ended.exit_code) return static_cast<int>(*ended.exit_code);
    std::fprintf(stderr, "cannot execute %s: %s\n", argv.front().c_str(), ended.failure.c_str());
    return ended.missing ? 127 : 126;
}

}  // namespace apollo::agent
