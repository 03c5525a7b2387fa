// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/cli/asking.h"

namespace apollo::cli {

domain::Justification why_of(const Context& context) { return {context.options().value("operator"), context.options().value("reason")}; }

std::vector<OptionSpec> with_why(std::vector<OptionSpec> options) {
    options.push_back({"operator", "NAME", "on whose behalf; who you are is in your certificate"});
    options.push_back({"reason", "TEXT", "why; stands in the log"});
    return options;
}

domain::RunFilter filter_of(const Context& context) {
    domain::RunFilter filter;
    if (context.options().has("step")) filter.step = StepName{context.options().value("step")};
    if (context.options().has("node")) filter.node = NodeId{context.options().value("node")};
    return filter;
}

Result<domain::CommandResult> ask(Context& context, const domain::Command& command) {
    auto session = context.session();
    if (!session) return session.error();
    return await<domain::CommandResult>([&](auto done) { session->commands->send(command, std::move(done)); });
}

Result<std::shared_ptr<const domain::State>> fetch_state(Context& context, std::optional<TaskId> task) {
    auto session = context.session();
    if (!session) return session.error();
    return await<std::shared_ptr<const domain::State>>([&](auto done) { session->history->fetch_state(task, std::move(done)); });
}

Result<std::vector<api::NodeMeasurement>> measure_nodes(Context& context) {
    auto session = context.session();
    if (!session) return session.error();
    return await<std::vector<api::NodeMeasurement>>([&](auto done) { session->history->measure_nodes(std::move(done)); });
}

Result<Position> required_position(const Context& context) {
    auto text = context.required("position");
    if (!text) return text.error();
    auto number = context.options().integer("position", 0, 1, INT64_MAX);
    if (!number) return number.error();
    return Position{static_cast<std::uint64_t>(*number)};
}

}  // namespace apollo::cli
