// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// `task output`: what a step printed, from its node while it runs, from the center when it has ended.
#include <algorithm>
#include <cstdio>

#include "app/cli/asking.h"
#include "app/cli/commands.h"
#include "common/base/bytes.h"
#include "common/base/clock.h"

namespace apollo::cli {

namespace {

constexpr int look_again_ms = 300;
constexpr int follow_absence_limit_ms = 30000;  // of the node or the orchestrator, for whoever follows

struct WantedOutput {
    TaskId task;
    StepName step;
    std::optional<NodeId> node;
    std::optional<Attempt> attempt;
    bool follow = false;
};

Result<WantedOutput> wanted_output(const Context& context) {
    auto task = context.required("task-id");
    if (!task) return task.error();
    auto step = context.required("step");
    if (!step) return step.error();
    WantedOutput wanted{TaskId{*task}, StepName{*step}, std::nullopt, std::nullopt, context.options().has("follow")};
    if (context.options().has("node")) wanted.node = NodeId{context.options().value("node")};
    if (context.options().has("attempt")) {
        auto number = context.options().integer("attempt", 0, 1, UINT32_MAX);
        if (!number) return number.error();
        wanted.attempt = Attempt{static_cast<std::uint32_t>(*number)};
    }
    return wanted;
}

// The one run that is meant; without a node the step must have only one.
Result<RunIndex> find_run(const domain::State& state, const WantedOutput& wanted) {
    const domain::Task* task = state.find_task(wanted.task);
    if (!task || !task->plan) return no_such_task(wanted.task.text);
    std::vector<RunIndex> runs;
    std::string nodes;
    for (std::uint32_t k = 0; k < task->plan->run_count; ++k) {
        const RunIndex index{task->first_run.value + k};
        if (state.step_of(index).name != wanted.step || (wanted.node && state.node_of(index) != *wanted.node)) continue;
        runs.push_back(index);
        nodes += (nodes.empty() ? "" : ", ") + state.node_of(index).text;
    }
    if (runs.size() == 1) return runs.front();
    if (runs.empty()) {
        return Error{ErrorKind::NotFound, "task " + wanted.task.text + " has no step " + wanted.step.text + (wanted.node ? " on node " + wanted.node->text : "")};
    }
    return Error{ErrorKind::BadInput, "step " + wanted.step.text + " runs on several nodes (" + nodes + "); name one with --node"};
}

// Where the pieces go: straight to stdout, or gathered for one document.
struct Printed {
    bool json = false;
    std::string text;

    void add(const std::string& piece) {
        if (json) {
            text += piece;
            return;
        }
        std::fwrite(piece.data(), 1, piece.size(), stdout);
        std::fflush(stdout);
    }
};

void rest(int pause_ms) {
    QEventLoop loop;
    QTimer::singleShot(pause_ms, &loop, &QEventLoop::quit);
    loop.exec();
}

// What is restarted comes back, and the output lies on the node until then.
bool may_come_back(const Error& error) {
    return error.kind == ErrorKind::Unreachable || error.kind == ErrorKind::Timeout || error.kind == ErrorKind::Refused;
}

// From the node, piece by piece; true: the attempt has ended.
Result<bool> print_from_node(const api::Session& session, api::OutputQuestion question, bool follow, Printed& out) {
    SystemClock clock;
    std::optional<MonotonicTime> heard;
    bool away = false;  // said once
    for (;;) {
        auto piece = await<api::OutputPiece>([&](auto done) { session.history->fetch_output(question, std::move(done)); }, follow_absence_limit_ms);
        const MonotonicTime now = clock.now().monotonic;
        if (!piece) {
            if (!follow || !heard || now.ms - heard->ms > follow_absence_limit_ms || !may_come_back(piece.error())) return piece.error();
            if (!away) std::fprintf(stderr, "apollo-cli: %s; waiting for it\n", piece.error().message.c_str());
            away = true;
            rest(look_again_ms);
            continue;
        }
        heard = now;
        away = false;
        // Another attempt, begun meanwhile, would not go on where this one was.
        question.attempt = piece->attempt;
        out.add(piece->content);
        question.offset += piece->content.size();
        if (question.offset < piece->size_bytes && !piece->content.empty()) continue;
        if (!piece->running || !follow) return !piece->running;
        rest(look_again_ms);
    }
}

// What the center keeps of the newest attempt, once that has ended.
Result<std::string> text_at_center(const api::Session& session, const domain::RunDetails& details) {
    if (!details.artifact) return details.output_text;
    return await<std::string>([&](auto done) { session.history->fetch_artifact(details.artifact->id, std::move(done)); });
}

int task_output(Context& context) {
    auto wanted = wanted_output(context);
    if (!wanted) return fail(wanted.error());
    auto session = context.session();
    if (!session) return fail(session.error());
    auto state = fetch_state(context, wanted->task);
    if (!state) return fail(state.error());
    auto index = find_run(**state, *wanted);
    if (!index) return fail(index.error());
    const domain::Run& run = (*state)->runs[index->value];
    const std::string node = (*state)->node_of(*index).text;
    const Attempt attempt = wanted->attempt.value_or(run.attempt);
    Printed out{context.json(), {}};
    bool ended = true;
    int code = exit_done;
    if (attempt == run.attempt && attempt.value != 0 && !domain::is_live(run)) {
        auto text = text_at_center(*session, (*state)->details[index->value]);
        if (!text) return fail(text.error());
        out.add(*text);
    } else {
        auto done = print_from_node(*session, {wanted->task, wanted->step, NodeId{node}, attempt, 0}, wanted->follow, out);
        if (!done) code = fail(done.error());
        if (!done && out.text.empty()) return code;
        ended = done && *done;
    }
    if (!context.json()) return code;
    print_json({{"task_id", wanted->task.text}, {"step", wanted->step.text}, {"node", node}, {"attempt", attempt.value}, {"running", !ended},
                {"size_bytes", out.text.size()}, {"output", to_valid_utf8(out.text)}});
    return code;
}

}  // namespace

std::vector<Verb> output_verbs() {
    return {{"task", "output", "what a step has printed; of a running one what there is so far",
             {{"task-id", "ID", "the task"},
              {"step", "NAME", "the step"},
              {"node", "ID", "on this node; needed when the step runs on several"},
              {"attempt", "N", "of this attempt (default: the newest)"},
              {"follow", "", "go on printing until the attempt has ended"}},
             task_output}};
}

}  // namespace apollo::cli
