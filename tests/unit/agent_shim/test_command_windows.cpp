// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What attempts run in tests: test_command print WORDS... | exit CODE | sleep | stubborn | tree FILE | leave FILE |
// variable NAME | here FILE | mark PREFIX MS | wait FILE GATE [CODE] | fill COUNT | sum-up TEXT JSON
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

// One line more, whole, whatever others add meanwhile.
void add_line(const std::string& file, const std::string& text) {
    const HANDLE handle = ::CreateFileW(windows::wide_path(file).c_str(), FILE_APPEND_DATA, FILE_SHARE_READ | FILE_SHARE_WRITE, nullptr, OPEN_ALWAYS, 0, nullptr);
    DWORD written = 0;
    const std::string line = text + "\n";
    if (handle == INVALID_HANDLE_VALUE || ::WriteFile(handle, line.data(), static_cast<DWORD>(line.size()), &written, nullptr) == 0) std::exit(7);
    ::CloseHandle(handle);
}

// The attempt's number, into the file of this step; then it takes its time.
int mark(const std::string& prefix, const std::string& ms) {
    add_line(prefix + environment_variable("APOLLO_STEP"), environment_variable("APOLLO_ATTEMPT"));
    ::Sleep(static_cast<DWORD>(std::atoi(ms.c_str())));
    return 0;
}

// The attempt's number into the file; then until the gate is there.
int wait_for_gate(const std::string& file, const std::string& gate, int exit_code) {
    add_line(file, environment_variable("APOLLO_ATTEMPT"));
    while (!SystemDisk().exists(gate)) ::Sleep(20);
    return exit_code;
}

int fill(int count) {
    std::fputs(std::string(static_cast<std::size_t>(count), 'x').c_str(), stdout);
    return 0;
}

int sum_up(const std::string& text, const std::string& json) {
    std::fputs(text.c_str(), stdout);
    return SystemDisk().write_file_atomically(environment_variable("APOLLO_OUTPUT"), as_bytes(json)) ? 0 : 5;
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
    if (words[0] == "here") return SystemDisk().write_file_atomically(word, as_bytes(std::string_view("here"))) ? 0 : 6;
    if (words[0] == "mark" && words.size() == 3) return mark(word, words[2]);
    if (words[0] == "wait" && words.size() >= 3) return wait_for_gate(word, words[2], words.size() > 3 ? std::atoi(words[3].c_str()) : 0);
    if (words[0] == "fill") return fill(std::atoi(word.c_str()));
    if (words[0] == "sum-up" && words.size() == 3) return sum_up(word, words[2]);
    if (words[0] == "stubborn") ::SetConsoleCtrlHandler(ignore, TRUE);
    if (words[0] == "tree" || words[0] == "leave") start_another(word);
    if (words[0] == "leave") return 0;
    ::Sleep(INFINITE);
    return 0;
}
