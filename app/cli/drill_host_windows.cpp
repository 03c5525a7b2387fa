// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/cli/drill_host.h"

#include <windows.h>

namespace apollo::cli {

namespace {

// Ends its processes when its last handle is closed: with this process.
HANDLE own_job() {
    static const HANDLE job = [] {
        const HANDLE made = ::CreateJobObjectW(nullptr, nullptr);
        JOBOBJECT_EXTENDED_LIMIT_INFORMATION wanted{};
        // A guard that an agent starts stays out of it, as it does elsewhere.
        wanted.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_BREAKAWAY_OK;
        if (made != nullptr) ::SetInformationJobObject(made, JobObjectExtendedLimitInformation, &wanted, sizeof wanted);
        return made;
    }();
    return job;
}

}  // namespace

void end_with_this_process(QProcess& process) {
    QObject::connect(&process, &QProcess::started, &process, [&process] {
        const HANDLE started = ::OpenProcess(PROCESS_SET_QUOTA | PROCESS_TERMINATE, FALSE, static_cast<DWORD>(process.processId()));
        if (started == nullptr) return;
        ::AssignProcessToJobObject(own_job(), started);
        ::CloseHandle(started);
    });
}

void kill_process(std::int64_t pid) {
    const HANDLE process = ::OpenProcess(PROCESS_TERMINATE, FALSE, static_cast<DWORD>(pid));
    if (process == nullptr) return;
    ::TerminateProcess(process, 1);
    ::CloseHandle(process);
}

}  // namespace apollo::cli
