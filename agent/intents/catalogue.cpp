// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/intents/catalogue.h"

#include <algorithm>
#include <utility>

#include "agent/intents/agent_upgrade.h"
#include "agent/intents/builtin.h"
#include "common/base/assert.h"
#include "common/base/bytes.h"
#include "common/base/host.h"
#include "common/base/options.h"

namespace apollo::agent {

namespace {

constexpr const char* compensate_suffix = ".compensate";

Result<std::vector<std::string>> read_argv(const nlohmann::json& params) {
    if (!params.contains("argv") || !params["argv"].is_array() || params["argv"].empty()) {
        return bad_input("the param 'argv' of run_command must be a list: the program and its arguments");
    }
    std::vector<std::string> argv;
    for (const auto& item : params["argv"]) {
        auto text = plain_text(item, "an item of 'argv'");
        if (!text) return text.error();
        argv.push_back(std::move(*text));
    }
    if (argv.front().empty()) return bad_input("the program in 'argv' is empty");
    return argv;
}

// Behind the step's own, so that these always hold.
void add_own_variables(LaunchSpec& spec, const RunKey& key) {
    const std::string run_folder = spec.folder.substr(0, spec.folder.rfind('/'));
    const std::pair<std::string, std::string> own[] = {
        {"APOLLO_TASK_ID", key.task.text},
        {"APOLLO_STEP", key.step.text},
        {"APOLLO_NODE", key.node.text},
        {"APOLLO_ATTEMPT", std::to_string(key.attempt.value)},
        {"APOLLO_INPUT", spec.folder + "/input.json"},
        {"APOLLO_PARAMS", spec.folder + "/params.json"},
        {"APOLLO_OUTPUT", spec.folder + "/output.json"},
        {"APOLLO_CHECKPOINT_DIR", run_folder + "/checkpoint"},
    };
    spec.environment.insert(spec.environment.end(), std::begin(own), std::end(own));
}

Status add_param_variables(const nlohmann::json& params, std::vector<std::pair<std::string, std::string>>& environment) {
    for (const auto& [name, value] : params.items()) {
        auto text = plain_text(value, "the param '" + name + "'");
        if (!text) return text.error();
        environment.emplace_back(param_variable(name), std::move(*text));
    }
    return success();
}

}  // namespace

Catalogue::Catalogue(Disk& disk, IntentSettings settings) : m_disk(disk), m_settings(std::move(settings)) {
    SiteIntents loaded = load_site_intents(m_disk, m_settings.data_folder + "/intents");
    m_warnings = std::move(loaded.warnings);
    for (auto& intent : loaded.intents) {
        std::string name = intent.name;
        m_site.emplace(std::move(name), std::move(intent));
    }
}

std::vector<std::string> Catalogue::known_intents() const {
    std::vector<std::string> names = builtin_names();
    for (const auto& [name, intent] : m_site) {
        names.push_back(name);
        if (!intent.compensate.empty()) names.push_back(name + compensate_suffix);
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::string Catalogue::attempt_folder(const RunKey& key) const {
    APOLLO_ASSERT(is_valid_name(key.task.text) && is_valid_name(key.step.text));
    return m_settings.data_folder + "/runs/" + folder_name(key.task.text) + "/" + folder_name(key.step.text) + "/" + std::to_string(key.attempt.value);
}

std::vector<std::string> Catalogue::older_attempt_folders(const RunKey& key) const {
    std::vector<std::string> folders;
    if (key.attempt.value <= 1) return folders;
    const std::string folder = attempt_folder(key);
    const std::string run_folder = folder.substr(0, folder.rfind('/'));
    const auto names = m_disk.exists(run_folder) ? m_disk.list(run_folder) : Result<std::vector<std::string>>(std::vector<std::string>{});
    if (!names) return folders;
    for (const std::string& name : *names) {
        const bool is_number = !name.empty() && name.size() < 10 && name.find_first_not_of("0123456789") == std::string::npos;
        if (is_number && std::stoul(name) < key.attempt.value) folders.push_back(run_folder + "/" + name);
    }
    return folders;
}

Result<LaunchSpec> Catalogue::resolve(const DispatchOrder& order) {
    const std::string folder = attempt_folder(order.key);
    if (auto made = make_folders(order.key, folder); !made) return made.error();
    auto command = command_of(order, folder);
    if (!command) return command.error();
    if (auto written = write_file(folder + "/params.json", command->params.dump()); !written) return written.error();
    const std::string& input = order.input_json;
    if (auto written = write_file(folder + "/input.json", input.empty() ? "{}" : input); !written) return written.error();
    LaunchSpec spec;
    spec.folder = folder;
    spec.argv = std::move(command->argv);
    spec.environment = std::move(command->environment);
    add_own_variables(spec, order.key);
    spec.working_folder = command->working_folder.empty() ? folder + "/work" : command->working_folder;
    spec.timeout_ms = order.timeout_ms;
    spec.limits = order.limits;
    spec.control_group = m_settings.control_group;
    spec.grace_ms = m_settings.grace_ms;
    spec.output_limit_bytes = m_settings.output_limit_bytes;
    return spec;
}

std::optional<LaunchSpec> Catalogue::progress_command(const DispatchOrder& order) const {
    const auto site = m_site.find(order.intent.text);
    if (site == m_site.end() || site->second.progress.empty()) return std::nullopt;
    const auto params = parse_object(order.params_json, "params");
    auto filled = params ? apply_schema(site->second.params, *params) : params;
    if (!filled) return std::nullopt;
    LaunchSpec spec;
    spec.folder = attempt_folder(order.key);
    spec.argv = site->second.progress;
    spec.working_folder = spec.folder + "/work";
    if (!add_param_variables(*filled, spec.environment)) return std::nullopt;
    add_own_variables(spec, order.key);
    return spec;
}

Result<Catalogue::Command> Catalogue::command_of(const DispatchOrder& order, const std::string& folder) {
    const std::string& name = order.intent.text;
    auto params = parse_object(order.params_json, "params");
    if (!params) return params.error();
    if (is_builtin(name)) {
        if (auto checked = check_builtin(name, *params); !checked) return checked.error();
        if (name == "run_command") return run_command(*params);
        if (name == upgrade_agent_intent) return upgrade_command(*params);
        Command command;
        command.argv = {m_settings.agent_program, "--run-intent", name};
        command.params = *params;
        return command;
    }
    if (const auto site = m_site.find(name); site != m_site.end()) {
        return site_command(site->second, site->second.check, site->second.apply, *params, folder);
    }
    if (name.ends_with(compensate_suffix)) {
        const auto site = m_site.find(name.substr(0, name.size() - std::string(compensate_suffix).size()));
        if (site != m_site.end() && !site->second.compensate.empty()) {
            return site_command(site->second, {}, site->second.compensate, *params, folder);
        }
    }
    return unknown_intent(name);
}

Result<Catalogue::Command> Catalogue::run_command(const nlohmann::json& params) const {
    Command command;
    command.params = params;
    auto argv = read_argv(params);
    if (!argv) return argv.error();
    command.argv = std::move(*argv);
    if (params.contains("env")) {
        if (!params["env"].is_object()) return bad_input("the param 'env' of run_command must map names to values");
        for (const auto& [name, value] : params["env"].items()) {
            if (name.empty() || name.find('=') != std::string::npos) return bad_input("'" + name + "' is no variable name");
            auto text = plain_text(value, "the variable '" + name + "'");
            if (!text) return text.error();
            command.environment.emplace_back(name, std::move(*text));
        }
    }
    if (params.contains("cwd")) {
        auto cwd = absolute_path(params, "cwd");
        if (!cwd) return cwd.error();
        command.working_folder = std::move(*cwd);
    }
    return command;
}

Result<Catalogue::Command> Catalogue::upgrade_command(const nlohmann::json& params) const {
    const auto sha256 = package_of(params.dump());
    if (!sha256) return bad_input("the param 'sha256' of upgrade_agent must be 64 lower-case hex digits");
    if (m_settings.updater_program.empty()) {
        return Error{ErrorKind::NotFound, "this agent cannot be upgraded from the center: it was not installed from a package; install it from one, or "
                                          "name a program with upgrade_program in its settings"};
    }
    Command command;
    command.argv = {m_settings.updater_program, "--data", m_settings.data_folder, "--package", packages_folder(m_settings.data_folder) + "/" + *sha256};
    if (!m_settings.upgrade_program.empty()) command.argv.insert(command.argv.end(), {"--upgrade-program", m_settings.upgrade_program});
    if (!m_settings.release_key.empty()) command.argv.insert(command.argv.end(), {"--release-key", m_settings.release_key});
    command.params = params;
    return command;
}

Result<Catalogue::Command> Catalogue::site_command(const SiteIntent& intent, const std::vector<std::string>& check,
                                                   const std::vector<std::string>& apply, const nlohmann::json& params,
                                                   const std::string& folder) {
    auto filled = apply_schema(intent.params, params);
    if (!filled) return filled.error();
    Command command;
    command.argv = apply;
    if (!check.empty()) {
        const nlohmann::json commands = {{"check", check}, {"apply", apply}};
        const std::string file = folder + "/site.json";
        if (auto written = write_file(file, commands.dump()); !written) return written.error();
        command.argv = {m_settings.agent_program, "--run-site", file};
    }
    if (auto added = add_param_variables(*filled, command.environment); !added) return added.error();
    command.params = std::move(*filled);
    return command;
}

Status Catalogue::make_folders(const RunKey& key, const std::string& folder) {
    const std::string runs = m_settings.data_folder + "/runs";
    const std::string task = runs + "/" + folder_name(key.task.text);
    const std::string step = task + "/" + folder_name(key.step.text);
    // Innermost first: each parent is synced behind what was made in it.
    const std::pair<std::string, std::string> chain[] = {
        {step, folder}, {task, step}, {runs, task}, {m_settings.data_folder, runs}};
    // An attempt that is begun again may have been interrupted before the syncs.
    const bool again = m_disk.exists(folder);
    std::vector<std::string> changed;
    for (const auto& [parent, path] : chain) {
        if (!again && m_disk.exists(path)) break;
        changed.push_back(parent);
    }
    for (const std::string& path : {folder + "/work", step + "/checkpoint"}) {
        if (auto made = m_disk.make_folder(path); !made) return made;
    }
    for (const auto& parent : changed) {
        if (auto synced = m_disk.sync_folder(parent); !synced) return synced;
    }
    return success();
}

// Not synced: it is read only by a process that is started now, and made anew for one that is started later.
Status Catalogue::write_file(const std::string& path, const std::string& text) {
    const std::string temporary = path + ".tmp";
    auto file = m_disk.open(temporary, OpenMode::Create);
    if (!file) return file.error();
    if (auto cut = (*file)->truncate(0); !cut) return cut;
    if (auto written = (*file)->write_at(0, as_bytes(text)); !written) return written;
    return m_disk.rename(temporary, path);
}

Error Catalogue::unknown_intent(const std::string& name) const {
    std::string listed;
    const auto known = known_intents();
    for (const auto& intent : known) listed += (listed.empty() ? "" : ", ") + intent;
    const std::string nearest = nearest_text(name, known);
    return {ErrorKind::NotFound, "this node does not know the intent '" + name + "'" + (nearest.empty() ? "" : "; did you mean '" + nearest + "'?") + " (known: " + listed + ")"};
}

}  // namespace apollo::agent
