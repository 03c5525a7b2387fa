// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/cli/cli_manual.h"

#include "common/base/host.h"

namespace apollo::cli {

std::vector<Verb> all_verbs() {
    std::vector<Verb> verbs;
    for (const auto& part : {task_verbs(), task_change_verbs(), output_verbs(), steering_verbs(), node_verbs(), operator_verbs(), queue_verbs(), event_verbs(), log_verbs(), restore_verbs(), repair_verbs(), replay_verbs(), replay_diff_verbs(), store_verbs(), doctor_verbs(), drill_verbs(), import_verbs(), export_verbs()}) {
        verbs.insert(verbs.end(), part.begin(), part.end());
    }
    return verbs;
}

std::vector<OptionSpec> common_options() {
    return {{"data", "DIR", "data folder of a local orchestrator (default: " + personal_data_name() + "/apollo)"},
            {"connect", "HOST:PORT", "address of the orchestrator, instead of the one the data folder names"},
            {"profile", "NAME", "use ~/.config/apollo/profiles/NAME: operator.key, operator.crt, ca.crt, server"},
            {"json", "", "print one JSON document"},
            {"config", "FILE", "YAML file with values of these options; the command line wins"},
            {"help", "", "show this text"},
            {"version", "", "show the version"}};
}

manual::Program cli_manual() {
    manual::Program program;
    program.name = "apollo-cli";
    program.section = 1;
    program.summary = "operate an Apollo-11 orchestrator from a shell";
    program.synopsis = "GROUP VERB [options]";
    program.description = {"Everything an operator does, from a shell and in scripts: submitting tasks, watching and steering them, letting nodes join, reading "
                           "the log, looking for trouble.",
                           "Address and operator's certificate come from the data folder of an orchestrator on this machine (--data), or from a profile "
                           "(--profile). With --data of a folder that no orchestrator runs on, log and replay read the files directly."};
    program.options = common_options();
    for (const Verb& verb : all_verbs()) {
        const std::string name = *verb.name == '\0' ? std::string(verb.group) : std::string(verb.group) + " " + verb.name;
        program.commands.push_back({name, verb.help, verb.options, verb.takes_file});
    }
    program.exit_codes = {{"0", "done"},
                          {"1", "it ran and the answer is no: a task that was waited for (--wait, task watch) has not SUCCEEDED or not ended in time, log verify found damage, doctor found trouble"},
                          {"2", "bad usage or bad input"},
                          {"3", "the orchestrator cannot be reached"},
                          {"4", "not allowed"}};
    program.files = {{"~/.config/apollo/profiles/NAME", "an operator's key, certificate, the authority's certificate, and the server's address"},
                     {"/var/lib/apollo/orchestrator", "data folder of the orchestrator that the package apollo-orchestrator runs; only root and its user may read it"}};
    program.notes = {"apollo-cli --manual prints this page (man) and the completions of a shell (bash, zsh)."};
    program.see_also = {"apollo-orchestrator(8)", "apollo-agent(8)", "apollo-control(1)"};
    return program;
}

}  // namespace apollo::cli
