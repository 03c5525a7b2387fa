// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/updater/boot_start.h"

#include <windows.h>

#include "common/base/windows_text.h"

namespace apollo::updater {

namespace {

constexpr wchar_t service_name[] = L"apollo-agent-upgrade";

// The service manager hands its functions nothing of ours.
const std::function<int()>* present_work = nullptr;

void tell(SERVICE_STATUS_HANDLE handle, DWORD state) {
    SERVICE_STATUS status{};
    status.dwServiceType = SERVICE_WIN32_OWN_PROCESS;
    status.dwCurrentState = state;
    ::SetServiceStatus(handle, &status);
}

// It takes no orders: an upgrade is not stopped half way.
DWORD WINAPI on_control(DWORD control, DWORD, LPVOID, LPVOID) { return control == SERVICE_CONTROL_INTERROGATE ? NO_ERROR : ERROR_CALL_NOT_IMPLEMENTED; }

void WINAPI service_main(DWORD, LPWSTR*) {
    const SERVICE_STATUS_HANDLE handle = ::RegisterServiceCtrlHandlerExW(service_name, on_control, nullptr);
    tell(handle, SERVICE_RUNNING);
    (*present_work)();
    tell(handle, SERVICE_STOPPED);
}

}  // namespace

Status begin_boot_start(const std::string& program, const std::string& data_folder) {
    const SC_HANDLE manager = ::OpenSCManagerW(nullptr, nullptr, SC_MANAGER_CREATE_SERVICE | SC_MANAGER_CONNECT);
    if (manager == nullptr) return windows::system_error("open", "the service manager", ::GetLastError());
    const std::wstring line = windows::command_line({program, "--resume", "--at-boot", "--data", data_folder});
    const SC_HANDLE service = ::CreateServiceW(manager, service_name, L"Apollo-11 agent: finish an interrupted upgrade", SERVICE_CHANGE_CONFIG, SERVICE_WIN32_OWN_PROCESS,
                                               SERVICE_AUTO_START, SERVICE_ERROR_NORMAL, line.c_str(), nullptr, nullptr, nullptr, nullptr, nullptr);
    const DWORD code = service == nullptr ? ::GetLastError() : ERROR_SUCCESS;
    if (service != nullptr) ::CloseServiceHandle(service);
    ::CloseServiceHandle(manager);
    return code == ERROR_SUCCESS || code == ERROR_SERVICE_EXISTS ? success() : Status(windows::system_error("register", "the service apollo-agent-upgrade", code));
}

void end_boot_start() {
    const SC_HANDLE manager = ::OpenSCManagerW(nullptr, nullptr, SC_MANAGER_CONNECT);
    const SC_HANDLE service = manager == nullptr ? nullptr : ::OpenServiceW(manager, service_name, DELETE);
    if (service != nullptr) ::DeleteService(service);
    if (service != nullptr) ::CloseServiceHandle(service);
    if (manager != nullptr) ::CloseServiceHandle(manager);
}

int run_at_boot(const std::function<int()>& work) {
    present_work = &work;
    wchar_t name[] = L"apollo-agent-upgrade";
    const SERVICE_TABLE_ENTRYW table[] = {{name, service_main}, {nullptr, nullptr}};
    return ::StartServiceCtrlDispatcherW(table) != 0 ? 0 : work();
}

}  // namespace apollo::updater
