// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// apollo-updater: what the intent `upgrade_agent` runs, as an attempt of its own under a guard, so that it outlives the agent that it replaces.

#include <cstdio>
#include <nlohmann/json.hpp>

#include "agent/updater/signature.h"
#include "agent/updater/system_tools.h"
#include "common/base/bytes.h"
#include "common/base/host.h"
#include "common/base/options.h"
#include "common/base/sha256.h"

namespace {

using namespace apollo;

int exit_code_of(const Error& error) { return error.kind == ErrorKind::NotAllowed ? 77 : 65; }

Result<std::int64_t> seconds_of(const nlohmann::json& params, const char* name, std::int64_t otherwise) {
    if (!params.contains(name)) return otherwise;
    const bool fits = params[name].is_number_integer() && params[name].get<std::int64_t>() >= 1 && params[name].get<std::int64_t>() <= 3600;
    if (!fits) return Error{ErrorKind::BadInput, std::string("the param '") + name + "' must be seconds, 1 to 3600"};
    return params[name].get<std::int64_t>();
}

// What came from the center is what was ordered, and from somebody this machine trusts.
Status check_package(Disk& disk, const std::string& file, const nlohmann::json& params, const std::string& release_key) {
    const auto content = disk.read_file(file);
    if (!content) return content.error();
    if (sha256_hex(as_bytes(*content)) != params.value("sha256", std::string())) return Error{ErrorKind::BadInput, file + " is not the package that was ordered"};
    if (release_key.empty()) return success();
    const auto key = disk.read_file(release_key);
    if (!key) return Error{ErrorKind::BadInput, "this machine's release key cannot be read: " + key.error().message};
    const std::string signature = params.value("signature", std::string());
    if (signature.empty()) return Error{ErrorKind::NotAllowed, "the package is not signed, and this machine takes only what is signed with " + release_key};
    return updater::check_signature(*content, signature, *key);
}

Result<updater::UpgradeReport> run(Disk& disk, const Options& options) {
    const auto text = disk.read_file(environment_variable("APOLLO_PARAMS"));
    if (!text) return text.error();
    const auto params = nlohmann::json::parse(*text, nullptr, false);
    if (!params.is_object()) return Error{ErrorKind::BadInput, "the params are no JSON object"};
    updater::UpgradeOrder order;
    order.package = options.value("package");
    order.previous = environment_variable("APOLLO_CHECKPOINT_DIR") + "/previous";
    const auto timeout_s = seconds_of(params, "health_timeout_s", 60), settle_s = seconds_of(params, "settle_s", 10);
    for (const auto& one : {timeout_s, settle_s}) {
        if (!one) return one.error();
    }
    order.health_timeout_ms = *timeout_s * 1000;
    order.settle_ms = *settle_s * 1000;
    // Whatever comes of it: another try fetches it again.
    struct Remover {
        Disk& disk;
        std::string file;
        ~Remover() { (void)disk.remove(file); }
    } const remover{disk, order.package};
    if (auto checked = check_package(disk, order.package, params, options.value("release-key")); !checked) return checked.error();
    updater::SystemTools tools(options.value("data"), options.value("upgrade-program"), environment_variable("APOLLO_CHECKPOINT_DIR") + "/upgrade.log");
    return updater::upgrade(tools, order);
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<OptionSpec> known{{"data", "DIR", "the agent's folder"}, {"package", "FILE", "what to install"},
                                        {"upgrade-program", "FILE", "saves and installs packages"}, {"release-key", "FILE", "PEM of the key packages are signed with"}};
    const auto options = parse_options(program_arguments(argc, argv), known);
    if (!options) return std::fprintf(stderr, "apollo-updater: %s; this program is run by apollo-agent\n", options.error().message.c_str()), 2;
    SystemDisk disk;
    const auto report = run(disk, *options);
    if (!report) return std::fprintf(stderr, "%s\n", report.error().message.c_str()), exit_code_of(report.error());
    const nlohmann::json output{{"from", report->from}, {"to", report->to}};
    if (auto written = disk.write_file_atomically(environment_variable("APOLLO_OUTPUT"), as_bytes(output.dump())); !written) {
        return std::fprintf(stderr, "%s\n", written.error().message.c_str()), 75;
    }
    std::printf("the agent was upgraded from %s to %s\n", report->from.c_str(), report->to.c_str());
    return 0;
}
