// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/main/started_as.h"

#include <windows.h>

#include <future>
#include <thread>

#include "agent/main/event_log_windows.h"
#include "agent/main/log_stream.h"
#include "agent/main/service_names_windows.h"
#include "agent/main/stop_requests.h"
#include "common/base/disk.h"
#include "common/base/windows_text.h"

namespace apollo::agent {

namespace {

constexpr DWORD stop_hint_ms = 20000;

// What the service manager's threads and the main one tell each other; the manager hands its functions nothing of ours.
struct Meeting {
    std::promise<bool> is_service;
    std::promise<int> exit_code;
    SERVICE_STATUS_HANDLE handle = nullptr;
};
Meeting* meeting = nullptr;

void tell(DWORD state, int exit_code = 0) {
    SERVICE_STATUS status{};
    status.dwServiceType = SERVICE_WIN32_OWN_PROCESS;
    status.dwCurrentState = state;
    status.dwControlsAccepted = state == SERVICE_RUNNING ? SERVICE_ACCEPT_STOP | SERVICE_ACCEPT_SHUTDOWN : 0;
    status.dwWaitHint = state == SERVICE_STOP_PENDING ? stop_hint_ms : 0;
    status.dwWin32ExitCode = exit_code == 0 ? NO_ERROR : ERROR_SERVICE_SPECIFIC_ERROR;
    status.dwServiceSpecificExitCode = static_cast<DWORD>(exit_code);
    ::SetServiceStatus(meeting->handle, &status);
}

DWORD WINAPI on_control(DWORD control, DWORD, LPVOID, LPVOID) {
    if (control == SERVICE_CONTROL_INTERROGATE) return NO_ERROR;
    if (control != SERVICE_CONTROL_STOP && control != SERVICE_CONTROL_SHUTDOWN) return ERROR_CALL_NOT_IMPLEMENTED;
    tell(SERVICE_STOP_PENDING);
    StopRequests::ask();
    return NO_ERROR;
}

void WINAPI service_main(DWORD, LPWSTR*) {
    meeting->handle = ::RegisterServiceCtrlHandlerExW(service_name, on_control, nullptr);
    tell(SERVICE_RUNNING);
    meeting->is_service.set_value(true);
    const int code = meeting->exit_code.get_future().get();
    tell(SERVICE_STOPPED, code);
}

// Returns at once when no service manager started this process, else when the service has ended.
void answer_manager() {
    wchar_t name[] = L"apollo-agent";
    const SERVICE_TABLE_ENTRYW table[] = {{name, service_main}, {nullptr, nullptr}};
    if (::StartServiceCtrlDispatcherW(table) == 0) meeting->is_service.set_value(false);
}

// From here on what the agent says goes to a file that only the service's user, the system and administrators may read.
Status write_log_to(const std::string& data_folder) {
    if (auto made = SystemDisk().make_folder(data_folder); !made) return made;
    return log_to_file(data_folder + "/agent.log");
}

int run_service(const std::string& data_folder, const std::function<int()>& agent) {
    if (auto opened = write_log_to(data_folder); !opened) {
        write_event(EventKind::Fault, "The agent cannot keep its log: " + opened.error().message);
        return 1;
    }
    write_event(EventKind::Information, "The agent begins. Its log is " + data_folder + "/agent.log.");
    const int code = agent();
    if (code == 0) write_event(EventKind::Information, "The agent has ended. Steps that run go on under their guards.");
    else write_event(EventKind::Fault, "The agent ended with exit code " + std::to_string(code) + ". The reason is in " + data_folder + "/agent.log.");
    return code;
}

int no_manager() {
    log_text("apollo-agent: no service manager has started this process; without --service run it runs here, and sc start apollo-agent starts the service\n");
    return 2;
}

}  // namespace

int run_as_started(bool by_manager, const std::string& data_folder, const std::function<int()>& agent) {
    // Nobody else asks for the manager: Wine's takes whoever asks while a service starts for that service.
    if (!by_manager) return agent();
    Meeting here;
    meeting = &here;
    std::thread manager(answer_manager);
    const bool is_service = here.is_service.get_future().get();
    const int code = is_service ? run_service(data_folder, agent) : no_manager();
    if (is_service) here.exit_code.set_value(code);
    manager.join();
    return code;
}

}  // namespace apollo::agent
