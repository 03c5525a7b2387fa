// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What attempts run in tests: test_command print WORDS... | exit CODE | sleep | stubborn | tree FILE | leave FILE | variable NAME
#include <windows.h>

#include <cstdio>
#include <cstdlib>

#include "common/base/disk.h"
#include "common/base/host.h"
#include "common/base/windows_text.h"

namespace {

using namespace apollo;

BOOL WINAPI ignore(DWORD) { return TRUE; }

// Another one of these, whose process id is written into the file.
void start_another(const std::string& file) {
    wchar_t program[MAX_PATH];
    ::GetModuleFileNameW(nullptr, program, MAX_PATH);
    std::wstring line = windows::command_line({windows::to_utf8(program), "stubborn"});
    STARTUPINFOW startup{};
    startup.cb = sizeof startup;
    PROCESS_INFORMATION made{};
    if (::CreateProcessW(program, line.data(), nullptr, nullptr, TRUE, 0, nullptr, nullptr, &startup, &made) == 0) std::exit(9);
    if (!SystemDisk().write_file_atomically(file, as_bytes(std::to_string(made.dwProcessId)))) std::exit(8);
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> words = program_arguments(argc, argv);
    if (words.empty()) return 2;
    const std::string word = words.size() > 1 ? words[1] : std::string();
    if (words[0] == "print") {
        for (std::size_t i = 1; i < words.size(); ++i) std::printf("[%s]", words[i].c_str());
        std::fprintf(stderr, "!");
        return 0;
    }
    if (words[0] == "exit") return std::atoi(word.c_str());
    if (words[0] == "variable") return std::fputs(environment_variable(word).c_str(), stdout), 0;
    if (words[0] == "stubborn") ::SetConsoleCtrlHandler(ignore, TRUE);
    if (words[0] == "tree" || words[0] == "leave") start_another(word);
    if (words[0] == "leave") return 0;
    ::Sleep(INFINITE);
    return 0;
}
