// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/updater/machine_packages.h"

#include <windows.h>

#include <QDir>
#include <QProcess>

#include "common/base/file_copy.h"

namespace apollo::updater {

namespace {

std::string kept_installer(const std::string& data_folder) { return data_folder + "/upgrade/installed.exe"; }

}  // namespace

bool keeps_packages(const Disk& disk, const std::string& data_folder) { return disk.exists(kept_installer(data_folder)); }

Status save_installed(Disk& disk, const std::string& data_folder, const std::string& file) { return copy_file(disk, kept_installer(data_folder), file); }

// The part is named: of an installation that was interrupted the agent may be missing, and would be left out. It waits for nobody:
// it may outlive an updater that a removal has ended.
std::vector<std::string> install_command(const std::string& file) { return {file, "/S", "/AGENT=yes", "/WAIT=no"}; }

// As installer/windows/cpack/NSIS.template.in sets them.
std::string meaning_of_exit_code(int exit_code) {
    if (exit_code == 3) return "the service could not be registered";
    if (exit_code == 4) return "the service could not be started";
    if (exit_code == 6) return "another installation is under way on this machine";
    return {};
}

bool changed_nothing(int exit_code) { return exit_code == 6; }

std::string describe_machine_service() {
    const SC_HANDLE manager = ::OpenSCManagerW(nullptr, nullptr, SC_MANAGER_CONNECT);
    const SC_HANDLE service = manager == nullptr ? nullptr : ::OpenServiceW(manager, L"apollo-agent", SERVICE_QUERY_STATUS);
    SERVICE_STATUS status{};
    std::string text;
    if (service == nullptr) text = "there is no service apollo-agent";
    else if (::QueryServiceStatus(service, &status) != 0 && status.dwCurrentState == SERVICE_STOPPED) {
        const DWORD code = status.dwWin32ExitCode == ERROR_SERVICE_SPECIFIC_ERROR ? status.dwServiceSpecificExitCode : status.dwWin32ExitCode;
        text = "its service is stopped, exit code " + std::to_string(code);
    }
    if (service != nullptr) ::CloseServiceHandle(service);
    if (manager != nullptr) ::CloseServiceHandle(manager);
    return text;
}

void prepare_tool(Disk& disk, const std::string& data_folder, QProcess& process) {
    process.setCreateProcessArgumentsModifier([](QProcess::CreateProcessArguments* arguments) { arguments->flags |= CREATE_NO_WINDOW; });
    // The system's own is everybody's, and an installer executes what it unpacks there.
    const std::string folder = data_folder + "/upgrade/temp";
    if (!disk.make_folder(folder)) return;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"TEMP", "TMP"}) environment.insert(QString::fromLatin1(name), QDir::toNativeSeparators(QString::fromStdString(folder)));
    process.setProcessEnvironment(environment);
}

void end_tool(std::int64_t pid) {
    const HANDLE process = ::OpenProcess(PROCESS_TERMINATE, FALSE, static_cast<DWORD>(pid));
    if (process == nullptr) return;
    ::TerminateProcess(process, 1);
    ::CloseHandle(process);
}

}  // namespace apollo::updater
