// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// From "what" to "how": turns a dispatch into a command with its folder, files and environment.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "agent/core/messages.h"
#include "agent/intents/site_intent.h"
#include "common/base/disk.h"
#include "common/base/launcher.h"

namespace apollo::agent {

struct IntentSettings {
    std::string data_folder;    // absolute; attempts lie in DATA/runs, site intents in DATA/intents
    std::string agent_program;  // absolute; built-in intents run as this program with --run-intent
    std::int64_t grace_ms = 5000;
    std::uint64_t output_limit_bytes = 16ull << 20;
    std::string control_group{};  // see LaunchSpec
    std::string updater_program{};  // absolute; empty: this agent cannot be upgraded from the center
    std::string upgrade_program{};  // saves and installs packages for the updater (agent/updater/upgrade.h)
    std::string release_key{};      // PEM; packages must be signed with it; empty: the center's word is enough
};

class Catalogue {
public:
    // Reads the site intents; what was left out is in warnings(). `disk` must outlive the catalogue.
    Catalogue(Disk& disk, IntentSettings settings);

    const std::vector<std::string>& warnings() const { return m_warnings; }
    std::vector<std::string> known_intents() const;

    // DATA/runs/TASK/STEP/ATTEMPT. The key's names must be valid names.
    std::string attempt_folder(const RunKey& key) const;

    // Folders of lower attempts of the same run that exist, whoever made them.
    std::vector<std::string> older_attempt_folders(const RunKey& key) const;

    // Makes the folder (durable in its parents, so that a start record in it cannot vanish), writes input.json and
    // params.json, and says what to launch. BadInput and NotFound: trying again is of no use; Io: it may be.
    Result<LaunchSpec> resolve(const DispatchOrder& order);

    // The site intent's own word on how far an attempt has come: argv, environment and working folder of a command that
    // exits with 0 while it gets on. Nothing for intents without one.
    std::optional<LaunchSpec> progress_command(const DispatchOrder& order) const;

private:
    struct Command {
        std::vector<std::string> argv;
        std::vector<std::pair<std::string, std::string>> environment;
        std::string working_folder;  // empty: the attempt's own
        nlohmann::json params;
    };
    Result<Command> command_of(const DispatchOrder& order, const std::string& folder);
    Result<Command> run_command(const nlohmann::json& params) const;
    Result<Command> upgrade_command(const nlohmann::json& params) const;
    Result<Command> site_command(const SiteIntent& intent, const std::vector<std::string>& check,
                                 const std::vector<std::string>& apply, const nlohmann::json& params,
                                 const std::string& folder);
    Status make_folders(const RunKey& key, const std::string& folder);
    Status write_file(const std::string& path, const std::string& text);
    Error unknown_intent(const std::string& name) const;

    Disk& m_disk;
    const IntentSettings m_settings;
    std::map<std::string, SiteIntent> m_site;
    std::vector<std::string> m_warnings;
};

}  // namespace apollo::agent
