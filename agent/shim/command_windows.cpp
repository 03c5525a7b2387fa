// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <windows.h>

#include <cwctype>
#include <map>
#include <vector>

#include "agent/shim/command_windows.h"
#include "common/base/windows_access.h"
#include "common/base/windows_program.h"
#include "common/base/windows_text.h"

namespace apollo::shim {

namespace {

struct IgnoringCase {
    bool operator()(const std::wstring& a, const std::wstring& b) const {
        return ::CompareStringOrdinal(a.c_str(), static_cast<int>(a.size()), b.c_str(), static_cast<int>(b.size()), TRUE) == CSTR_LESS_THAN;
    }
};
using Environment = std::map<std::wstring, std::wstring, IgnoringCase>;

Environment environment_of(const LaunchSpec& spec) {
    Environment environment;
    LPWCH block = ::GetEnvironmentStringsW();
    for (const wchar_t* at = block; at != nullptr && *at != L'\0';) {
        const std::wstring entry = at;
        at += entry.size() + 1;
        const auto equals = entry.find(L'=', 1);
        if (entry.front() != L'=' && equals != std::wstring::npos) environment[entry.substr(0, equals)] = entry.substr(equals + 1);
    }
    if (block != nullptr) ::FreeEnvironmentStringsW(block);
    for (const auto& [name, value] : spec.environment) environment[windows::to_wide(name)] = windows::to_wide(value);
    return environment;
}

std::wstring block_of(const Environment& environment) {
    std::wstring block;
    for (const auto& [name, value] : environment) block += name + L"=" + value + L'\0';
    return block + L'\0';
}

std::string find_program(const LaunchSpec& spec, const Environment& environment) {
    const auto path = environment.find(L"PATH");
    const std::string folders = path == environment.end() ? std::string() : windows::to_utf8(path->second);
    return windows::find_program(spec.argv.front(), spec.working_folder, folders);
}

StartedCommand not_started(unsigned long code, const std::string& failure) {
    StartedCommand result;
    result.error_code = code;
    result.missing = code == ERROR_FILE_NOT_FOUND;
    result.failure = failure;
    return result;
}

// What a new process may inherit: these two handles and no other.
class Inheritance {
public:
    explicit Inheritance(std::vector<HANDLE> handles) : m_handles(std::move(handles)) {
        SIZE_T size = 0;
        ::InitializeProcThreadAttributeList(nullptr, 1, 0, &size);
        m_bytes.resize(size);
        m_list = reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(m_bytes.data());
        m_made = ::InitializeProcThreadAttributeList(m_list, 1, 0, &size) != 0;
        m_good = m_made && ::UpdateProcThreadAttribute(m_list, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, m_handles.data(), m_handles.size() * sizeof(HANDLE), nullptr, nullptr) != 0;
    }
    ~Inheritance() {
        if (m_made) ::DeleteProcThreadAttributeList(m_list);
    }
    Inheritance(const Inheritance&) = delete;
    Inheritance& operator=(const Inheritance&) = delete;
    bool good() const { return m_good; }
    LPPROC_THREAD_ATTRIBUTE_LIST list() const { return m_list; }

private:
    std::vector<HANDLE> m_handles;
    std::vector<BYTE> m_bytes;
    LPPROC_THREAD_ATTRIBUTE_LIST m_list = nullptr;
    bool m_made = false;
    bool m_good = false;
};

// A process cannot stand in a folder whose path is longer, whatever the form it is written in; a short name may lead there.
constexpr std::size_t longest_current_folder = MAX_PATH - 3;
std::wstring current_folder_of(const std::string& folder) {
    const std::wstring wide = windows::wide_path(folder);
    if (wide.size() <= longest_current_folder) return wide;
    std::wstring brief(::GetShortPathNameW(wide.c_str(), nullptr, 0), L'\0');
    brief.resize(::GetShortPathNameW(wide.c_str(), brief.data(), static_cast<DWORD>(brief.size())));
    if (brief.starts_with(LR"(\\?\)")) brief.erase(0, 4);
    return brief.size() <= longest_current_folder ? brief : std::wstring();
}

// Suspended, so that it is in the job before it does anything.
StartedCommand create(const std::wstring& program, const LaunchSpec& spec, const std::wstring& folder, std::wstring environment, HANDLE input, HANDLE output, Handle job) {
    const Inheritance inheritance({input, output});
    if (!inheritance.good()) return not_started(::GetLastError(), "cannot prepare the process: " + windows::message_of(::GetLastError()));
    STARTUPINFOEXW startup{};
    startup.StartupInfo.cb = sizeof startup;
    startup.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
    startup.StartupInfo.hStdInput = input;
    startup.StartupInfo.hStdOutput = output;
    startup.StartupInfo.hStdError = output;
    startup.lpAttributeList = inheritance.list();
    DWORD flags = CREATE_SUSPENDED | CREATE_NEW_PROCESS_GROUP | CREATE_UNICODE_ENVIRONMENT | EXTENDED_STARTUPINFO_PRESENT;
    if (::GetConsoleCP() == 0) flags |= CREATE_NO_WINDOW;
    std::wstring line = windows::command_line(spec.argv);
    PROCESS_INFORMATION made{};
    if (::CreateProcessW(program.c_str(), line.data(), nullptr, nullptr, TRUE, flags, environment.data(), folder.c_str(), &startup.StartupInfo, &made) == 0) {
        const DWORD code = ::GetLastError();
        return not_started(code, "cannot execute " + spec.argv.front() + ": " + windows::message_of(code));
    }
    StartedCommand result;
    result.process.reset(made.hProcess);
    result.pid = made.dwProcessId;
    const OwnedHandle thread(made.hThread);
    if (::AssignProcessToJobObject(job, made.hProcess) == 0) {
        const DWORD code = ::GetLastError();
        ::TerminateProcess(made.hProcess, 1);
        return not_started(code, "cannot put the process into its job: " + windows::message_of(code));
    }
    ::ResumeThread(thread.get());
    return result;
}

}  // namespace

OwnedHandle make_job(const std::string& folder, const ResourceLimits& limits, std::string& failure) {
    if (limits.file_size_bytes > 0 || limits.open_files > 0) {
        failure = "cannot set the step's limits: Windows limits neither the size of files nor how many are open";
        return {};
    }
    const windows::PrivateAccess access(false);
    OwnedHandle job(::CreateJobObjectW(static_cast<SECURITY_ATTRIBUTES*>(access.attributes()), object_name(folder, "job").c_str()));
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION wanted{};
    auto& basic = wanted.BasicLimitInformation;
    basic.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION;
    if (limits.cpu_seconds > 0) {
        basic.LimitFlags |= JOB_OBJECT_LIMIT_PROCESS_TIME;
        basic.PerProcessUserTimeLimit.QuadPart = limits.cpu_seconds * 10000000;
    }
    if (limits.memory_bytes > 0) {
        basic.LimitFlags |= JOB_OBJECT_LIMIT_PROCESS_MEMORY;
        wanted.ProcessMemoryLimit = static_cast<SIZE_T>(limits.memory_bytes);
    }
    if (job && ::SetInformationJobObject(job.get(), JobObjectExtendedLimitInformation, &wanted, sizeof wanted) != 0) return job;
    failure = "cannot make the job of the step: " + windows::message_of(::GetLastError());
    return {};
}

StartedCommand start_command(const LaunchSpec& spec, Handle job) {
    const DWORD folder = ::GetFileAttributesW(windows::wide_path(spec.working_folder).c_str());
    if (folder == INVALID_FILE_ATTRIBUTES || (folder & FILE_ATTRIBUTE_DIRECTORY) == 0) {
        return not_started(ERROR_DIRECTORY, "cannot enter the working folder " + spec.working_folder);
    }
    const std::wstring working_folder = current_folder_of(spec.working_folder);
    if (working_folder.empty()) {
        return not_started(ERROR_FILENAME_EXCED_RANGE, "the working folder " + spec.working_folder + " has a longer path than Windows lets a process stand in (" +
                                                           std::to_string(longest_current_folder) + " characters): set cwd, or give the agent a data folder with a shorter path");
    }
    const Environment environment = environment_of(spec);
    const std::string program = find_program(spec, environment);
    if (program.empty()) return not_started(ERROR_FILE_NOT_FOUND, "cannot execute " + spec.argv.front() + ": there is no such program");
    if (windows::is_batch_file(program)) {
        return not_started(ERROR_BAD_EXE_FORMAT, program + " is a batch file, which only a shell runs: name cmd.exe in argv");
    }
    SECURITY_ATTRIBUTES inherited{sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE};
    HANDLE read_end = nullptr, write_end = nullptr;
    if (::CreatePipe(&read_end, &write_end, &inherited, 0) == 0) return not_started(::GetLastError(), "cannot make a pipe");
    OwnedHandle output(read_end);
    const OwnedHandle output_of_command(write_end);
    ::SetHandleInformation(read_end, HANDLE_FLAG_INHERIT, 0);
    const OwnedHandle input(::CreateFileW(L"NUL", GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited, OPEN_EXISTING, 0, nullptr));
    StartedCommand started = create(windows::wide_path(program), spec, working_folder, block_of(environment), input.get(), write_end, job);
    started.output = std::move(output);
    return started;
}

unsigned long living_processes(Handle job) {
    JOBOBJECT_BASIC_ACCOUNTING_INFORMATION counted{};
    if (::QueryInformationJobObject(job, JobObjectBasicAccountingInformation, &counted, sizeof counted, nullptr) == 0) return 0;
    return counted.ActiveProcesses;
}

}  // namespace apollo::shim
