// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/intents/service.h"

#include <windows.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "common/base/windows_text.h"

namespace apollo::agent {

namespace {

constexpr ULONGLONG change_limit_ms = 120000;
constexpr DWORD look_again_ms = 100;

class ServiceHandle {
public:
    explicit ServiceHandle(SC_HANDLE handle) : m_handle(handle) {}
    ~ServiceHandle() {
        if (m_handle != nullptr) ::CloseServiceHandle(m_handle);
    }
    ServiceHandle(ServiceHandle&& other) noexcept : m_handle(std::exchange(other.m_handle, nullptr)) {}
    ServiceHandle& operator=(ServiceHandle&&) = delete;
    SC_HANDLE get() const { return m_handle; }

private:
    SC_HANDLE m_handle;
};

Error service_error(const std::string& doing, const std::string& name, DWORD code) {
    const bool unknown = code == ERROR_SERVICE_DOES_NOT_EXIST || code == ERROR_INVALID_NAME;
    const ErrorKind kind = unknown ? ErrorKind::NotFound : code == ERROR_ACCESS_DENIED ? ErrorKind::NotAllowed : ErrorKind::Io;
    return {kind, "cannot " + doing + " the service " + name + ": " + windows::message_of(code)};
}

Result<ServiceHandle> open(const std::string& name, DWORD rights) {
    const ServiceHandle manager(::OpenSCManagerW(nullptr, nullptr, SC_MANAGER_CONNECT));
    if (manager.get() == nullptr) return service_error("ask the service manager for", name, ::GetLastError());
    ServiceHandle service(::OpenServiceW(manager.get(), windows::to_wide(name).c_str(), rights));
    if (service.get() == nullptr) return service_error("open", name, ::GetLastError());
    return service;
}

Result<SERVICE_STATUS_PROCESS> status_of(SC_HANDLE service, const std::string& name) {
    SERVICE_STATUS_PROCESS status{};
    DWORD size = 0;
    if (::QueryServiceStatusEx(service, SC_STATUS_PROCESS_INFO, reinterpret_cast<LPBYTE>(&status), sizeof status, &size) == 0) {
        return service_error("look at", name, ::GetLastError());
    }
    return status;
}

Status wait_for(SC_HANDLE service, const std::string& name, DWORD wanted) {
    const ULONGLONG begin_ms = ::GetTickCount64();
    while (true) {
        const auto status = status_of(service, name);
        if (!status) return status.error();
        if (status->dwCurrentState == wanted) return success();
        if (status->dwCurrentState == SERVICE_STOPPED) return service_error("start", name, status->dwWin32ExitCode);
        if (::GetTickCount64() - begin_ms >= change_limit_ms) return Error{ErrorKind::Io, "the service " + name + " did not come to the wanted state within 120 s"};
        ::Sleep(look_again_ms);
    }
}

Status start(SC_HANDLE service, const std::string& name) {
    if (::StartServiceW(service, 0, nullptr) == 0 && ::GetLastError() != ERROR_SERVICE_ALREADY_RUNNING) return service_error("start", name, ::GetLastError());
    return wait_for(service, name, SERVICE_RUNNING);
}

Status stop(SC_HANDLE service, const std::string& name) {
    SERVICE_STATUS status{};
    if (::ControlService(service, SERVICE_CONTROL_STOP, &status) == 0) {
        const DWORD code = ::GetLastError();
        if (code == ERROR_SERVICE_NOT_ACTIVE) return success();
        if (code != ERROR_SERVICE_CANNOT_ACCEPT_CTRL) return service_error("stop", name, code);
    }
    return wait_for(service, name, SERVICE_STOPPED);
}

// Enabled is to be started with the machine; disabled services can still be started by hand, as systemd's can.
Status set_start(SC_HANDLE service, const std::string& name, DWORD start_type) {
    if (::ChangeServiceConfigW(service, SERVICE_NO_CHANGE, start_type, SERVICE_NO_CHANGE, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr) != 0) {
        return success();
    }
    return service_error("change", name, ::GetLastError());
}

}  // namespace

Result<Service> Service::of(const std::string& name) {
    const auto unfit = [](unsigned char c) { return c == '/' || c == '\\' || c < ' '; };
    if (name.empty() || name.size() > 256 || std::any_of(name.begin(), name.end(), unfit)) return Error{ErrorKind::BadInput, "'" + name + "' is no name of a service"};
    return Service(name);
}

Result<bool> Service::is_active() const {
    const auto service = open(m_name, SERVICE_QUERY_STATUS);
    if (!service) return service.error();
    const auto status = status_of(service->get(), m_name);
    if (!status) return status.error();
    return status->dwCurrentState == SERVICE_RUNNING;
}

Result<bool> Service::is_enabled() const {
    const auto service = open(m_name, SERVICE_QUERY_CONFIG);
    if (!service) return service.error();
    DWORD size = 0;
    ::QueryServiceConfigW(service->get(), nullptr, 0, &size);
    std::vector<BYTE> bytes(size);
    auto* config = reinterpret_cast<QUERY_SERVICE_CONFIGW*>(bytes.data());
    if (size == 0 || ::QueryServiceConfigW(service->get(), config, size, &size) == 0) return service_error("look at", m_name, ::GetLastError());
    return config->dwStartType <= SERVICE_AUTO_START;
}

Status Service::change(const std::string& verb) const {
    // Only what the verb needs: a protected service may be started by those who may not change it.
    const bool configures = verb == "enable" || verb == "disable";
    const DWORD rights = configures ? SERVICE_CHANGE_CONFIG : verb == "start" ? SERVICE_START : verb == "stop" ? SERVICE_STOP : SERVICE_START | SERVICE_STOP;
    const auto service = open(m_name, SERVICE_QUERY_STATUS | rights);
    if (!service) return service.error();
    if (verb == "enable") return set_start(service->get(), m_name, SERVICE_AUTO_START);
    if (verb == "disable") return set_start(service->get(), m_name, SERVICE_DEMAND_START);
    if (verb == "start") return start(service->get(), m_name);
    if (auto stopped = stop(service->get(), m_name); !stopped || verb == "stop") return stopped;
    return start(service->get(), m_name);
}

}  // namespace apollo::agent
