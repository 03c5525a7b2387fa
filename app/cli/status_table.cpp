// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/cli/status_table.h"

#include "app/cli/context.h"
#include "common/domain/failure_text.h"

namespace apollo::cli {

namespace {

std::string one_line(std::string text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
    for (char& c : text) c = static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    return text;
}

// What went wrong is usually in the last line of the output.
std::string last_line(const std::string& output) {
    std::string text = output;
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
    const auto line = text.rfind('\n');
    return one_line(line == std::string::npos ? text : text.substr(line + 1));
}

void print_outputs_of_failed(const domain::State& state, const domain::Task& task) {
    for (std::uint32_t k = 0; k < task.plan->run_count; ++k) {
        const RunIndex index{task.first_run.value + k};
        const domain::RunStatus status = state.runs[index.value].status;
        const domain::RunDetails& details = state.details[index.value];
        const std::string undone = domain::failure_before_undoing(state, index);
        if (status != domain::RunStatus::Failed && status != domain::RunStatus::Timeout && status != domain::RunStatus::Retrying && undone.empty()) continue;
        const std::string where = state.step_of(index).name.text + " on " + state.node_of(index).text;
        if (!undone.empty()) print(where + " had failed: " + one_line(undone));
        else if (!details.output_text.empty()) print(where + ": " + last_line(details.output_text));
        if (details.artifact) print(where + ": whole output: apollo-cli artifact get " + details.artifact->id.text);
    }
}

}  // namespace

void print_status(const domain::State& state, const domain::Task& task, const std::string& title) {
    const bool paused = task.paused && !domain::is_ended(task.status);
    print(task.id.text + title + "  " + to_text(task.status) + (paused ? "  (paused since " + time_text(task.paused_at) + ")" : "") + (task.note.empty() ? "" : "  (" + task.note + ")"));
    if (state.dispatch_paused && !task.historical && !domain::is_ended(task.status)) {
        print("the whole orchestrator is paused since " + time_text(state.dispatch_paused_at) + "; see: apollo-cli orchestrator resume");
    }
    std::vector<std::vector<std::string>> rows{{"STEP", "NODE", "STATE", "ATTEMPT", "RETRIES", "UPDATED", "EXIT", "MESSAGE"}};
    for (std::uint32_t k = 0; k < task.plan->run_count; ++k) {
        const RunIndex index{task.first_run.value + k};
        const domain::Run& run = state.runs[index.value];
        const domain::RunDetails& details = state.details[index.value];
        std::string text = to_text(run.status);
        if (domain::had_nothing_to_undo(state, index)) text += " (nothing to undo)";
        for (const char* flag : domain::flags_of(state, index)) text += std::string(" (") + flag + ")";
        rows.push_back({state.step_of(index).name.text, state.node_of(index).text, text, std::to_string(run.attempt.value), std::to_string(run.retries),
                        time_text(details.updated_at), details.exit_code ? std::to_string(*details.exit_code) : "—", one_line(details.message)});
    }
    print_table(rows);
    print_outputs_of_failed(state, task);
}

}  // namespace apollo::cli
