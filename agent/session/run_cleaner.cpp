// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/session/run_cleaner.h"

#include <charconv>
#include <chrono>
#include <filesystem>
#include <optional>
#include <vector>

#include "common/base/disk.h"
#include "common/base/host.h"

namespace apollo::agent {

namespace {

namespace fs = std::filesystem;

std::optional<Attempt> attempt_of(const std::string& name) {
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (error != std::errc() || end != name.data() + name.size() || number == 0) return std::nullopt;
    return Attempt(number);
}

// Newest change of the folder or of what a guard leaves in it.
std::int64_t changed_at_ms(const fs::path& folder) {
    std::int64_t newest = 0;
    for (const char* name : {"", "exit", "output", "started"}) {
        std::error_code missing;
        const auto changed = fs::last_write_time(*name == '\0' ? folder : folder / name, missing);
        if (missing) continue;
        const auto since_epoch = std::chrono::file_clock::to_sys(changed).time_since_epoch();
        newest = std::max<std::int64_t>(newest, std::chrono::duration_cast<std::chrono::milliseconds>(since_epoch).count());
    }
    return newest;
}

std::string name_in(const fs::path& folder) { return name_of_folder(text_of(folder.filename())); }

bool remove_whole(const fs::path& folder) { return SystemDisk().remove(text_of(folder)).ok(); }

// Plain folders only: a link is nothing of ours.
std::vector<fs::path> folders_in(const fs::path& folder) {
    std::vector<fs::path> found;
    std::error_code ignored;
    for (fs::directory_iterator at(folder, ignored), end; at != end; at.increment(ignored)) {
        if (ignored) break;
        const std::string path = text_of(at->path());
        if (is_plain_folder(path) && is_valid_name(name_in(at->path()))) found.push_back(system_path(path));
    }
    return found;
}

}  // namespace

std::size_t clean_runs(const CleanSettings& settings, WallTime now, const KeepsAttempt& keeps) {
    std::size_t removed = 0;
    std::error_code ignored;
    for (const fs::path& task : folders_in(system_path(settings.runs_folder))) {
        for (const fs::path& step : folders_in(task)) {
            bool any_left = false;
            bool any_removed = false;
            for (const fs::path& folder : folders_in(step)) {
                const auto attempt = attempt_of(name_in(folder));
                if (!attempt) continue;
                const bool old = changed_at_ms(folder) + settings.max_age_ms < now.ms;
                const bool removable = old && removed < settings.limit && !keeps(TaskId(name_in(task)), StepName(name_in(step)), *attempt);
                if (removable && remove_whole(folder)) {
                    ++removed;
                    any_removed = true;
                } else {
                    any_left = true;
                }
            }
            // The checkpoint is kept as long as an attempt is.
            if (any_removed && !any_left) remove_whole(step);
        }
        fs::remove(task, ignored);  // only if it is empty
    }
    return removed;
}

}  // namespace apollo::agent
