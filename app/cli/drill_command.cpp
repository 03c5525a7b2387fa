// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// `drill`: the failure drill as one command. Says where it takes place, lets it happen, prints what was seen.
#include <QCoreApplication>
#include <algorithm>

#include "app/cli/commands.h"
#include "app/cli/drill_interrupt.h"
#include "app/cli/drill_leftovers.h"
#include "app/cli/drill_named.h"
#include "app/cli/drill_story.h"
#include "common/base/random.h"

namespace apollo::cli {

namespace {

constexpr int own_limit_s = 55;       // heartbeats of 1 s: it takes some ten
constexpr int running_limit_s = 300;  // heartbeats of 10 s or more: a loss is seen after three

bool uses_own_orchestrator(const Context& context) {
    const Options& options = context.options();
    return !options.has("data") && !options.has("connect") && !options.has("profile") && !options.has("node");
}

Result<client::LocalAccess> own_orchestrator(DrillWatch& watch, DrillPrograms& programs) {
    if (auto started = programs.start_orchestrator(); !started) return started.error();
    std::optional<client::LocalAccess> access;
    auto listening = watch.wait_for("for its orchestrator", [&] {
        auto found = client::find_local_orchestrator(programs.path("center"));
        if (found) access = *found;
        return access.has_value() || !programs.is_running("center");
    });
    if (!listening) return listening.error();
    if (!access) return Error{ErrorKind::Io, "the drill's orchestrator has ended: " + programs.last_words("center")};
    watch.note("", "an orchestrator of the drill's own runs");
    return *access;
}

int conclude(Context& context, DrillReport& report, const DrillWatch& watch, const Status& outcome) {
    if (!outcome) report.trouble = outcome.error().message;
    report.duration_ms = watch.elapsed_ms();
    print_drill(report, context.json());
    return report.converged() ? exit_done : exit_no;
}

Status check_nodes(const domain::State& state, std::vector<std::string> nodes) {
    for (const std::string& node : nodes) {
        if (!state.find_node(NodeId{node})) return Error{ErrorKind::NotFound, "there is no node " + node + "; see: apollo-cli node list"};
    }
    std::sort(nodes.begin(), nodes.end());
    const auto twice = std::adjacent_find(nodes.begin(), nodes.end());
    if (twice == nodes.end()) return success();
    return Error{ErrorKind::BadInput, "node " + *twice + " is named twice; name each with one --node"};
}

int drill_nodes(Context& context, DrillReport& report, DrillWatch& watch, const std::string& id) {
    report.place = "named";
    const std::vector<std::string> nodes = context.options().values("node");
    auto session = context.session();
    if (!session) return fail(session.error());
    if (auto following = watch.follow(*session); !following) return fail(following.error());
    if (auto checked = check_nodes(watch.state(), nodes); !checked) return fail(checked.error());
    clear_leftovers(watch, watch.limit_ms());
    return conclude(context, report, watch, drill_named_nodes(watch, report, nodes, id));
}

int drill_own_agents(Context& context, DrillReport& report, DrillWatch& watch, const std::string& id) {
    const bool own = uses_own_orchestrator(context);
    report.place = own ? "own" : "running";
    DrillPrograms programs(QCoreApplication::applicationDirPath().toStdString());
    if (auto all_there = programs.check(); !all_there) return fail(all_there.error());
    auto access = own ? own_orchestrator(watch, programs) : context.access();
    if (!access) return fail(access.error());
    if (auto following = watch.follow(client::make_remote_session(access->address, access->credentials)); !following) return fail(following.error());
    if (!own) clear_leftovers(watch, watch.limit_ms());
    DrillStory story(watch, programs, report, access->address, id);
    const Status outcome = story.run();
    story.judge();
    story.clean_up();
    programs.end_all();
    if (!outcome || !report.converged()) {
        programs.keep_folder();
        report.folder = programs.path(".");
        report.folder.resize(report.folder.size() - 2);
    }
    return conclude(context, report, watch, outcome);
}

int drill(Context& context) {
    auto limit = context.options().integer("timeout", uses_own_orchestrator(context) ? own_limit_s : running_limit_s, 1, 86400);
    if (!limit) return fail(limit.error());
    DrillReport report;
    DrillWatch watch(report, *limit * 1000);
    SystemRandom random;
    const std::string id = "drill-" + random.hex(8);
    const DrillInterrupt interrupt;
    return context.options().has("node") ? drill_nodes(context, report, watch, id) : drill_own_agents(context, report, watch, id);
}

}  // namespace

std::vector<Verb> drill_verbs() {
    return {{"drill", "", "kill, cut off and wipe agents of its own, let them come back, and show that all converges; with --data on a running orchestrator",
             {{"node", "ID", "only what is harmless, on this node of a running orchestrator", true},
              {"timeout", "S", "seconds until it counts as not converged (default 55; 300 on a running orchestrator)"}},
             drill}};
}

}  // namespace apollo::cli
