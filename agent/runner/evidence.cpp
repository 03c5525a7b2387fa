// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/runner/evidence.h"

#include "agent/runner/stray_processes.h"
#include "agent/shim/attempt_files.h"
#include "agent/shim/records.h"
#include "common/base/disk.h"

namespace apollo::agent {

namespace {

bool has_nul(const std::string& text) { return text.find('\0') != std::string::npos; }

}  // namespace

Status check_spec(const LaunchSpec& spec) {
    if (spec.argv.empty() || spec.argv.front().empty()) return Error{ErrorKind::BadInput, "the command is empty"};
    for (const auto& argument : spec.argv) {
        if (has_nul(argument)) return Error{ErrorKind::BadInput, "an argument of the command holds a NUL byte"};
    }
    for (const auto& [name, value] : spec.environment) {
        if (name.empty() || name.find('=') != std::string::npos || has_nul(name) || has_nul(value)) {
            return Error{ErrorKind::BadInput, "the environment variable '" + name + "' cannot be set"};
        }
    }
    if (has_nul(spec.working_folder)) return Error{ErrorKind::BadInput, "the working folder holds a NUL byte"};
    return success();
}

Status write_spec(const LaunchSpec& spec) {
    SystemDisk disk;
    const std::string path = spec.folder + "/spec";
    {
        auto file = disk.open(path + ".tmp", OpenMode::Create);
        if (!file) return file.error();
        if (auto cut = (*file)->truncate(0); !cut) return cut;
        if (auto written = (*file)->write_at(0, as_bytes(shim::encode(spec))); !written) return written;
    }
    return disk.rename(path + ".tmp", path);
}

Evidence conclude(const std::string& folder, std::optional<ExitRecord>& record) {
    record = shim::decode_exit(shim::read_small_file(folder + "/exit"));
    if (record) return Evidence::Ended;
    if (!shim::file_exists(folder + "/started")) return Evidence::NeverStarted;
    record = ExitRecord{};
    record->how = ExitRecord::How::Lost;
    record->message = "the guard of the command ended without an exit record";
    if (const auto start = shim::decode_start(shim::read_small_file(folder + "/started"))) {
        record->started_at = start->started_at;
    }
    record->ended_at = shim::wall_now();
    const StrayReport strays = end_stray_processes(folder);
    record->killed = strays.killed > 0;
    if (!strays.survivors.empty()) record->message += "; still running: pid " + strays.survivors;
    return Evidence::Lost;
}

ExitRecord guard_failed(std::optional<int> exit_code) {
    ExitRecord record;
    record.how = ExitRecord::How::CouldNotStart;
    record.exit_code = 126;
    record.message = "the guard ended before it started the command (is the disk full?)";
    if (exit_code) record.message += ", exit code " + std::to_string(*exit_code);
    record.started_at = record.ended_at = shim::wall_now();
    return record;
}

}  // namespace apollo::agent
