// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/main/program_manuals.h"

#include <cstdio>

#include "app/main/settings.h"
#include "common/base/host.h"

namespace apollo::programs {

namespace {

void add_common_options(manual::Program& program) {
    program.options.push_back({"config", "FILE", "YAML file with values of these options; the command line wins"});
    program.options.push_back(manual::manual_option());
    program.options.push_back({"help", "", "show this text"});
    program.options.push_back({"version", "", "show the version"});
}

}  // namespace

manual::Program orchestrator_manual() {
    manual::Program program;
    program.name = "apollo-orchestrator";
    program.section = 8;
    program.summary = "the Apollo-11 orchestrator without a window";
    program.synopsis = "--data DIR [options]";
    program.description = {"Runs the orchestrator until SIGTERM: takes tasks in, hands their steps to the agents, keeps the log of all that happened. It says READY "
                           "to systemd when it serves."};
    program.options = {{"data", "DIR", "data folder (default: " + personal_data_name() + "/apollo)"},
                       {"listen", "HOST:PORT", "where agents and operators connect (default 127.0.0.1:7411; port 0: any free one)"},
                       {"history", "URL", "keep the SQL history in a PostgreSQL database, postgresql://USER@HOST/DATABASE, and not in history.sqlite of the data folder"},
                       {"metrics", "HOST:PORT", "where Prometheus reads /metrics (default: nowhere; a bare port: this machine only)"},
                       {"alert-command", "FILE", "program that is run for each alert, with a JSON document on its standard input"}};
    for (const OptionSpec& option : orchestrator_options()) program.options.push_back(option);
    add_common_options(program);
    program.exit_codes = {{"0", "ended as it was told"}, {"1", "the data folder or the address cannot be used, or the log can no longer be written"}, {"2", "bad usage or a bad configuration file"}};
    program.files = {{"/etc/apollo/orchestrator.yaml", "the service's settings: the options' names with values, one a line"},
                     {"/var/lib/apollo/orchestrator", "the service's data folder: log, snapshots, artifacts, certificates"}};
    program.notes = {"The package's service runs it as the user apollo in a sandbox that can write the data folder only. Its messages are in the journal: journalctl "
                     "-u apollo-orchestrator. An alert command runs in the same sandbox."};
    program.see_also = {"apollo-cli(1)", "apollo-agent(8)", "apollo-control(1)", "journalctl(1)"};
    return program;
}

manual::Program control_manual() {
    manual::Program program;
    program.name = "apollo-control";
    program.section = 1;
    program.summary = "the Apollo-11 control center";
    program.synopsis = "[FILE.yaml|FILE.apollo] [options]";
    program.description = {"The control center. A task file is submitted and shown; an archive is shown.",
                           "Without options it attaches to the orchestrator that runs on the data folder, or runs one of its own inside the window."};
    program.options = {{"data", "DIR", "data folder (default: " + personal_data_name() + "/apollo); attaches if an orchestrator runs on it, else runs its own"},
                       {"connect", "[PROFILE@]HOST:PORT", "attach to an orchestrator elsewhere; given again, each has a tab of its own", true},
                       {"profile", "NAME", "operator's key and server of ~/.config/apollo/profiles/NAME"},
                       {"listen", "HOST:PORT", "where agents connect to the own orchestrator (default 127.0.0.1:7411)"},
                       {"open", "TASK_ID", "show this task"},
                       {"at", "POSITION", "replay it at a position, or at first-failure or end"},
                       {"lang", "LANG", "en or zh_CN (default: the desktop's)", false, {"en", "zh_CN"}},
                       {"theme", "THEME", "light, dark or contrast (default: the desktop's)", false, {"light", "dark", "contrast"}},
                       {"view", "VIEW", "dag, matrix, timeline, events, nodes, alerts or dead-letters", false,
                        {"dag", "matrix", "timeline", "events", "nodes", "alerts", "dead-letters"}},
                       {"size", "WxH", "size of the window"},
                       {"screenshot", "FILE.png", "draw the asked view, write it to a file, and end"}};
    add_common_options(program);
    program.exit_codes = {{"0", "the window was closed, or the picture written"}, {"1", "it could not do that"}, {"2", "bad usage or bad input"}, {"3", "the orchestrator cannot be reached"}};
    program.files = {{"~/.config/apollo/profiles/NAME", "an operator's key, certificate, the authority's certificate, and the server's address"},
                     {personal_data_name() + "/apollo-control", "the window's layout and notes"}};
    program.see_also = {"apollo-cli(1)", "apollo-orchestrator(8)", "apollo-agent(8)"};
    program.file_pattern = "*.@(yaml|yml|apollo)";
    return program;
}

std::optional<int> answer_about_itself(const manual::Program& program, const Options& options) {
    if (options.has("help")) return std::fputs(manual::help_text(program).c_str(), stdout), 0;
    if (options.has("version")) return std::printf("%s %s\n", program.name.c_str(), APOLLO_VERSION), 0;
    if (!options.has("manual")) return std::nullopt;
    const auto text = manual::render(program, APOLLO_VERSION, options.value("manual"));
    if (!text) return std::fprintf(stderr, "%s: %s\n", program.name.c_str(), text.error().message.c_str()), 2;
    return std::fputs(text->c_str(), stdout), 0;
}

}  // namespace apollo::programs
