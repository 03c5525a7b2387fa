// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <windows.h>

#include <algorithm>
#include <optional>
#include <thread>

#include "agent/shim/attempt_files.h"
#include "agent/shim/command_windows.h"
#include "agent/shim/guard.h"
#include "agent/shim/output_keeper_windows.h"
#include "common/base/clock.h"
#include "common/base/windows_text.h"

namespace apollo::shim {

namespace {

// What a command leaves behind after a normal end gets at most this long between being asked and being killed.
constexpr std::int64_t leftover_grace_ms = 2000;
// A timer would stand still while the machine is suspended; so the clock is looked at.
constexpr std::int64_t look_again_ms = 1000;
constexpr std::int64_t look_at_tree_ms = 10;

std::int64_t now_ms() { return SystemClock().now().monotonic.ms; }

// States as on Linux: running → ending (asked by Ctrl+Break, grace runs) → killing → nothing lives any more.
class Guard {
public:
    Guard(const LaunchSpec& spec, Handle job, Handle cancel) : m_spec(spec), m_job(job), m_cancel(cancel) {}

    void watch(const StartedCommand& command) {
        m_process = command.process.get();
        m_group = command.pid;
        if (m_spec.timeout_ms > 0) m_deadline_ms = now_ms() + m_spec.timeout_ms;
        while (!m_main_ended || living_processes(m_job) > 0) turn();
    }
    void describe(ExitRecord& record) const;
    void cancelled_before_start() { m_cause = Cause::Cancel; }

private:
    enum class Phase { Running, Ending, Killing };
    enum class Cause { None, Timeout, Cancel };

    void turn();
    void begin_ending(std::int64_t grace_ms);
    void begin_killing();
    std::int64_t wait_ms() const;

    const LaunchSpec& m_spec;
    const Handle m_job;
    const Handle m_cancel;
    Handle m_process = nullptr;
    DWORD m_group = 0;
    DWORD m_exit_code = 0;
    Phase m_phase = Phase::Running;
    Cause m_cause = Cause::None;
    bool m_main_ended = false;
    bool m_killed = false;
    std::optional<std::int64_t> m_deadline_ms;
};

std::int64_t Guard::wait_ms() const {
    const std::int64_t longest = m_main_ended || m_phase != Phase::Running ? look_at_tree_ms : look_again_ms;
    return m_deadline_ms ? std::clamp<std::int64_t>(*m_deadline_ms - now_ms(), 0, longest) : longest;
}

void Guard::turn() {
    HANDLE watched[2];
    DWORD count = 0;
    if (!m_main_ended) watched[count++] = m_process;
    if (m_phase == Phase::Running) watched[count++] = m_cancel;
    const auto limit_ms = static_cast<DWORD>(wait_ms());
    if (count == 0) ::Sleep(limit_ms);
    else ::WaitForMultipleObjects(count, watched, FALSE, limit_ms);
    // The end first: a process that has ended is neither timed out nor cancelled.
    if (!m_main_ended && ::WaitForSingleObject(m_process, 0) == WAIT_OBJECT_0) {
        m_main_ended = true;
        ::GetExitCodeProcess(m_process, &m_exit_code);
        if (living_processes(m_job) == 0) return;
        if (m_phase == Phase::Running) begin_ending(std::min(m_spec.grace_ms, leftover_grace_ms));
    }
    if (m_phase == Phase::Running && ::WaitForSingleObject(m_cancel, 0) == WAIT_OBJECT_0) {
        m_cause = Cause::Cancel;
        begin_ending(m_spec.grace_ms);
    } else if (m_deadline_ms && now_ms() >= *m_deadline_ms) {
        if (m_phase == Phase::Running) {
            m_cause = Cause::Timeout;
            begin_ending(m_spec.grace_ms);
        } else {
            begin_killing();
        }
    }
}

void Guard::begin_ending(std::int64_t grace_ms) {
    m_phase = Phase::Ending;
    ::GenerateConsoleCtrlEvent(CTRL_BREAK_EVENT, m_group);
    m_deadline_ms = now_ms() + std::max<std::int64_t>(grace_ms, 1);
}

void Guard::begin_killing() {
    m_phase = Phase::Killing;
    m_killed = true;
    ::TerminateJobObject(m_job, 1);
    m_deadline_ms = now_ms() + look_at_tree_ms;
}

// Codes that the system gives for a process which an exception ended.
std::string told_exception(DWORD code) {
    char text[32];
    std::snprintf(text, sizeof text, "0x%08lX", code);
    return code >= 0xC0000000u ? std::string("ended by exception ") + text : std::string();
}

void Guard::describe(ExitRecord& record) const {
    record.killed = m_killed;
    if (m_main_ended && !m_killed) record.exit_code = static_cast<int>(m_exit_code);
    if (m_cause == Cause::Timeout) {
        record.how = ExitRecord::How::TimedOut;
        record.message = "ran longer than its timeout of " + std::to_string(m_spec.timeout_ms) + " ms";
        return;
    }
    if (m_cause == Cause::Cancel) {
        record.how = ExitRecord::How::Cancelled;
        record.message = m_process != nullptr ? "cancelled while it ran" : "cancelled before the command was started";
        return;
    }
    record.how = ExitRecord::How::Exited;
    record.exit_code = static_cast<int>(m_exit_code);
    record.message = told_exception(m_exit_code);
    const auto add = [&record](const std::string& sentence) { record.message += (record.message.empty() ? "" : "; ") + sentence; };
    if (m_killed) add("what it left running had to be killed");
    if (m_exit_code == 0) return;
    if (m_spec.limits.cpu_seconds > 0) add("its CPU time was limited to " + std::to_string(m_spec.limits.cpu_seconds) + " s");
    if (m_spec.limits.memory_bytes > 0) add("its memory was limited to " + std::to_string(m_spec.limits.memory_bytes) + " bytes");
}

ExitRecord could_not_start(bool missing, const std::string& failure) {
    ExitRecord record;
    record.how = ExitRecord::How::CouldNotStart;
    record.exit_code = missing ? 127 : 126;
    record.message = failure;
    return record;
}

ExitRecord run(const LaunchSpec& spec, const std::string& folder, const std::function<void()>& on_executed) {
    const OwnedHandle cancel = attempt_event(folder, "cancel");
    std::string failure;
    const OwnedHandle job = make_job(folder, spec.limits, failure);
    if (!cancel) failure = "cannot make the event that cancels the step";
    if (!failure.empty()) return could_not_start(false, failure);
    Guard guard(spec, job.get(), cancel.get());
    ExitRecord record;
    if (::WaitForSingleObject(cancel.get(), 0) == WAIT_OBJECT_0) {
        guard.cancelled_before_start();
        guard.describe(record);
        return record;
    }
    OutputKeeper output(folder + "/output", spec.output_limit_bytes);
    const StartedCommand command = start_command(spec, job.get());
    if (command.error_code != 0) return could_not_start(command.missing, command.failure);
    on_executed();
    std::thread reader([&] { output.read_all(command.output.get()); });
    guard.watch(command);
    reader.join();
    guard.describe(record);
    output.describe(record);
    return record;
}

}  // namespace

ExitRecord guard_command(const LaunchSpec& spec, const std::string& folder, WallTime started_at, const std::function<void()>& on_executed) {
    ExitRecord record = run(spec, folder, on_executed);
    record.started_at = started_at;
    record.ended_at = wall_now();
    return record;
}

}  // namespace apollo::shim
