// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/orchestrator/backup_keeper.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "common/base/file_copy.h"

namespace apollo::orchestrator {

namespace {

constexpr std::size_t kept_snapshots = 3;

// Not the tokens: a copy would let used ones in again.
bool is_key_or_certificate(const std::string& name) { return name.ends_with(".key") || name.ends_with(".crt"); }

}  // namespace

namespace {

// Whether `inner` is `outer` or below it, symbolic links followed as far as they lead.
bool is_within(const std::filesystem::path& inner, const std::filesystem::path& outer) {
    const auto a = std::filesystem::weakly_canonical(inner), b = std::filesystem::weakly_canonical(outer);
    return std::mismatch(b.begin(), b.end(), a.begin(), a.end()).first == b.end();
}

}  // namespace

Result<FolderLock> claim_backup_folder(Disk& disk, const DataPaths& from, const std::string& to) {
    const DataPaths backup{to};
    if (is_within(to, from.root) || is_within(from.root, to)) {
        return Error{ErrorKind::BadInput, "--backup must be a folder beside the data folder, best on another disk; " + to + " is the same or inside it"};
    }
    if (auto made = disk.make_folder(to); !made) return made.error();
    auto lock = FolderLock::take(to + "/lock");
    if (!lock) return lock;
    const std::string certificate = "/ca.crt";
    const auto theirs = disk.read_file(backup.pki() + certificate), ours = disk.read_file(from.pki() + certificate);
    if (theirs.ok() && (!ours.ok() || *theirs != *ours)) {
        return Error{ErrorKind::Refused, to + " is the backup of another orchestrator; restore it (apollo-cli log restore), or choose another folder with --backup"};
    }
    if (auto checked = eventlog::LogCopy(disk, from.log(), backup.log()).check_copy(); !checked) return checked.error();
    return lock;
}

BackupKeeper::BackupKeeper(Disk& disk, const Clock& clock, DataPaths from, std::string to, FolderLock lock, BackupPace pace, Say say)
    : m_disk(disk),
      m_clock(clock),
      m_from(std::move(from)),
      m_to{std::move(to)},
      m_pace(pace),
      m_say(std::move(say)),
      m_lock(std::move(lock)),
      m_log(disk, m_from.log(), m_to.log()),
      m_health(clock.now().monotonic, pace.alert_after_ms) {
    m_thread = std::thread([this] { work(); });
}

BackupKeeper::~BackupKeeper() {
    {
        const std::lock_guard lock(m_mutex);
        m_stopped = true;
    }
    m_changed.notify_all();
    m_thread.join();
}

void BackupKeeper::work() {
    for (bool stopped = false;;) {
        const Status copied = copy();
        note(copied ? std::string() : copied.error().message);
        if (stopped) return;
        std::unique_lock lock(m_mutex);
        m_changed.wait_for(lock, std::chrono::milliseconds(m_pace.interval_ms), [this] { return m_stopped; });
        stopped = m_stopped;
    }
}

void BackupKeeper::note(const std::string& trouble) {
    const Now now = m_clock.now();
    {
        const std::lock_guard lock(m_mutex);
        m_health.attempted(now.monotonic, trouble);
    }
    if (trouble == m_trouble) return;
    if (!trouble.empty()) m_say("warning: the backup in " + m_to.root + " falls behind: " + trouble + "; trying again");
    else if (m_trouble) m_say("the backup in " + m_to.root + " is up to date again");
    m_trouble = trouble;
    const nlohmann::ordered_json document{
        {"folder", m_to.root}, {"since", to_rfc3339(now.wall)}, {"trouble", trouble.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(to_valid_utf8(trouble))}};
    if (auto written = m_disk.write_file_atomically(m_from.backup_file(), as_bytes(document.dump())); !written) m_say("warning: " + written.error().message);
}

std::optional<std::string> BackupKeeper::verdict() {
    const std::lock_guard lock(m_mutex);
    const auto verdict = m_health.verdict(m_clock.now().monotonic);
    if (!verdict || verdict->empty()) return verdict;
    return "the backup in " + m_to.root + " " + *verdict + "; what happened since then is in one place only";
}

std::int64_t BackupKeeper::age_ms() {
    const std::lock_guard lock(m_mutex);
    return m_health.age_ms(m_clock.now().monotonic);
}

// Before the log: an end that was told is then known to the copy; one more that is told meanwhile is told again.
Status BackupKeeper::copy_callbacks() {
    const auto ours = m_disk.read_file(m_from.callbacks_file()), theirs = m_disk.read_file(m_to.callbacks_file());
    if (!ours.ok()) return m_disk.exists(m_from.callbacks_file()) ? Status(ours.error()) : success();
    if (theirs.ok() && *theirs == *ours) return success();
    if (auto made = m_disk.make_folder(m_to.run()); !made) return made;
    return m_disk.write_file_atomically(m_to.callbacks_file(), as_bytes(*ours));
}

// What events refer to is copied before the events.
Status BackupKeeper::copy() {
    if (auto copied = copy_callbacks(); !copied) return copied;
    if (auto looked = m_log.look(); !looked) return looked;
    if (auto copied = copy_new_files(m_disk, m_from.artifacts(), m_to.artifacts(), 1); !copied) return copied;
    if (auto copied = copy_new_files(m_disk, m_from.pki(), m_to.pki(), 0, is_key_or_certificate); !copied) return copied;
    if (auto copied = m_log.copy(); !copied) return copied;
    if (auto copied = copy_new_files(m_disk, m_from.snapshots(), m_to.snapshots(), 0); !copied) return copied;
    return drop_old_snapshots();
}

Status BackupKeeper::drop_old_snapshots() {
    auto names = m_disk.list(m_to.snapshots());
    if (!names) return names.error();
    std::erase_if(*names, [](const std::string& name) { return !name.ends_with(".snapshot"); });
    for (std::size_t k = 0; k + kept_snapshots < names->size(); ++k) {
        if (auto removed = m_disk.remove(m_to.snapshots() + "/" + (*names)[k]); !removed) return removed;
    }
    return success();
}

}  // namespace apollo::orchestrator
