// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/runner/process_launcher.h"

#include <windows.h>

#include <QTimer>
#include <QWinEventNotifier>

#include "agent/runner/evidence.h"
#include "agent/shim/attempt_files.h"
#include "agent/shim/objects_windows.h"
#include "agent/shim/records.h"
#include "common/base/windows_text.h"

namespace apollo::agent {

namespace {

// A guard whose process cannot be named yet is found by looking again.
constexpr int look_again_ms = 50;

// It outlives this program and its console, shows no window, and inherits nothing.
Status start_guard(const std::string& shim_path, const std::string& folder, shim::OwnedHandle& process) {
    STARTUPINFOW startup{};
    startup.cb = sizeof startup;
    PROCESS_INFORMATION made{};
    const std::wstring program = windows::wide_path(shim_path);
    // Out of the job of whoever started this program, where that is allowed.
    for (const DWORD breakaway : {static_cast<DWORD>(CREATE_BREAKAWAY_FROM_JOB), DWORD{0}}) {
        std::wstring line = windows::command_line({shim_path, "--folder", folder});
        const DWORD flags = CREATE_NO_WINDOW | CREATE_NEW_PROCESS_GROUP | breakaway;
        if (::CreateProcessW(program.c_str(), line.data(), nullptr, nullptr, FALSE, flags, nullptr, nullptr, &startup, &made) == 0) {
            if (breakaway != 0) continue;
            return Error{ErrorKind::Io, "cannot start " + shim_path + ": " + windows::message_of(::GetLastError())};
        }
        ::CloseHandle(made.hThread);
        process.reset(made.hProcess);
        break;
    }
    return success();
}

// The guard that the start record names, if it lives.
shim::OwnedHandle guard_of(const std::string& folder) {
    const auto start = shim::decode_start(shim::read_small_file(folder + "/started"));
    if (!start) return {};
    shim::OwnedHandle process(::OpenProcess(SYNCHRONIZE | PROCESS_QUERY_LIMITED_INFORMATION, FALSE, static_cast<DWORD>(start->pid)));
    // Opened first: the number cannot be given to another process while it is open.
    return process && shim::names_living_process(*start) ? std::move(process) : shim::OwnedHandle();
}

}  // namespace

struct ProcessLauncher::Attempt {
    ~Attempt() {
        // One of them may be the sender of the signal that led here.
        for (QWinEventNotifier* notifier : {started_notifier, end_notifier}) {
            if (notifier == nullptr) continue;
            notifier->setEnabled(false);
            notifier->deleteLater();
        }
        look_timer->stop();
        look_timer->deleteLater();
    }
    Attempt() = default;
    Attempt(const Attempt&) = delete;
    Attempt& operator=(const Attempt&) = delete;

    shim::OwnedHandle started;   // the event that the guard sets
    shim::OwnedHandle cancel;    // the event that asks the guard to end; null: nobody asked
    shim::OwnedHandle guard;     // its process; null: not known yet
    QWinEventNotifier* started_notifier = nullptr;
    QWinEventNotifier* end_notifier = nullptr;
    QTimer* look_timer = new QTimer;
    bool own_guard = false;      // started by this launcher
    bool started_told = false;
};

ProcessLauncher::ProcessLauncher(std::string shim_path) : m_shim_path(std::move(shim_path)) {}

ProcessLauncher::~ProcessLauncher() = default;

Status ProcessLauncher::launch(const LaunchSpec& spec) {
    if (m_attempts.contains(spec.folder)) return Error{ErrorKind::Refused, spec.folder + " is already being run"};
    if (auto checked = check_spec(spec); !checked) return checked;
    if (auto written = write_spec(spec); !written) return written;
    Attempt* attempt = watch(spec.folder);
    if (attempt == nullptr) return Error{ErrorKind::Io, "cannot make the event of " + spec.folder + ": " + windows::message_of(::GetLastError())};
    if (auto spawned = spawn(spec.folder, *attempt); !spawned) {
        unwatch(spec.folder);
        return spawned;
    }
    look(spec.folder);
    return success();
}

Status ProcessLauncher::spawn(const std::string& folder, Attempt& attempt) const {
    attempt.own_guard = true;
    return start_guard(m_shim_path, folder, attempt.guard);
}

ProcessLauncher::Attempt* ProcessLauncher::watch(const std::string& folder) {
    auto attempt = std::make_unique<Attempt>();
    attempt->started = shim::attempt_event(folder, "started");
    if (!attempt->started) return nullptr;
    attempt->started_notifier = new QWinEventNotifier(attempt->started.get());
    QWinEventNotifier* notifier = attempt->started_notifier;
    QObject::connect(notifier, &QWinEventNotifier::activated, notifier, [this, notifier, folder] {
        notifier->setEnabled(false);  // it stays set
        tell_started(folder);
    });
    attempt->look_timer->setInterval(look_again_ms);
    QObject::connect(attempt->look_timer, &QTimer::timeout, attempt->look_timer, [this, folder] { look(folder); });
    return (m_attempts[folder] = std::move(attempt)).get();
}

std::unique_ptr<ProcessLauncher::Attempt> ProcessLauncher::unwatch(const std::string& folder) {
    auto node = m_attempts.extract(folder);
    return node ? std::move(node.mapped()) : nullptr;
}

// Waits for the guard's end once its process is known, and looks for it until then.
void ProcessLauncher::look(const std::string& folder) {
    const auto found = m_attempts.find(folder);
    if (found == m_attempts.end() || found->second->end_notifier != nullptr) return;
    Attempt& attempt = *found->second;
    if (!attempt.guard) attempt.guard = guard_of(folder);
    if (!attempt.guard && !shim::is_locked(folder)) return on_guard_gone(folder);
    if (!attempt.guard) return attempt.look_timer->start();
    attempt.look_timer->stop();
    attempt.end_notifier = new QWinEventNotifier(attempt.guard.get());
    QWinEventNotifier* notifier = attempt.end_notifier;
    QObject::connect(notifier, &QWinEventNotifier::activated, notifier, [this, notifier, folder] {
        notifier->setEnabled(false);
        on_guard_gone(folder);
    });
}

void ProcessLauncher::tell_started(const std::string& folder) {
    const auto found = m_attempts.find(folder);
    if (found == m_attempts.end() || found->second->started_told) return;
    found->second->started_told = true;
    const auto start = shim::decode_start(shim::read_small_file(folder + "/started"));
    if (on_started) on_started(folder, start ? start->started_at : shim::wall_now());
}

void ProcessLauncher::on_guard_gone(const std::string& folder) {
    const auto found = m_attempts.find(folder);
    if (found == m_attempts.end()) return;
    // After a crash between launch and start it may be an older guard that has the lock: ours left at once, and that one counts.
    if (shim::is_locked(folder)) {
        Attempt& attempt = *found->second;
        if (attempt.end_notifier != nullptr) attempt.end_notifier->deleteLater();
        attempt.end_notifier = nullptr;
        attempt.guard.reset();
        attempt.own_guard = false;
        return attempt.look_timer->start();
    }
    // The command may have run and ended before the loop came round to its start.
    if (::WaitForSingleObject(found->second->started.get(), 0) == WAIT_OBJECT_0) tell_started(folder);
    const std::unique_ptr<Attempt> attempt = unwatch(folder);
    if (!attempt) return;
    DWORD code = 0;
    const bool known = attempt->own_guard && attempt->guard && ::GetExitCodeProcess(attempt->guard.get(), &code) != 0;
    std::optional<ExitRecord> record;
    if (conclude(folder, record) == Evidence::NeverStarted) record = guard_failed(known ? std::optional(static_cast<int>(code)) : std::nullopt);
    if (on_ended) on_ended(folder, *record);
}

// The event stays set, so a guard that does not listen yet finds it; it lives as long as somebody has it open.
void ProcessLauncher::kill(const std::string& folder) {
    if (!m_attempts.contains(folder)) return;
    shim::OwnedHandle& cancel = m_attempts[folder]->cancel;
    if (!cancel) cancel = shim::attempt_event(folder, "cancel");
    if (cancel) ::SetEvent(cancel.get());
}

Evidence ProcessLauncher::inspect(const std::string& folder, std::optional<ExitRecord>& record) {
    record.reset();
    if (m_attempts.contains(folder)) return Evidence::Running;
    if (shim::is_locked(folder)) {
        Attempt* attempt = watch(folder);
        if (attempt != nullptr && shim::is_locked(folder)) {
            // Not from inside the call; the event may be gone with the agent that had it open before the guard set it.
            QTimer::singleShot(0, attempt->look_timer, [this, folder] {
                if (shim::file_exists(folder + "/started")) tell_started(folder);
                look(folder);
            });
            return Evidence::Running;
        }
        unwatch(folder);
    }
    return conclude(folder, record);
}

}  // namespace apollo::agent
