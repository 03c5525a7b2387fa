// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/intents/tool.h"

#include <windows.h>

#include <atomic>
#include <filesystem>
#include <thread>

#include "agent/shim/command_windows.h"
#include "common/base/host.h"
#include "common/base/windows_text.h"

namespace apollo::agent {

namespace {

constexpr std::size_t output_limit_bytes = 64u << 10;

// Jobs are told apart by a name; nobody looks for this one.
std::string next_job_name() {
    static std::atomic<unsigned> made{0};
    return "tool " + std::to_string(++made) + " of process " + std::to_string(::GetCurrentProcessId());
}

// Until nobody has the other end any more.
void read_all(HANDLE pipe, std::string& output) {
    char bytes[4096];
    DWORD size = 0;
    while (::ReadFile(pipe, bytes, sizeof bytes, &size, nullptr) != 0) {
        if (output.size() < output_limit_bytes) output.append(bytes, size);
    }
}

}  // namespace

Result<ToolResult> run_tool(const std::vector<std::string>& argv, std::int64_t timeout_ms) {
    std::string failure;
    const shim::OwnedHandle job = shim::make_job(next_job_name(), {}, failure);
    if (!job) return Error{ErrorKind::Io, "cannot run " + argv.front() + ": " + failure};
    LaunchSpec spec;
    spec.argv = argv;
    spec.working_folder = text_of(std::filesystem::current_path());
    const shim::StartedCommand tool = shim::start_command(spec, job.get());
    if (tool.error_code != 0) return Error{tool.missing ? ErrorKind::NotFound : ErrorKind::Io, tool.failure};
    ToolResult result;
    std::thread reader([&] { read_all(tool.output.get(), result.output); });
    const bool in_time = ::WaitForSingleObject(tool.process.get(), static_cast<DWORD>(timeout_ms)) == WAIT_OBJECT_0;
    DWORD code = 0;
    ::GetExitCodeProcess(tool.process.get(), &code);
    // Also what it left behind: it would keep the pipe open.
    ::TerminateJobObject(job.get(), 1);
    reader.join();
    if (!in_time) return Error{ErrorKind::Timeout, argv.front() + " did not end within " + std::to_string(timeout_ms / 1000) + " s"};
    result.exit_code = static_cast<int>(code);
    return result;
}

}  // namespace apollo::agent
