// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include <windows.h>

#include "agent/shim/attempt_files.h"
#include "agent/shim/objects_windows.h"
#include "common/base/clock.h"
#include "common/base/disk.h"
#include "common/base/windows_access.h"
#include "common/base/windows_text.h"

namespace apollo::shim {

namespace {

constexpr std::uint64_t reserved_bytes = 4096;

Status write_synced(const std::string& path, std::string_view bytes) {
    SystemDisk disk;
    auto file = disk.open(path, OpenMode::Create);
    if (!file) return file.error();
    if (auto written = (*file)->write_at(0, as_bytes(bytes)); !written) return written;
    if (auto cut = (*file)->truncate(bytes.size()); !cut) return cut;
    return (*file)->sync();
}

}  // namespace

std::string read_small_file(const std::string& path) {
    auto bytes = SystemDisk().read_file(path);
    return bytes ? std::move(*bytes) : std::string();
}

bool file_exists(const std::string& path) { return SystemDisk().exists(path); }

Status sync_folder(const std::string& folder) { return SystemDisk().sync_folder(folder); }

Status write_durably(const std::string& folder, const std::string& name, std::string_view bytes) { return write_synced(folder + "/" + name, bytes); }

int take_lock(const std::string& folder) {
    const windows::PrivateAccess access(false);
    const HANDLE mutex = ::CreateMutexW(static_cast<SECURITY_ATTRIBUTES*>(access.attributes()), FALSE, object_name(folder, "lock").c_str());
    if (mutex == nullptr) return -1;
    // Owned from here until this process ends: the handle is never closed. Who only looks never owns it.
    const DWORD owned = ::WaitForSingleObject(mutex, 0);
    if (owned == WAIT_OBJECT_0 || owned == WAIT_ABANDONED) return 0;
    ::CloseHandle(mutex);
    return -1;
}

// The mutex exists as long as somebody has it open, and only a guard keeps it open.
bool is_locked(const std::string& folder) {
    return OwnedHandle(::OpenMutexW(SYNCHRONIZE, FALSE, object_name(folder, "lock").c_str())) != nullptr;
}

bool names_living_process(const StartRecord& record) {
    return is_alive({record.pid, record.start_ticks, record.boot_id});
}

StartRecord own_start_record() {
    const std::int64_t pid = ::GetCurrentProcessId();
    return {pid, start_ticks(pid), boot_id(), wall_now()};
}

bool reserve_exit_record(const std::string& folder) {
    SystemDisk disk;
    auto file = disk.open(folder + "/exit.tmp", OpenMode::Create);
    return file.ok() && (*file)->truncate(reserved_bytes).ok();
}

bool write_exit_record(const std::string& folder, std::string_view bytes) {
    return write_synced(folder + "/exit.tmp", bytes).ok() && SystemDisk().rename(folder + "/exit.tmp", folder + "/exit").ok();
}

void remove_small_file(const std::string& path) { (void)SystemDisk().remove(path); }

WallTime wall_now() { return SystemClock().now().wall; }

}  // namespace apollo::shim
