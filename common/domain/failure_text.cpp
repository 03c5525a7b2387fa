// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "common/domain/failure_text.h"

#include <string_view>

namespace apollo::domain {

namespace {

// The last line of a short output that is text; empty: there is none.
std::string_view last_words(std::string_view text) {
    constexpr std::size_t limit_bytes = 400;
    while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
    if (const auto line = text.rfind('\n'); line != std::string_view::npos) text.remove_prefix(line + 1);
    return text.size() > limit_bytes ? std::string_view() : text;
}

std::string with_last_words(const std::string& message, std::string_view output_text) {
    const std::string_view words = last_words(output_text);
    return words.empty() ? message : message + (message.empty() ? "" : ": ") + std::string(words);
}

// What is said of an undoing takes the place of the message; how the process ended stays.
std::string ending_of(const RunDetails& details, bool message_is_of_attempt) {
    if (message_is_of_attempt && !details.message.empty()) return details.message;
    if (details.exit_code) return "exit code " + std::to_string(*details.exit_code);
    return details.signal_number != 0 ? "signal " + std::to_string(details.signal_number) : to_text(details.failure_class);
}

}  // namespace

std::string failure_text(const RunDetails& details) { return with_last_words(details.message, details.output_text); }
std::string failure_text(const RunEnded& ended) { return with_last_words(ended.message, ended.output_text); }

bool had_nothing_to_undo(const State& state, RunIndex index) {
    const Run& run = state.runs[index.value];
    return run.status == RunStatus::Compensated && (!state.step_of(index).compensate || run.node == no_node);
}

std::string failure_before_undoing(const State& state, RunIndex index) {
    const Run& run = state.runs[index.value];
    const RunDetails& details = state.details[index.value];
    // Behind a try at undoing that went wrong the details are those of that try.
    const bool first_undoing = run.status == RunStatus::Compensating && run.dispatched_attempt > run.attempt;
    const bool is_known = (first_undoing || run.status == RunStatus::Compensated) && run.undo_tries <= 1;
    if (details.failure_class == FailureClass::None || !is_known) return {};
    return with_last_words(ending_of(details, !had_nothing_to_undo(state, index)), details.output_text);
}

}  // namespace apollo::domain
