// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// apollo-updater: what the intent `upgrade_agent` runs, as an attempt of its own under a guard; and, with --resume, what carries the
// upgrade out, started by the agent or the service manager; --call-off ends it.

#include <QCoreApplication>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <thread>

#include "agent/updater/boot_start.h"
#include "agent/updater/call_off.h"
#include "agent/updater/journal.h"
#include "agent/updater/order.h"
#include "agent/updater/worker.h"
#include "common/base/bytes.h"
#include "common/base/host.h"
#include "common/base/options.h"

namespace {

using namespace apollo;

constexpr std::chrono::milliseconds look_interval{200};

int complain(int code, const std::string& text) {
    std::fprintf(stderr, "%s\n", text.c_str());
    return code;
}

// What is not there for good, or is not allowed, is not tried again.
int exit_code_of(ErrorKind kind) {
    if (kind == ErrorKind::NotAllowed) return 77;
    return kind == ErrorKind::Io || kind == ErrorKind::Refused ? 75 : 65;
}

void pause() { std::this_thread::sleep_for(look_interval); }

int order_upgrade(Disk& disk, const Options& options) {
    const auto params = disk.read_file(environment_variable("APOLLO_PARAMS"));
    if (!params) return complain(65, params.error().message);
    const updater::Order order{options.value("data"), options.value("package"), options.value("upgrade-program"), options.value("release-key"),
                               with_slashes(QCoreApplication::applicationFilePath().toStdString()), *params, with_slashes(environment_variable("APOLLO_CHECKPOINT_DIR"))};
    const auto outcome = updater::carry_out_order(disk, order, pause);
    if (!outcome) return complain(exit_code_of(outcome.error().kind), outcome.error().message);
    const nlohmann::json output{{"from", outcome->from}, {"to", outcome->to}};
    if (auto written = disk.write_file_atomically(environment_variable("APOLLO_OUTPUT"), as_bytes(output.dump())); !written) return complain(75, written.error().message);
    // Another attempt, which a person orders, is another upgrade.
    updater::remove_outcome(disk, order.folder);
    if (!outcome->is_upgraded) return complain(65, outcome->message);
    std::printf("the agent was upgraded from %s to %s\n", outcome->from.c_str(), outcome->to.c_str());
    return 0;
}

int resume(Disk& disk, const std::string& data_folder) {
    const auto done = updater::resume(disk, data_folder);
    return done ? 0 : complain(1, "apollo-updater: " + done.error().message);
}

int call_off(Disk& disk, const std::string& data_folder, bool with_data) {
    Status done = updater::call_off(disk, data_folder, pause);
    if (done && with_data) done = updater::remove_data(disk, data_folder);
    if (done) return 0;
    return complain(done.error().kind == ErrorKind::NotAllowed ? 77 : 1, "apollo-updater: " + done.error().message);
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<OptionSpec> known{{"data", "DIR", "the agent's folder"}, {"package", "FILE", "what to install"},
                                        {"upgrade-program", "FILE", "saves and installs packages"}, {"release-key", "FILE", "PEM of the key packages are signed with"},
                                        {"resume", "", "go on with the upgrade that was begun"}, {"at-boot", "", "with --resume: started by Windows' service manager"},
                                        {"call-off", "", "end the upgrade that was begun, where it is"}, {"remove-data", "", "with --call-off: remove the agent's folder, too"}, {"version", "", "say the version"}};
    const QCoreApplication application(argc, argv);
    const auto options = parse_options(program_arguments(argc, argv), known);
    if (!options) return complain(2, "apollo-updater: " + options.error().message + "; this program is run by apollo-agent");
    if (options->has("version")) return std::puts("apollo-updater " APOLLO_VERSION), 0;
    if (!options->has("data")) return complain(2, "apollo-updater: say which folder is the agent's: --data DIR; this program is run by apollo-agent");
    SystemDisk disk;
    if (options->has("call-off")) return call_off(disk, with_slashes(options->value("data")), options->has("remove-data"));
    if (!options->has("resume")) return order_upgrade(disk, *options);
    const auto work = [&] { return resume(disk, with_slashes(options->value("data"))); };
    return options->has("at-boot") ? updater::run_at_boot(work) : work();
}
