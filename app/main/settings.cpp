// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/main/settings.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>

#include "common/base/disk.h"
#include "common/base/host.h"
#include "common/definition/intents.h"
#include "common/transport/tls_connector.h"

namespace apollo::programs {

namespace {

std::string option_name(std::string key) {
    std::replace(key.begin(), key.end(), '_', '-');
    return key;
}

}  // namespace

Status add_config_file(Options& options, const std::string& file, const std::vector<OptionSpec>& specs) {
    // Not by the library: it takes file names in the machine's code page on Windows.
    const auto text = SystemDisk().read_file(file);
    if (!text) return Error{ErrorKind::BadInput, "the configuration cannot be read: " + text.error().message};
    YAML::Node root;
    try {
        root = YAML::Load(*text);
    } catch (const YAML::Exception& fault) {
        return Error{ErrorKind::BadInput, file + ":" + std::to_string(fault.mark.line + 1) + ":" + std::to_string(fault.mark.column + 1) + ": " + fault.msg};
    }
    if (root.IsNull()) return success();
    if (!root.IsMap()) return Error{ErrorKind::BadInput, file + ":1:1: a configuration is a list of `key: value` lines"};
    std::vector<std::string> names;
    for (const OptionSpec& spec : specs) names.push_back(spec.name);
    for (const auto& entry : root) {
        const std::string place = file + ":" + std::to_string(entry.first.Mark().line + 1) + ":" + std::to_string(entry.first.Mark().column + 1) + ": ";
        const std::string name = option_name(entry.first.Scalar());
        if (std::find(names.begin(), names.end(), name) == names.end()) {
            const std::string nearest = nearest_text(name, names);
            return Error{ErrorKind::BadInput, place + "unknown key '" + entry.first.Scalar() + "'" + (nearest.empty() ? "" : "; did you mean '" + nearest + "'?")};
        }
        if (!entry.second.IsScalar()) return Error{ErrorKind::BadInput, place + "the value of '" + entry.first.Scalar() + "' must be one word or number"};
        if (!options.has(name)) options.set(name, entry.second.Scalar());
    }
    return success();
}

std::vector<OptionSpec> orchestrator_options() {
    return {{"heartbeat-interval", "S", "seconds between heartbeats of agents (default 10)"},
            {"dispatch-interval", "S", "seconds a ready step may wait at most for a look at it (default 1)"},
            {"acknowledgement-timeout", "S", "seconds until an unconfirmed dispatch is sent again (default 10)"},
            {"execution-grace", "S", "seconds beyond a step's timeout before the orchestrator decides itself (default 30)"},
            {"autonomy-window", "S", "seconds an agent that is cut off may go on with its part of the plan (default 60; 30 to 120 is sensible)"},
            {"state-sync-interval", "S", "seconds between comparisons of what agents and orchestrator know (default 300)"},
            {"breaker-failures", "N", "failed attempts in a row that open the breaker of an intent or node (default 200)"},
            {"breaker-reset", "S", "seconds until an open breaker lets one attempt through on trial (default 30)"},
            {"retry-rate", "N", "retries that may start per second, over all nodes (default 50)"},
            {"retry-burst", "N", "retries that may start at once after a quiet time (default 100)"},
            {"retry-queue-limit", "N", "waiting retries; alert at 80 %, nothing new is dispatched from 90 % (default 10000)"},
            {"segment-size", "BYTES", "size of a log segment (default 104857600)"},
            {"backup", "DIR", "keep a second copy of the log, its snapshots, artifacts and keys there (another disk); see apollo-cli log restore"},
            {"backup-alert-after", "S", "seconds without a complete copy in the backup's folder before an alert is raised (default 60)"},
            {"plain-segments", "N", "newest log segments that are not compressed (default 4; 0 = none ever is)"},
            {"snapshot-interval", "EVENTS", "events between snapshots (default 1000)"}};
}

Result<orchestrator::OrchestratorSettings> orchestrator_settings(const Options& options, const std::string& data_folder) {
    orchestrator::OrchestratorSettings settings;
    settings.data_folder = data_folder;
    auto heartbeat = options.integer("heartbeat-interval", 10, 1, 3600);
    auto interval = options.integer("dispatch-interval", 1, 1, 3600);
    auto acknowledgement = options.integer("acknowledgement-timeout", 10, 1, 3600);
    auto grace = options.integer("execution-grace", 30, 1, 86400);
    auto window = options.integer("autonomy-window", 60, 0, 3600);
    auto sync = options.integer("state-sync-interval", 300, 1, 86400);
    auto failures = options.integer("breaker-failures", 200, 1, 1000000000);
    auto reset = options.integer("breaker-reset", 30, 1, 86400);
    auto rate = options.integer("retry-rate", 50, 1, 1000000);
    auto burst = options.integer("retry-burst", 100, 1, 1000000);
    auto limit = options.integer("retry-queue-limit", 10000, 10, 100000000);
    auto segment = options.integer("segment-size", 100 << 20, 4096, std::int64_t{4} << 30);
    auto backup_alert = options.integer("backup-alert-after", 60, 1, 86400);
    auto plain = options.integer("plain-segments", 4, 0, 1000000);
    auto snapshot = options.integer("snapshot-interval", 1000, 10, 100000000);
    for (const auto* one : {&heartbeat, &interval, &acknowledgement, &grace, &failures, &reset, &rate, &burst, &limit, &window, &sync, &segment, &backup_alert, &plain, &snapshot}) {
        if (!*one) return one->error();
    }
    settings.heartbeat_interval_ms = *heartbeat * 1000;
    settings.engine.core.node_lost_after_ms = 3 * *heartbeat * 1000;
    settings.engine.core.dispatch_interval_ms = *interval * 1000;
    settings.engine.core.acknowledgement_timeout_ms = *acknowledgement * 1000;
    settings.engine.core.execution_grace_ms = *grace * 1000;
    settings.engine.core.autonomy_window_ms = *window * 1000;
    settings.engine.core.state_sync_interval_ms = *sync * 1000;
    settings.engine.core.repairs_differences = environment_variable("APOLLO_TEST_BREAK_RECONCILIATION").empty();
    settings.engine.core.breaker_failures = static_cast<std::uint32_t>(*failures);
    settings.engine.core.breaker_reset_ms = *reset * 1000;
    settings.engine.core.retry_rate_per_s = static_cast<double>(*rate);
    settings.engine.core.retry_burst = static_cast<double>(*burst);
    settings.engine.core.retry_queue_limit = static_cast<std::uint32_t>(*limit);
    settings.engine.segment_size_bytes = static_cast<std::uint64_t>(*segment);
    settings.backup_folder = options.value("backup");
    settings.backup_pace.alert_after_ms = *backup_alert * 1000;
    settings.plain_segments = static_cast<std::uint32_t>(*plain);
    settings.engine.snapshot_interval_events = static_cast<std::uint64_t>(*snapshot);
    for (const definition::BuiltinIntent& intent : definition::builtin_intents()) {
        if (intent.idempotency) settings.engine.core.intent_idempotency[IntentName{intent.name}] = *intent.idempotency;
    }
    return settings;
}

Result<ListenAddress> listen_address(const std::string& text) {
    auto address = transport::server_address_from_text(text);
    if (!address) return Error{ErrorKind::BadInput, "--listen must be HOST:PORT, for example 127.0.0.1:7411 (port 0: any free one), not '" + text + "'"};
    return ListenAddress{address->host, address->port};
}

Result<ListenAddress> metrics_address(const std::string& text) {
    const std::string loopback = "127.0.0.1";
    std::string full = text;
    if (text.find(':') == std::string::npos) full = loopback + ":" + text;
    else if (text.front() == ':') full = loopback + text;
    auto address = transport::server_address_from_text(full);
    if (!address) return Error{ErrorKind::BadInput, "--metrics must be HOST:PORT or a port, for example 127.0.0.1:9464, not '" + text + "'"};
    return ListenAddress{address->host == "localhost" ? loopback : address->host, address->port};
}

std::string default_data_folder() {
    return personal_data_folder() + "/apollo";
}

}  // namespace apollo::programs
