// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Wine keeps no event log; what a viewer needs to show one is tested: the source, and the texts in the program it names.
#include "agent/main/event_log_windows.h"

#include <gtest/gtest.h>
#include <windows.h>

#include "agent/main/service_names_windows.h"
#include "common/base/windows_text.h"
#include "event_messages.h"

namespace apollo::agent {
namespace {

std::wstring registered(const wchar_t* name) {
    wchar_t text[1024] = {};
    DWORD size = sizeof text;
    return ::RegGetValueW(HKEY_LOCAL_MACHINE, event_source_key, name, RRF_RT_REG_SZ, nullptr, text, &size) == ERROR_SUCCESS ? text : std::wstring();
}

std::string agent_program() {
    wchar_t file[1024];
    std::string own = windows::to_utf8({file, ::GetModuleFileNameW(nullptr, file, 1024)});
    return own.substr(0, own.find_last_of('\\')) + "\\apollo-agent.exe";
}

std::string shown(DWORD message, const wchar_t* text) {
    const HMODULE program = ::LoadLibraryExW(registered(L"EventMessageFile").c_str(), nullptr, LOAD_LIBRARY_AS_DATAFILE);
    wchar_t buffer[256];
    DWORD_PTR words[] = {reinterpret_cast<DWORD_PTR>(text)};
    const DWORD flags = FORMAT_MESSAGE_FROM_HMODULE | FORMAT_MESSAGE_ARGUMENT_ARRAY;
    const DWORD size = program == nullptr ? 0 : ::FormatMessageW(flags, program, message, 0, buffer, 256, reinterpret_cast<va_list*>(words));
    if (program != nullptr) ::FreeLibrary(program);
    return windows::to_utf8({buffer, size});
}

TEST(EventLog, TheSourceNamesTheProgramThatHasTheTextsAndGoesAgain) {
    const auto added = add_event_source(agent_program());
    ASSERT_TRUE(added.ok()) << added.error().message;
    EXPECT_EQ(windows::to_utf8(registered(L"EventMessageFile")), agent_program());
    EXPECT_EQ(shown(static_cast<DWORD>(APOLLO_EVENT_INFORMATION), L"The agent begins."), "The agent begins.\r\n");
    EXPECT_EQ(shown(static_cast<DWORD>(APOLLO_EVENT_FAULT), L"gone"), "gone\r\n");
    write_event(EventKind::Information, "told while tested");
    remove_event_source();
    EXPECT_EQ(registered(L"EventMessageFile"), L"");
}

}  // namespace
}  // namespace apollo::agent
