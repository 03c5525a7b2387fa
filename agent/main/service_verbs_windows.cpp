// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/main/service_verbs.h"

#include <windows.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <vector>

#include "agent/intents/service.h"
#include "agent/main/event_log_windows.h"
#include "agent/main/service_names_windows.h"
#include "agent/main/service_settings_windows.h"
#include "common/base/disk.h"
#include "common/base/host.h"
#include "common/base/windows_takeover.h"
#include "common/base/windows_text.h"

namespace apollo::agent {

namespace {

constexpr int join_limit_ms = 60000, join_look_ms = 200;

Error manager_error(const std::string& doing) {
    const DWORD code = ::GetLastError();
    return {code == ERROR_ACCESS_DENIED ? ErrorKind::NotAllowed : ErrorKind::Io, "cannot " + doing + " the service apollo-agent: " + windows::message_of(code)};
}

std::string own_program() {
    std::wstring file(32768, L'\0');
    file.resize(::GetModuleFileNameW(nullptr, file.data(), static_cast<DWORD>(file.size())));
    return windows::to_utf8(file);
}

void describe(SC_HANDLE service) {
    wchar_t text[] = L"Carries out the steps of Apollo-11 tasks on this machine. Steps that run outlive a stop of the service.";
    SERVICE_DESCRIPTIONW description{text};
    ::ChangeServiceConfig2W(service, SERVICE_CONFIG_DESCRIPTION, &description);
    // Also after an end with an exit code; a day without one and counting begins again.
    SC_ACTION restarts[] = {{SC_ACTION_RESTART, 5000}, {SC_ACTION_RESTART, 30000}, {SC_ACTION_RESTART, 60000}};
    SERVICE_FAILURE_ACTIONSW failure{86400, nullptr, nullptr, 3, restarts};
    ::ChangeServiceConfig2W(service, SERVICE_CONFIG_FAILURE_ACTIONS, &failure);
    SERVICE_FAILURE_ACTIONS_FLAG also_after_an_exit_code{TRUE};
    ::ChangeServiceConfig2W(service, SERVICE_CONFIG_FAILURE_ACTIONS_FLAG, &also_after_an_exit_code);
}

// Makes the service, or lets the one that is there run this program with these words.
Status register_service(const std::vector<std::string>& words) {
    const SC_HANDLE manager = ::OpenSCManagerW(nullptr, nullptr, SC_MANAGER_CREATE_SERVICE | SC_MANAGER_CONNECT);
    if (manager == nullptr) return manager_error("register");
    const std::wstring line = windows::command_line(words);
    SC_HANDLE service = ::CreateServiceW(manager, service_name, service_display_name, SERVICE_CHANGE_CONFIG | SERVICE_START, SERVICE_WIN32_OWN_PROCESS, SERVICE_AUTO_START,
                                         SERVICE_ERROR_NORMAL, line.c_str(), nullptr, nullptr, L"Tcpip\0", nullptr, nullptr);
    Status done = success();
    if (service == nullptr && ::GetLastError() == ERROR_SERVICE_EXISTS) {
        service = ::OpenServiceW(manager, service_name, SERVICE_CHANGE_CONFIG | SERVICE_START);
        if (service != nullptr && ::ChangeServiceConfigW(service, SERVICE_NO_CHANGE, SERVICE_NO_CHANGE, SERVICE_NO_CHANGE, line.c_str(), nullptr, nullptr, nullptr, nullptr, nullptr,
                                                         nullptr) == 0) {
            done = manager_error("change");
        }
    }
    if (service == nullptr) done = manager_error("register");
    else describe(service);
    if (service != nullptr) ::CloseServiceHandle(service);
    ::CloseServiceHandle(manager);
    return done;
}

Status delete_service() {
    const SC_HANDLE manager = ::OpenSCManagerW(nullptr, nullptr, SC_MANAGER_CONNECT);
    const SC_HANDLE service = manager == nullptr ? nullptr : ::OpenServiceW(manager, service_name, DELETE);
    Status done = success();
    if (manager == nullptr) done = manager_error("remove");
    else if (service == nullptr) done = ::GetLastError() == ERROR_SERVICE_DOES_NOT_EXIST ? success() : Status(manager_error("remove"));
    else if (::DeleteService(service) == 0) done = manager_error("remove");
    if (service != nullptr) ::CloseServiceHandle(service);
    if (manager != nullptr) ::CloseServiceHandle(manager);
    return done;
}

Status change(const std::string& verb) { return Service::of(windows::to_utf8(service_name))->change(verb); }

Status install(const Options& options) {
    if (!options.has("data")) return Error{ErrorKind::BadInput, "say which folder is the agent's: --data DIR"};
    const std::string data = with_slashes(options.value("data"));
    if (!is_absolute_path(data)) return Error{ErrorKind::BadInput, "--data of a service must be an absolute path, not " + data};
    const std::string program = own_program();
    if (auto safe = windows::check_program_folder(program.substr(0, program.find_last_of("/\\"))); !safe) return safe;
    SystemDisk disk;
    if (auto made = disk.make_folder(data); !made) return made;
    // It may have been put there by somebody else, with a center of theirs.
    if (auto taken = windows::take_over(data, "runs"); !taken) return taken;
    if (auto kept = keep_service_settings(disk, data, options); !kept) return kept;
    // What was written just now lets in whoever installs, also when they are no administrator any more.
    if (auto taken = windows::take_over(data, "runs"); !taken) return taken;
    if (auto added = add_event_source(program); !added) return added;
    return register_service({program, "--service", "run", "--data", data, "--config", data + "/agent.yaml"});
}

// For whoever has just installed it.
Status wait_for_center(const Options& options) {
    if (!options.has("data")) return Error{ErrorKind::BadInput, "say which folder is the agent's: --data DIR"};
    const std::string file = with_slashes(options.value("data")) + "/health.json";
    SystemDisk disk;
    for (int left = join_limit_ms; left > 0; left -= join_look_ms) {
        const auto text = disk.exists(file) ? disk.read_file(file) : Result<std::string>(std::string());
        const auto health = nlohmann::json::parse(text ? *text : std::string(), nullptr, false);
        if (health.is_object() && health.value("connected", false)) return success();
        ::Sleep(join_look_ms);
    }
    return Error{ErrorKind::Timeout, "the agent is not connected to its center after " + std::to_string(join_limit_ms / 1000) + " s"};
}

Status remove() {
    if (auto stopped = change("stop"); !stopped && stopped.error().kind != ErrorKind::NotFound) return stopped;
    if (auto deleted = delete_service(); !deleted) return deleted;
    remove_event_source();
    return success();
}

}  // namespace

std::vector<OptionSpec> service_options() {
    return {{"service", "VERB", "install: registers the agent as a service with what the other options say; remove, start, stop; wait: until it is connected, at most 60 s; run: what the service manager calls", false,
             {"install", "remove", "start", "stop", "wait", "run"}},
            {"labels", "LIST", "with --service install: the labels of this node, KEY=VALUE,KEY=VALUE"}};
}

std::optional<int> carry_out_service_verb(const Options& options) {
    if (!options.has("service")) return std::nullopt;
    const std::string verb = options.value("service");
    if (verb == "run") return std::nullopt;
    const Status done = verb == "install" ? install(options) : verb == "remove" ? remove() : verb == "wait" ? wait_for_center(options) : change(verb);
    if (done) return 0;
    std::fprintf(stderr, "apollo-agent: %s\n", done.error().message.c_str());
    return done.error().kind == ErrorKind::BadInput ? 2 : 1;
}

}  // namespace apollo::agent
