// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/main/service_settings_windows.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <set>

namespace apollo::agent {

namespace {

// "a=b,c=d"; nothing between two commas is nothing.
Status add_labels(const std::string& text, YAML::Node& labels) {
    std::set<std::string> keys;
    for (std::size_t begin = 0; begin < text.size();) {
        const auto end = std::min(text.find(',', begin), text.size());
        const std::string label = text.substr(begin, end - begin);
        begin = end + 1;
        if (label.empty()) continue;
        const auto equals = label.find('=');
        if (equals == std::string::npos || equals == 0) return bad_input("--labels: '" + label + "' is no KEY=VALUE");
        const std::string key = label.substr(0, equals);
        if (!keys.insert(key).second) return bad_input("--labels: the label '" + key + "' is given twice");
        labels[key] = label.substr(equals + 1);
    }
    return success();
}

Status merge(const Options& options, const std::string& token_file, YAML::Node& root) {
    if (!options.value("server").empty()) root["server"] = options.value("server");
    if (!options.value("node-id").empty()) root["node_id"] = options.value("node-id");
    if (!options.value("token").empty()) root["token_file"] = token_file;
    if (options.value("labels").empty()) return success();
    YAML::Node labels(YAML::NodeType::Map);
    if (auto added = add_labels(options.value("labels"), labels); !added) return added;
    root["labels"] = labels;
    return success();
}

}  // namespace

Status keep_service_settings(Disk& disk, const std::string& data_folder, const Options& options) {
    if (auto made = disk.make_folder(data_folder); !made) return made;
    const std::string file = data_folder + "/agent.yaml", token_file = data_folder + "/agent.token";
    YAML::Node root(YAML::NodeType::Map);
    if (disk.exists(file)) {
        const auto text = disk.read_file(file);
        if (!text) return text.error();
        try {
            const YAML::Node present = YAML::Load(*text);
            if (present.IsMap()) root = present;
        } catch (const YAML::Exception& fault) {
            return bad_input(file + ":" + std::to_string(fault.mark.line + 1) + ": " + fault.msg);
        }
    }
    if (auto merged = merge(options, token_file, root); !merged) return merged;
    if (!options.value("token").empty()) {
        if (auto written = disk.write_file_atomically(token_file, as_bytes(options.value("token") + "\n")); !written) return written;
    }
    return disk.write_file_atomically(file, as_bytes(YAML::Dump(root) + "\n"));
}

}  // namespace apollo::agent
