// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// node upgrade: a new agent for many nodes. The package goes to the orchestrator once; the roll-out is a task like any other, with the
// intent `upgrade_agent`, so that it can be watched, explained, cancelled and replayed.
#include <QByteArray>
#include <algorithm>

#include "app/cli/asking.h"
#include "app/cli/commands.h"
#include "app/cli/task_wait.h"
#include "common/base/clock.h"
#include "common/base/disk.h"
#include "common/base/sha256.h"

namespace apollo::cli {

namespace {

constexpr std::size_t piece_bytes = 256u << 10;
constexpr std::int64_t slack_s = 600;  // for fetching and installing, beside the waiting for health

struct Package {
    std::string content;
    std::string sha256;
    std::string signature_base64;  // empty: unsigned
};

Result<Package> read_package(const Context& context) {
    auto file = context.required("to");
    if (!file) return file.error();
    SystemDisk disk;
    auto content = disk.read_file(*file);
    if (!content) return Error{ErrorKind::BadInput, content.error().message};
    if (content->empty()) return Error{ErrorKind::BadInput, *file + " is empty"};
    Package package;
    package.content = std::move(content).value();
    package.sha256 = sha256_hex(as_bytes(package.content));
    const std::string signature = context.options().value("signature", *file + ".sig");
    if (!context.options().has("signature") && !disk.exists(signature)) return package;
    auto bytes = disk.read_file(signature);
    if (!bytes) return Error{ErrorKind::BadInput, bytes.error().message};
    package.signature_base64 = QByteArray::fromStdString(*bytes).toBase64().toStdString();
    return package;
}

struct Chosen {
    std::vector<NodeId> nodes;  // sorted
    std::size_t away = 0;       // chosen, but not connected
};

bool fits(const domain::Node& node, const Context& context, const std::vector<std::string>& names) {
    const Options& options = context.options();
    if (!names.empty() && std::find(names.begin(), names.end(), node.facts.node.text) == names.end()) return false;
    if (options.has("group") && std::find(node.facts.groups.begin(), node.facts.groups.end(), options.value("group")) == node.facts.groups.end()) return false;
    if (!options.has("label")) return true;
    const std::string label = options.value("label");
    const auto equals = label.find('=');
    const auto at = node.facts.labels.find(label.substr(0, equals));
    return at != node.facts.labels.end() && equals != std::string::npos && at->second == label.substr(equals + 1);
}

Result<Chosen> choose_nodes(Context& context) {
    const std::vector<std::string> names = context.options().values("node");
    auto state = fetch_state(context, std::nullopt);
    if (!state) return state.error();
    for (const std::string& name : names) {
        if (!(*state)->find_node(NodeId{name})) return Error{ErrorKind::NotFound, "there is no node " + name + "; see: apollo-cli node list"};
    }
    Chosen chosen;
    for (const domain::Node& node : (*state)->nodes) {
        if (node.status == domain::NodeStatus::Revoked || !fits(node, context, names)) continue;
        if (node.status == domain::NodeStatus::Connected) chosen.nodes.push_back(node.facts.node);
        else ++chosen.away;
    }
    std::sort(chosen.nodes.begin(), chosen.nodes.end());
    if (chosen.nodes.empty()) return Error{ErrorKind::Refused, chosen.away > 0 ? "none of the " + std::to_string(chosen.away) + " nodes asked for is connected" : "no node fits"};
    return chosen;
}

// "10%" of the nodes, at least one; or a number of nodes.
Result<std::uint32_t> batch_of(const Context& context, std::size_t nodes) {
    const std::string text = context.options().value("batch", "10%");
    const bool percent = text.ends_with('%');
    const std::string number = percent ? text.substr(0, text.size() - 1) : text;
    const bool valid = !number.empty() && number.size() <= 6 && number.find_first_not_of("0123456789") == std::string::npos && std::stoul(number) > 0 &&
                       (!percent || std::stoul(number) <= 100);
    if (!valid) return Error{ErrorKind::BadInput, "--batch must be a number of nodes, or a share such as 10%, not '" + text + "'"};
    const std::size_t count = percent ? (nodes * std::stoul(number) + 99) / 100 : std::stoul(number);
    return static_cast<std::uint32_t>(std::clamp<std::size_t>(count, 1, nodes));
}

Status store(Context& context, const Package& package) {
    for (std::size_t offset = 0; offset < package.content.size(); offset += piece_bytes) {
        domain::StoreArtifact piece{ArtifactId{package.sha256}, offset, package.content.substr(offset, piece_bytes), offset + piece_bytes >= package.content.size()};
        if (auto stored = ask(context, piece); !stored) return stored.error();
    }
    return success();
}

Result<domain::TaskDefinition> definition_of(const Context& context, const Package& package, const Chosen& chosen) {
    auto batch = batch_of(context, chosen.nodes.size());
    auto canaries = context.options().integer("canary", 1, 0, 100000);
    auto health_s = context.options().integer("health-timeout", 60, 1, 3600), settle_s = context.options().integer("settle", 10, 1, 3600);
    if (!batch) return batch.error();
    for (const auto& number : {canaries, health_s, settle_s}) {
        if (!number) return number.error();
    }
    Json params{{"health_timeout_s", *health_s}, {"settle_s", *settle_s}, {"sha256", package.sha256}};
    if (!package.signature_base64.empty()) params["signature"] = package.signature_base64;
    domain::StepDefinition step;
    step.name = StepName{"upgrade"};
    step.intent = IntentName{"upgrade_agent"};
    step.params_json = params.dump();
    step.timeout_ms = (2 * (*health_s + *settle_s) + slack_s) * 1000;
    // It has put the old agent back by itself; a second try is a person's decision.
    step.retry_policy = domain::RetryPolicy{};
    step.retry_policy->max_retries = 0;
    step.roll_out.max_parallel_nodes = *batch;
    step.roll_out.tolerance = domain::Tolerance{0, false};
    if (*canaries > 0) {
        domain::Selector first;
        first.nodes.assign(chosen.nodes.begin(), chosen.nodes.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(chosen.nodes.size(), static_cast<std::size_t>(*canaries))));
        step.roll_out.ranks.push_back(std::move(first));
    }
    domain::TaskDefinition definition;
    definition.task_id = TaskId{context.options().value("task-id", "upgrade-" + package.sha256.substr(0, 8) + "-" + std::to_string(SystemClock().now().wall.ms / 1000))};
    definition.priority = domain::Priority::High;
    definition.target_selector = domain::Selector{};
    definition.target_selector->nodes = chosen.nodes;
    definition.metadata["package_sha256"] = Json(package.sha256).dump();
    definition.steps.push_back(std::move(step));
    return definition;
}

int report(Context& context, const domain::CommandResult& result, const Chosen& chosen, domain::TaskStatus status, int code) {
    if (context.json()) {
        Json nodes = Json::array();
        for (const NodeId& node : chosen.nodes) nodes.push_back(node.text);
        print_json({{"task_id", result.task.text}, {"state", to_text(status)}, {"nodes", nodes}, {"away", chosen.away}});
        return code;
    }
    print(result.task.text + " " + to_text(status) + ": " + std::to_string(chosen.nodes.size()) + " nodes" +
          (chosen.away > 0 ? "; " + std::to_string(chosen.away) + " that are not connected are left out" : ""));
    if (code != exit_done) print("what became of each: apollo-cli node list, and apollo-cli task status --task-id " + result.task.text);
    return code;
}

int node_upgrade(Context& context) {
    auto timeout = context.options().integer("timeout", 0, 1, 365 * 86400);
    if (!timeout) return fail(timeout.error());
    auto package = read_package(context);
    if (!package) return fail(package.error());
    auto chosen = choose_nodes(context);
    if (!chosen) return fail(chosen.error());
    auto definition = definition_of(context, *package, *chosen);
    if (!definition) return fail(definition.error());
    if (auto stored = store(context, *package); !stored) return fail(stored.error());
    auto result = ask(context, domain::SubmitTask{*definition});
    if (!result) return fail(result.error());
    if (!context.options().has("wait")) return report(context, *result, *chosen, result->task_status, exit_done);
    auto session = context.session();
    if (!session) return fail(session.error());
    auto ended = wait_for_end(*session, result->task, *timeout * 1000, context.json() ? nullptr : print_change);
    if (!ended) return fail(ended.error());
    return report(context, *result, *chosen, *ended, *ended == domain::TaskStatus::Succeeded ? exit_done : exit_no);
}

}  // namespace

Verb node_upgrade_verb() {
    return {"node", "upgrade", "roll a new agent out: canaries first, then batch by batch; a node whose new agent does not come up gets the old one back, and the roll-out stops",
            {{"to", "FILE", "the apollo-agent package"},
             {"signature", "FILE", "its signature (default: FILE.sig, if it is there)"},
             {"batch", "N", "nodes at a time, or a share such as 10% (default 10%)"},
             {"canary", "N", "nodes that go first (default 1)"},
             {"node", "ID", "only this node", true},
             {"label", "KEY=VALUE", "only nodes with this label"},
             {"group", "GROUP", "only nodes of this group"},
             {"health-timeout", "S", "seconds in which the new agent has to connect (default 60)"},
             {"settle", "S", "seconds for which it then has to stay connected (default 10)"},
             {"task-id", "ID", "the roll-out's task (default: made from the package and the time)"},
             {"wait", "", "until the roll-out has ended"},
             {"timeout", "S", "seconds to wait at most; then exit code 1"}},
            node_upgrade};
}

}  // namespace apollo::cli
