// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// From options and a configuration file to settings.
#pragma once

#include "app/orchestrator/orchestrator.h"
#include "common/base/options.h"

namespace apollo::programs {

// Puts the values of a flat YAML file (`key: value`, keys as the options are named, with '_' or '-') where the command
// line gave none. BadInput names file, line and the nearest known key.
Status add_config_file(Options& options, const std::string& file, const std::vector<OptionSpec>& specs);

// The orchestrator's own options, for each program that runs one.
std::vector<OptionSpec> orchestrator_options();
Result<orchestrator::OrchestratorSettings> orchestrator_settings(const Options& options, const std::string& data_folder);

// "HOST:PORT"; the port may be 0.
struct ListenAddress {
    std::string host;
    std::uint16_t port = 0;
};
Result<ListenAddress> listen_address(const std::string& text);
// Where the metrics page is served: "HOST:PORT"; a bare port, or ":PORT", means this machine only.
Result<ListenAddress> metrics_address(const std::string& text);

// The folder used when --data is not given.
std::string default_data_folder();

}  // namespace apollo::programs
