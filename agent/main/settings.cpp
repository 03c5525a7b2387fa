// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/main/settings.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "common/base/bytes.h"
#include "common/base/host.h"
#include "common/base/ids.h"

namespace apollo::agent {

namespace {

std::string absolute(const std::string& path) {
    std::string text = std::filesystem::absolute(path).lexically_normal().generic_string();
    while (text.size() > 1 && text.back() == '/') text.pop_back();
    return text;
}

std::string default_node() {
    const std::string name = host_name();
    return is_valid_name(name) ? name : "";
}

void default_capacity(AgentSettings& settings) {
    if (settings.capacity == 0) settings.capacity = 2 * std::max(1u, std::thread::hardware_concurrency());
}

Status read_remembered(Disk& disk, const std::string& path, AgentSettings& settings) {
    const auto text = disk.read_file(path);
    if (!text && text.error().kind == ErrorKind::NotAllowed) return Error{ErrorKind::NotAllowed, text.error().message + "; run this as the user whose data folder it is"};
    if (!text) return disk.exists(path) ? Status(text.error()) : success();
    const auto json = nlohmann::json::parse(*text, nullptr, false);
    if (!json.is_object()) return bad_input(path + " is not a JSON object; remove it and give the options again");
    try {
        settings.server = json.value("server", settings.server);
        settings.node = json.value("node_id", settings.node);
        settings.labels = json.value("labels", settings.labels);
        settings.groups = json.value("groups", settings.groups);
        settings.capacity = json.value("capacity", settings.capacity);
        settings.wal_folder = json.value("wal_path", settings.wal_folder);
        settings.heartbeat_interval_ms = json.value("heartbeat_interval_ms", settings.heartbeat_interval_ms);
        settings.retention_ms = json.value("retention_ms", settings.retention_ms);
        settings.log_retention_ms = json.value("log_retention_ms", settings.log_retention_ms);
        settings.service_log.file_bytes = json.value("log_file_bytes", settings.service_log.file_bytes);
        settings.service_log.older_files = json.value("log_files", settings.service_log.older_files);
        settings.control_group = json.value("control_group", settings.control_group);
        settings.upgrade_program = json.value("upgrade_program", settings.upgrade_program);
        settings.release_key = json.value("release_key", settings.release_key);
        if (json.contains("autonomy_window_ms")) settings.autonomy_window_ms = json["autonomy_window_ms"].get<std::int64_t>();
    } catch (const nlohmann::json::exception&) {
        return bad_input(path + " holds a value of the wrong type; remove it and give the options again");
    }
    return success();
}

// Throws YAML::Exception for values of the wrong type, as does apply_config.
Status read_labels(const YAML::Node& labels, AgentSettings& settings) {
    settings.labels = labels.as<std::map<std::string, std::string>>();
    std::set<std::string> keys;
    for (const auto& entry : labels) {
        const auto key = entry.first.as<std::string>();
        if (!keys.insert(key).second) return bad_input(std::to_string(entry.first.Mark().line + 1) + ":" + std::to_string(entry.first.Mark().column + 1) + ": the label '" + key + "' is given twice");
    }
    return success();
}

Status apply_log_limits(const YAML::Node& root, LogLimits& limits) {
    const auto number = [&](const char* key, std::int64_t least, std::int64_t most, const std::function<void(std::int64_t)>& take) -> Status {
        if (!root[key]) return success();
        const auto value = root[key].as<std::int64_t>();
        const YAML::Mark mark = root[key].Mark();
        if (value < least || value > most) {
            return bad_input(std::to_string(mark.line + 1) + ":" + std::to_string(mark.column + 1) + ": " + key + " must be from " + std::to_string(least) + " to " + std::to_string(most));
        }
        take(value);
        return success();
    };
    if (auto read = number("log_file_mib", 1, 4096, [&](std::int64_t mib) { limits.file_bytes = static_cast<std::uint64_t>(mib) << 20; }); !read) return read;
    return number("log_files", 0, 99, [&](std::int64_t count) { limits.older_files = static_cast<int>(count); });
}

// Throws YAML::Exception for values of the wrong type.
Status apply_config(const YAML::Node& root, AgentSettings& settings) {
    static const std::vector<std::string> known = {"server", "node_id", "labels", "groups", "capacity",
                                                   "wal_path", "heartbeat_interval", "autonomy_window", "retention", "log_retention", "control_group", "upgrade_program", "release_key", "token_file", "log_file_mib", "log_files"};
    for (const auto& entry : root) {
        const auto key = entry.first.as<std::string>();
        if (std::find(known.begin(), known.end(), key) != known.end()) continue;
        const std::string near = nearest_text(key, known);
        return bad_input(std::to_string(entry.first.Mark().line + 1) + ":" + std::to_string(entry.first.Mark().column + 1) + ": unknown key '" + key +
                   "'" + (near.empty() ? "" : "; did you mean '" + near + "'?"));
    }
    if (root["server"]) settings.server = root["server"].as<std::string>();
    if (root["node_id"]) settings.node = root["node_id"].as<std::string>();
    if (root["labels"]) {
        if (auto read = read_labels(root["labels"], settings); !read) return read;
    }
    if (root["groups"]) settings.groups = root["groups"].as<std::vector<std::string>>();
    if (root["capacity"]) settings.capacity = root["capacity"].as<std::uint32_t>();
    if (root["token_file"]) settings.token_file = absolute(root["token_file"].as<std::string>());
    if (root["control_group"]) settings.control_group = absolute(root["control_group"].as<std::string>());
    if (root["upgrade_program"]) settings.upgrade_program = absolute(root["upgrade_program"].as<std::string>());
    if (root["release_key"]) settings.release_key = absolute(root["release_key"].as<std::string>());
    if (root["wal_path"]) settings.wal_folder = absolute(root["wal_path"].as<std::string>());
    if (auto read = apply_log_limits(root, settings.service_log); !read) return read;
    const auto read_duration = [&](const char* key, const std::function<void(std::int64_t)>& take, const auto& from_text) -> Status {
        if (!root[key]) return success();
        const auto interval = from_text(root[key].as<std::string>());
        const YAML::Mark mark = root[key].Mark();
        if (!interval) return bad_input(std::to_string(mark.line + 1) + ":" + std::to_string(mark.column + 1) + ": " + interval.error().message);
        take(*interval);
        return success();
    };
    if (auto read = read_duration("heartbeat_interval", [&](std::int64_t ms) { settings.heartbeat_interval_ms = ms; }, duration_ms_from_text); !read) return read;
    if (auto read = read_duration("retention", [&](std::int64_t ms) { settings.retention_ms = ms; }, retention_ms_from_text); !read) return read;
    const auto never_or_time = [](const std::string& text) { return text == "never" ? Result<std::int64_t>(std::int64_t{0}) : retention_ms_from_text(text); };
    if (auto read = read_duration("log_retention", [&](std::int64_t ms) { settings.log_retention_ms = ms; }, never_or_time); !read) return read;
    return read_duration("autonomy_window", [&](std::int64_t ms) { settings.autonomy_window_ms = ms; }, duration_ms_from_text);
}

Status read_config(Disk& disk, const std::string& path, AgentSettings& settings) {
    const auto text = disk.read_file(path);
    if (!text) return bad_input(text.error().message);
    try {
        const YAML::Node root = YAML::Load(*text);
        if (root.IsNull()) return success();
        if (!root.IsMap()) return bad_input(path + ": it must be a mapping");
        const Status applied = apply_config(root, settings);
        return applied ? applied : Status(bad_input(path + ":" + applied.error().message));
    } catch (const YAML::Exception& exception) {
        return bad_input(path + ":" + std::to_string(exception.mark.line + 1) + ":" + std::to_string(exception.mark.column + 1) + ": " + exception.msg);
    }
}

Status apply_options(const Options& options, AgentSettings& settings) {
    settings.server = options.value("server", settings.server);
    settings.node = options.value("node-id", settings.node);
    settings.token = options.value("token");
    if (options.has("token-file")) settings.token_file = absolute(options.value("token-file"));
    if (options.has("label")) settings.labels.clear();
    for (const auto& label : options.values("label")) {
        const auto equals = label.find('=');
        if (equals == std::string::npos || equals == 0) return bad_input("--label " + label + ": write KEY=VALUE");
        const std::string key = label.substr(0, equals);
        if (!settings.labels.emplace(key, label.substr(equals + 1)).second) return bad_input("--label " + label + ": the label '" + key + "' is given twice");
    }
    if (options.has("group")) settings.groups = options.values("group");
    const auto capacity = options.integer("capacity", settings.capacity, 1, 4096);
    if (options.has("capacity") && !capacity) return capacity.error();
    if (options.has("capacity")) settings.capacity = static_cast<std::uint32_t>(*capacity);
    if (options.has("heartbeat")) {
        const auto interval = duration_ms_from_text(options.value("heartbeat"));
        if (!interval) return bad_input("--heartbeat: " + interval.error().message);
        settings.heartbeat_interval_ms = *interval;
    }
    return success();
}

// A node that is enrolled needs no token: the file may be gone then.
Status read_token_file(Disk& disk, AgentSettings& settings) {
    if (settings.token_file.empty() || !settings.token.empty()) return success();
    if (!disk.exists(settings.token_file)) return bad_input("this agent is not enrolled yet: put a token into " + settings.token_file + " (apollo-cli node token)");
    auto text = disk.read_file(settings.token_file);
    if (!text) return text.error();
    settings.token = text->substr(0, text->find_first_of(" \t\r\n"));
    return success();
}

Status check(const AgentSettings& settings, const std::string& enrolled_node) {
    if (settings.server.empty()) return bad_input("say where the center is: --server HOST:PORT");
    if (!is_valid_name(settings.node)) {
        return bad_input("'" + settings.node + "' is no node id: use letters, digits, '.', '_' and '-' (--node-id)");
    }
    if (!enrolled_node.empty() && settings.node != enrolled_node) {
        return bad_input(settings.data_folder + " is enrolled as node " + enrolled_node + "; use another --data for " + settings.node);
    }
    if (enrolled_node.empty() && settings.token.empty()) {
        return bad_input("this agent is not enrolled yet: give it a --token (apollo-cli node token)");
    }
    for (const auto& [key, value] : settings.labels) {
        if (!is_valid_utf8(key) || !is_valid_utf8(value)) return bad_input("a label is not valid UTF-8");
    }
    return success();
}

constexpr std::int64_t day_ms = 24LL * 3600 * 1000;

std::optional<std::int64_t> milliseconds(const std::string& text, std::int64_t most_ms) {
    std::int64_t number = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    const std::string unit(end, text.data() + text.size());
    const std::map<std::string, std::int64_t> units = {{"ms", 1}, {"", 1000}, {"s", 1000}, {"m", 60000}, {"h", 3600000}, {"d", day_ms}};
    const auto factor = units.find(unit);
    if (code != std::errc() || factor == units.end() || number <= 0 || number > most_ms / factor->second) return std::nullopt;
    return number * factor->second;
}

}  // namespace

Result<std::int64_t> duration_ms_from_text(const std::string& text) {
    const auto duration = milliseconds(text, day_ms);
    return duration ? Result<std::int64_t>(*duration) : bad_input("'" + text + "' is no time between 1ms and 24h such as 10s or 500ms");
}

Result<std::int64_t> retention_ms_from_text(const std::string& text) {
    const auto duration = milliseconds(text, 3650 * day_ms);
    return duration ? Result<std::int64_t>(*duration) : bad_input("'" + text + "' is no time up to 3650d such as 7d or 12h");
}

Result<AgentSettings> read_settings(Disk& disk, const Options& options, const std::string& enrolled_node) {
    AgentSettings settings;
    settings.data_folder = absolute(options.value("data"));
    settings.node = enrolled_node.empty() ? default_node() : enrolled_node;
    settings.wal_folder = settings.data_folder + "/wal";
    if (auto read = read_remembered(disk, settings.data_folder + "/agent.json", settings); !read) return read.error();
    if (options.has("config")) {
        if (auto read = read_config(disk, options.value("config"), settings); !read) return read.error();
    }
    if (auto applied = apply_options(options, settings); !applied) return applied.error();
    default_capacity(settings);
    if (enrolled_node.empty()) {
        if (auto read = read_token_file(disk, settings); !read) return read.error();
    }
    if (auto checked = check(settings, enrolled_node); !checked) return checked.error();
    return settings;
}

Status remember_settings(Disk& disk, const AgentSettings& settings) {
    nlohmann::json json = {{"server", settings.server}, {"node_id", settings.node}, {"labels", settings.labels}, {"groups", settings.groups},
                           {"capacity", settings.capacity}, {"heartbeat_interval_ms", settings.heartbeat_interval_ms}};
    if (settings.retention_ms != AgentSettings{}.retention_ms) json["retention_ms"] = settings.retention_ms;
    if (settings.log_retention_ms != AgentSettings{}.log_retention_ms) json["log_retention_ms"] = settings.log_retention_ms;
    if (settings.service_log.file_bytes != LogLimits{}.file_bytes) json["log_file_bytes"] = settings.service_log.file_bytes;
    if (settings.service_log.older_files != LogLimits{}.older_files) json["log_files"] = settings.service_log.older_files;
    if (!settings.control_group.empty()) json["control_group"] = settings.control_group;
    if (!settings.upgrade_program.empty()) json["upgrade_program"] = settings.upgrade_program;
    if (!settings.release_key.empty()) json["release_key"] = settings.release_key;
    if (settings.autonomy_window_ms) json["autonomy_window_ms"] = *settings.autonomy_window_ms;
    // Only a path that was asked for: a folder that is moved or copied must use its own log, not the old place's.
    if (settings.wal_folder != settings.data_folder + "/wal") json["wal_path"] = settings.wal_folder;
    const std::string text = json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
    return disk.write_file_atomically(settings.data_folder + "/agent.json", as_bytes(text));
}

}  // namespace apollo::agent
