// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// node upgrade: a new agent for many nodes. The package goes to the orchestrator once; the roll-out is a task like any other, with the
// intent `upgrade_agent`, so that it can be watched, explained, cancelled and replayed.
#include <QByteArray>
#include <algorithm>
#include <set>

#include "app/cli/agent_package.h"
#include "app/cli/asking.h"
#include "app/cli/commands.h"
#include "app/cli/task_wait.h"
#include "common/base/clock.h"
#include "common/base/disk.h"
#include "common/base/sha256.h"
#include "common/base/signature.h"
#include "common/domain/failure_text.h"

namespace apollo::cli {

namespace {

constexpr std::size_t piece_bytes = 256u << 10;
constexpr std::int64_t slack_s = 1500;  // for fetching and installing, beside the waiting for health

struct Package {
    std::string content;
    std::string sha256;
    std::string signature;  // empty: unsigned
    AgentPackage kind;
};

Status check_against_key(const Context& context, const Package& package) {
    if (!context.options().has("release-key")) return success();
    if (package.signature.empty()) return Error{ErrorKind::BadInput, "the package is not signed: there is no " + context.options().value("to") + ".sig, and --signature names none"};
    SystemDisk disk;
    auto key = disk.read_file(context.options().value("release-key"));
    if (!key) return Error{ErrorKind::BadInput, key.error().message};
    auto checked = check_signature(package.content, package.signature, *key);
    return checked ? checked : Status(Error{ErrorKind::BadInput, checked.error().message});
}

// Whatever is wrong with it is said before any node sees it.
Result<Package> read_package(const Context& context) {
    auto file = context.required("to");
    if (!file) return file.error();
    SystemDisk disk;
    auto content = disk.read_file(*file);
    if (!content) return Error{ErrorKind::BadInput, content.error().message};
    auto kind = inspect_package(*file, *content);
    if (!kind) return kind.error();
    if (kind->system == AgentPackage::System::Unknown && !context.options().has("any-file")) {
        return Error{ErrorKind::BadInput, *file + " is neither a Debian package nor an installer for Windows; for nodes with an upgrade_program of their own add --any-file"};
    }
    Package package;
    package.kind = *kind;
    package.content = std::move(content).value();
    package.sha256 = sha256_hex(as_bytes(package.content));
    const std::string signature = context.options().value("signature", *file + ".sig");
    if (context.options().has("signature") || disk.exists(signature)) {
        auto bytes = disk.read_file(signature);
        if (!bytes) return Error{ErrorKind::BadInput, bytes.error().message};
        if (bytes->empty()) return Error{ErrorKind::BadInput, signature + " is empty"};
        package.signature = *bytes;
    }
    if (auto checked = check_against_key(context, package); !checked) return checked.error();
    return package;
}

struct Chosen {
    std::vector<NodeId> nodes;  // sorted
    std::vector<std::pair<NodeId, std::string>> left_out;  // asked for, and why not
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

// What an agent says of its version names the system where that is not Linux (agent/session/center_messages.cpp).
AgentPackage::System system_of(const domain::Node& node) {
    return node.facts.agent_version.find(", Windows") != std::string::npos ? AgentPackage::System::Windows : AgentPackage::System::Linux;
}

// Empty: nothing.
std::string obstacle_of(const domain::Node& node, bool is_here, const AgentPackage& package) {
    if (package.system != AgentPackage::System::Unknown && system_of(node) != package.system)
        return std::string("runs on ") + to_text(system_of(node)) + ", the package is for " + to_text(package.system);
    if (node.draining) return "is drained; apollo-cli node drain --undo lets it take work again";
    return node.status == domain::NodeStatus::Connected && is_here ? "" : "is not connected";
}

std::string left_out_text(const Chosen& chosen) {
    std::string text;
    for (const auto& [node, why] : chosen.left_out) text += (text.empty() ? "" : "\n") + node.text + " is left out: it " + why;
    return text;
}

// A canary that is away would hold up all the others.
Result<std::set<NodeId>> nodes_here(Context& context) {
    auto measured = measure_nodes(context);
    if (!measured) return measured.error();
    std::set<NodeId> here;
    for (const api::NodeMeasurement& one : *measured) {
        if (one.connected) here.insert(one.node);
    }
    return here;
}

Result<Chosen> choose_nodes(Context& context, const AgentPackage& package) {
    const std::vector<std::string> names = context.options().values("node");
    auto state = fetch_state(context, std::nullopt);
    if (!state) return state.error();
    auto here = nodes_here(context);
    if (!here) return here.error();
    for (const std::string& name : names) {
        if (!(*state)->find_node(NodeId{name})) return Error{ErrorKind::NotFound, "there is no node " + name + "; see: apollo-cli node list"};
    }
    Chosen chosen;
    for (const domain::Node& node : (*state)->nodes) {
        if (node.status == domain::NodeStatus::Revoked || !fits(node, context, names)) continue;
        const std::string obstacle = obstacle_of(node, here->contains(node.facts.node), package);
        if (obstacle.empty()) chosen.nodes.push_back(node.facts.node);
        else chosen.left_out.emplace_back(node.facts.node, obstacle);
    }
    std::sort(chosen.nodes.begin(), chosen.nodes.end());
    std::sort(chosen.left_out.begin(), chosen.left_out.end());
    if (chosen.nodes.empty()) return Error{ErrorKind::Refused, chosen.left_out.empty() ? "no node fits" : "no node can be upgraded now\n" + left_out_text(chosen)};
    return chosen;
}

// "10%" of the nodes, at least one; or a number of nodes.
Result<std::uint32_t> batch_of(const Context& context, std::size_t nodes) {
    const std::string text = context.options().value("batch", "10%");
    const bool percent = text.ends_with('%');
    const std::string number = percent ? text.substr(0, text.size() - 1) : text;
    const bool valid = !number.empty() && number.size() <= 6 && number.find_first_not_of("0123456789") == std::string::npos && std::stoul(number) > 0 &&
                       (!percent || std::stoul(number) <= 100);
    if (!valid) return Error{ErrorKind::BadInput, "--batch must be a number of nodes from 1 on, or a share from 1% to 100%, not '" + text + "'"};
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

// Another roll-out has another id, even within a second: of another package, or to other nodes.
std::string task_id_for(const Package& package, const Chosen& chosen) {
    std::string content = package.sha256;
    for (const NodeId& node : chosen.nodes) content += '\n' + node.text;
    return "upgrade-" + sha256_hex(as_bytes(content)).substr(0, 8) + "-" + std::to_string(SystemClock().now().wall.ms / 1000);
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
    if (!package.signature.empty()) params["signature"] = QByteArray::fromStdString(package.signature).toBase64().toStdString();
    domain::StepDefinition step;
    step.name = StepName{"upgrade"};
    step.intent = IntentName{"upgrade_agent"};
    step.params_json = params.dump();
    step.timeout_ms = (2 * (*health_s + *settle_s) + slack_s) * 1000;
    // An attempt that is lost with its machine is tried again, to tell what became of it. What ended with the old agent is final by
    // itself (exit code 65): a second try is a person's decision.
    step.retry_policy = domain::RetryPolicy{};
    step.roll_out.max_parallel_nodes = *batch;
    step.roll_out.tolerance = domain::Tolerance{0, false};
    if (*canaries > 0) {
        domain::Selector first;
        first.nodes.assign(chosen.nodes.begin(), chosen.nodes.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(chosen.nodes.size(), static_cast<std::size_t>(*canaries))));
        step.roll_out.ranks.push_back(std::move(first));
    }
    domain::TaskDefinition definition;
    definition.task_id = TaskId{context.options().value("task-id", task_id_for(package, chosen))};
    definition.priority = domain::Priority::High;
    definition.target_selector = domain::Selector{};
    definition.target_selector->nodes = chosen.nodes;
    definition.metadata["package_sha256"] = Json(package.sha256).dump();
    if (!package.kind.version.empty()) definition.metadata["package_version"] = Json(package.kind.version).dump();
    definition.steps.push_back(std::move(step));
    return definition;
}

struct NodeResult {
    NodeId node;
    domain::RunStatus status = domain::RunStatus::Pending;
    std::string message;
};

Result<std::vector<NodeResult>> results_of(Context& context, const TaskId& id) {
    auto state = fetch_state(context, id);
    if (!state) return state.error();
    const domain::Task* task = (*state)->find_task(id);
    std::vector<NodeResult> results;
    for (std::uint32_t k = 0; task && task->plan && k < task->plan->run_count; ++k) {
        const RunIndex run{task->first_run.value + k};
        results.push_back({(*state)->node_of(run), (*state)->runs[run.value].status, domain::failure_text((*state)->details[run.value])});
    }
    std::sort(results.begin(), results.end(), [](const NodeResult& a, const NodeResult& b) { return a.node < b.node; });
    return results;
}

Json as_json(const std::vector<NodeResult>& results, const Chosen& chosen) {
    Json nodes = Json::array(), left_out = Json::array();
    for (const NodeResult& one : results) nodes.push_back({{"node", one.node.text}, {"state", to_text(one.status)}, {"message", one.message}});
    for (const auto& [node, why] : chosen.left_out) left_out.push_back({{"node", node.text}, {"why", why}});
    return {{"nodes", nodes}, {"left_out", left_out}};
}

std::string summary(const std::vector<NodeResult>& results, const Package& package) {
    const auto done = std::count_if(results.begin(), results.end(), [](const NodeResult& one) { return one.status == domain::RunStatus::Succeeded; });
    std::string text = std::to_string(done) + " of " + counted(results.size(), "node") + " upgraded" + (package.kind.version.empty() ? "" : " to " + package.kind.version);
    std::size_t untouched = 0;
    for (const NodeResult& one : results) {
        if (one.status == domain::RunStatus::Pending) ++untouched;
        else if (one.status != domain::RunStatus::Succeeded) text += "\n" + one.node.text + " " + to_text(one.status) + (one.message.empty() ? "" : ": " + one.message);
    }
    return untouched > 0 ? text + "\n" + counted(untouched, "node") + (untouched == 1 ? " was" : " were") + " not touched" : text;
}

int report(Context& context, const domain::CommandResult& result, const Package& package, const Chosen& chosen, domain::TaskStatus status, int code) {
    auto results = results_of(context, result.task);
    if (!results) return fail(results.error());
    if (context.json()) {
        Json document{{"task_id", result.task.text}, {"state", to_text(status)}, {"version", package.kind.version.empty() ? Json(nullptr) : Json(package.kind.version)}};
        document.update(as_json(*results, chosen));
        print_json(document);
        return code;
    }
    if (context.options().has("wait")) print(result.task.text + " " + to_text(status) + ": " + summary(*results, package));
    else print(result.task.text + " " + to_text(status) + ": " + counted(chosen.nodes.size(), "node") + "; watch it with: apollo-cli task status --task-id " + result.task.text);
    if (!chosen.left_out.empty()) print(left_out_text(chosen));
    return code;
}

int node_upgrade(Context& context) {
    auto timeout = context.options().integer("timeout", 0, 1, 365 * 86400);
    if (!timeout) return fail(timeout.error());
    auto package = read_package(context);
    if (!package) return fail(package.error());
    auto chosen = choose_nodes(context, package->kind);
    if (!chosen) return fail(chosen.error());
    auto definition = definition_of(context, *package, *chosen);
    if (!definition) return fail(definition.error());
    if (auto stored = store(context, *package); !stored) return fail(stored.error());
    auto result = ask(context, domain::SubmitTask{*definition});
    if (!result) return fail(result.error());
    if (!context.options().has("wait")) return report(context, *result, *package, *chosen, result->task_status, exit_done);
    auto session = context.session();
    if (!session) return fail(session.error());
    auto waited = wait_for_end(*session, result->task, *timeout * 1000, context.json() ? nullptr : print_change);
    if (!waited) return fail(waited.error());
    return report(context, *result, *package, *chosen, waited->status, waited->exit_code);
}

}  // namespace

Verb node_upgrade_verb() {
    return {"node", "upgrade", "roll a new agent out: canaries first, then batch by batch; a node whose new agent does not come up gets the old one back, and the roll-out stops",
            {{"to", "FILE", "the package: apollo-agent_*.deb, or for nodes on Windows apollo-11-*.exe"},
             {"signature", "FILE", "its signature (default: FILE.sig, if it is there)"},
             {"release-key", "FILE", "PEM of the public key it must be signed with; checked before any node sees it"},
             {"any-file", "", "it is another kind of file, for nodes with an upgrade_program of their own"},
             {"batch", "N", "nodes at a time, or a share such as 10% (default 10%)"},
             {"canary", "N", "nodes that go first (default 1)"},
             {"node", "ID", "only this node", true},
             {"label", "KEY=VALUE", "only nodes with this label"},
             {"group", "GROUP", "only nodes of this group"},
             {"health-timeout", "S", "seconds in which the new agent has to connect (default 60)"},
             {"settle", "S", "seconds for which it then has to stay connected (default 10)"},
             {"task-id", "ID", "the roll-out's task (default: made from the package, the nodes and the time)"},
             {"wait", "", "until the roll-out has ended; exit code 1 unless it has succeeded"},
             {"timeout", "S", "seconds to wait at most; then exit code 1"}},
            node_upgrade};
}

}  // namespace apollo::cli
