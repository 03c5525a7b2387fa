// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/shim/attempt.h"

#include <cstdio>

#include "agent/shim/attempt_files.h"
#include "agent/shim/guard.h"
#include "agent/shim/records.h"

namespace apollo::shim {

int complain(ExitCode code, const std::string& text) {
    std::fprintf(stderr, "apollo-shim: %s\n", text.c_str());
    return code;
}

int run_attempt(const std::string& folder, const std::function<void()>& on_executed) {
    if (take_lock(folder) < 0) return complain(not_first, "another guard holds the lock of " + folder);
    if (file_exists(folder + "/started") || file_exists(folder + "/exit")) return complain(not_first, folder + " was already run");
    auto spec = decode_spec(read_small_file(folder + "/spec"));
    if (!spec) return complain(nothing_run, folder + "/spec is missing or not a spec");
    spec->environment.emplace_back("APOLLO_RUN_FOLDER", folder);
    if (!reserve_exit_record(folder)) return complain(nothing_run, "no room for the exit record in " + folder);
    const StartRecord start = own_start_record();
    if (auto written = write_durably(folder, "started", encode(start)); !written) {
        // Half a start record would be taken for a start.
        remove_small_file(folder + "/started");
        return complain(nothing_run, written.error().message);
    }
    const ExitRecord record = guard_command(*spec, folder, start.started_at, on_executed);
    return write_exit_record(folder, encode(record)) ? recorded : not_recorded;
}

}  // namespace apollo::shim
