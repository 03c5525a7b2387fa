// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "agent/main/agent_manual.h"

#include "agent/main/service_verbs.h"

namespace apollo::agent {

manual::Program agent_manual() {
    manual::Program program;
    program.name = "apollo-agent";
    program.section = 8;
    program.summary = "carries out the steps of Apollo-11 tasks on this node";
    program.synopsis = "--data DIR [--server HOST:PORT] [--token TOKEN] [options]";
    program.description = {"Carries out steps on this node. What is given once is remembered in DIR/agent.json: later starts need --data alone.",
                           "A node joins once, with a token that an operator makes (apollo-cli node token); its key never leaves it."};
    program.options = {
        {"data", "DIR", "the agent's own folder; made if it is missing"},
        {"server", "HOST:PORT", "where the orchestrator listens"},
        {"node-id", "ID", "this node's name (default: the host name)"},
        {"label", "KEY=VALUE", "a label that selectors can ask for", true},
        {"group", "GROUP", "a group this node belongs to", true},
        {"capacity", "N", "steps that may run at once (default: twice the cores)"},
        {"token", "TOKEN", "joins the cluster; needed once, ignored afterwards"},
        {"token-file", "FILE", "the token is read from there, so that it stands in no list of processes"},
        {"config", "FILE", "YAML with server, node_id, labels, groups, capacity, token_file, wal_path, heartbeat_interval, autonomy_window, retention, log_retention, control_group, upgrade_program, release_key, log_file_mib, log_files"},
        {"heartbeat", "TIME", "interval until the orchestrator says another (default 10s)"},
        manual::manual_option(),
        {"help", "", "show this text"},
        {"version", "", "show the version"},
    };
    for (OptionSpec& option : service_options()) program.options.push_back(std::move(option));
    program.exit_codes = {{"0", "done"}, {"1", "the folder is in use or cannot be used"}, {"2", "bad usage"}, {"4", "the enrolment is refused, or this user may not use the folder"}};
    program.files = {{"/etc/apollo/agent.yaml", "the service's settings"},
                     {"/etc/apollo/agent.token", "the token the service joins with; not needed afterwards"},
                     {"/var/lib/apollo/agent", "the service's data folder: key and certificate, log, folders of attempts"}};
    program.notes = {"retention (7d): how long folders of attempts are kept that have ended and that the orchestrator knows of. log_retention (7d; never): from what age on "
                     "parts of the agent's own log are compressed that the orchestrator has acknowledged; they stay readable. log_file_mib (10) and log_files (5; Windows): the size at which the service's agent.log becomes agent.log.1, and how many of "
                     "those are kept. Times are written 500ms, 10s, 2m, 12h, 7d.",
                     "control_group: a folder of cgroup v2 with the memory controller that is given to this agent alone (for example one made by an administrator directly below "
                     "/sys/fs/cgroup): a step's limit of memory then holds for all its processes together. Without it, or where it cannot be used, each process has the limit for itself.",
                     "upgrade_program, release_key: for upgrades from the center (apollo-cli node upgrade). The package brings a program that keeps the installed package and installs "
                     "another; elsewhere name one that understands 'save FILE' and 'install FILE'. With release_key (a public key in PEM) only packages signed with it are taken.",
                     "SIGTERM ends the agent cleanly. Steps that run go on under their own guards and are adopted by the next start; to end a step, cancel it. A service "
                     "manager must therefore end the agent's process only, not its group (KillMode=process).",
                     "The package's service runs as root, since most steps administer the machine. Where they need not, give it a user of its own: see "
                     "/usr/share/doc/apollo-agent/README.Debian."};
    program.see_also = {"apollo-cli(1)", "apollo-orchestrator(8)", "systemd.kill(5)", "journalctl(1)"};
    return program;
}

}  // namespace apollo::agent
