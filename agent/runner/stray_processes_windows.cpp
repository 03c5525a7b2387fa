// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/runner/stray_processes.h"

#include <windows.h>

#include <vector>

#include "agent/shim/objects_windows.h"

namespace apollo::agent {

namespace {

constexpr ULONGLONG limit_ms = 2000;
constexpr DWORD kill_again_ms = 10;
constexpr std::size_t most_listed = 1024;

std::vector<ULONG_PTR> members_of(HANDLE job) {
    std::vector<BYTE> bytes(sizeof(JOBOBJECT_BASIC_PROCESS_ID_LIST) + most_listed * sizeof(ULONG_PTR));
    auto* list = reinterpret_cast<JOBOBJECT_BASIC_PROCESS_ID_LIST*>(bytes.data());
    if (::QueryInformationJobObject(job, JobObjectBasicProcessIdList, list, static_cast<DWORD>(bytes.size()), nullptr) == 0) return {};
    return {list->ProcessIdList, list->ProcessIdList + list->NumberOfProcessIdsInList};
}

}  // namespace

// As a rule there is none: the job ends its processes with its guard.
StrayReport end_stray_processes(const std::string& folder) {
    StrayReport report;
    const shim::OwnedHandle job(::OpenJobObjectW(JOB_OBJECT_QUERY | JOB_OBJECT_TERMINATE, FALSE, shim::object_name(folder, "job").c_str()));
    if (!job) return report;
    const ULONGLONG begin_ms = ::GetTickCount64();
    report.killed = static_cast<int>(members_of(job.get()).size());
    while (true) {
        ::TerminateJobObject(job.get(), 1);
        const std::vector<ULONG_PTR> left = members_of(job.get());
        if (left.empty()) return report;
        if (::GetTickCount64() - begin_ms >= limit_ms) {
            for (const ULONG_PTR pid : left) report.survivors += (report.survivors.empty() ? "" : " ") + std::to_string(pid);
            return report;
        }
        ::Sleep(kill_again_ms);
    }
}

}  // namespace apollo::agent
