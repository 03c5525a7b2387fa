// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/main/event_log_windows.h"

#include <windows.h>

#include "agent/main/service_names_windows.h"
#include "common/base/windows_text.h"
#include "event_messages.h"

namespace apollo::agent {

Status add_event_source(const std::string& program) {
    HKEY key = nullptr;
    LSTATUS code = ::RegCreateKeyExW(HKEY_LOCAL_MACHINE, event_source_key, 0, nullptr, 0, KEY_SET_VALUE, nullptr, &key, nullptr);
    const std::wstring file = windows::wide_path(program);
    const DWORD kinds = EVENTLOG_INFORMATION_TYPE | EVENTLOG_ERROR_TYPE;
    if (code == ERROR_SUCCESS) {
        code = ::RegSetValueExW(key, L"EventMessageFile", 0, REG_SZ, reinterpret_cast<const BYTE*>(file.c_str()), static_cast<DWORD>((file.size() + 1) * sizeof(wchar_t)));
    }
    if (code == ERROR_SUCCESS) code = ::RegSetValueExW(key, L"TypesSupported", 0, REG_DWORD, reinterpret_cast<const BYTE*>(&kinds), sizeof kinds);
    if (key != nullptr) ::RegCloseKey(key);
    if (code == ERROR_SUCCESS) return success();
    return Error{code == ERROR_ACCESS_DENIED ? ErrorKind::NotAllowed : ErrorKind::Io,
                 "cannot register the source apollo-agent of the event log: " + windows::message_of(static_cast<unsigned long>(code))};
}

void remove_event_source() { ::RegDeleteKeyW(HKEY_LOCAL_MACHINE, event_source_key); }

void write_event(EventKind kind, const std::string& text) {
    const HANDLE source = ::RegisterEventSourceW(nullptr, service_name);
    if (source == nullptr) return;
    const std::wstring wide = windows::to_wide(text);
    LPCWSTR words[] = {wide.c_str()};
    const bool fault = kind == EventKind::Fault;
    ::ReportEventW(source, fault ? EVENTLOG_ERROR_TYPE : EVENTLOG_INFORMATION_TYPE, 0, static_cast<DWORD>(fault ? APOLLO_EVENT_FAULT : APOLLO_EVENT_INFORMATION), nullptr, 1, 0,
                   words, nullptr);
    ::DeregisterEventSource(source);
}

}  // namespace apollo::agent
