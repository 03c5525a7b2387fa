// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/history/projection_tables.h"

#include "app/history/payload_json.h"

namespace apollo::history {

namespace {

QVariant text(const std::string& value) { return QString::fromStdString(value); }
QVariant text_or_null(const std::string& value) { return value.empty() ? QVariant() : text(value); }
QVariant text(const char* value) { return QString::fromLatin1(value); }
QVariant time(WallTime value) { return value.known() ? QVariant(static_cast<qlonglong>(value.ms)) : QVariant(); }
QVariant number(std::uint64_t value) { return static_cast<qlonglong>(value); }
QVariant flag(bool value) { return value ? 1 : 0; }
QVariant index(std::uint32_t value) { return value == none_u32 ? QVariant() : number(value); }

Status put(Database& database, const char* statement, const QVariantList& values) {
    auto done = database.run(statement, values);
    return done ? success() : Status(done.error());
}

}  // namespace

Status clear_tables(Database& database) {
    for (const char* table : {"tasks", "runs", "events", "nodes"}) {
        if (auto done = database.execute(QStringLiteral("DELETE FROM ") + QString::fromLatin1(table)); !done) return done;
    }
    return success();
}

Status put_event(Database& database, const domain::Event& event) {
    const domain::EventHeader& header = event.header;
    return put(database, "put_event",
               {number(header.position.value), text(to_text(header.type)), number(static_cast<std::uint64_t>(header.type)), index(header.task.value),
                index(header.run.value), index(header.node.value), number(header.attempt.value), number(header.version.value), number(header.epoch.value),
                number(header.incarnation.value), number(header.sequence.value), time(header.origin_time), time(header.recorded_time),
                flag(header.fact_only), text_or_null(payload_json(event.payload))});
}

Status put_task(Database& database, const domain::State& state, TaskIndex number_of_task) {
    const domain::Task& task = state.tasks[number_of_task.value];
    if (!task.plan) return success();
    const domain::TaskDefinition& definition = task.plan->definition;
    return put(database, "put_task",
               {number(number_of_task.value), text(task.id.text), text(to_text(task.status)), text_or_null(definition.intent.text),
                text(to_text(definition.priority)), text_or_null(task.submitted_by.text), text_or_null(task.note), flag(task.historical),
                flag(task.paused), flag(task.cancel_requested), number(task.first_run.value), number(task.plan->run_count), time(task.submitted_at),
                time(task.ended_at), number(task.submitted_position.value), number(task.last_position.value), text_or_null(task.definition_sha256),
                text_or_null(task.definition.id.text)});
}

Status put_run(Database& database, const domain::State& state, RunIndex number_of_run) {
    const domain::Run& run = state.runs[number_of_run.value];
    if (run.task == no_task) return success();
    const domain::RunDetails& details = state.details[number_of_run.value];
    return put(database, "put_run",
               {number(number_of_run.value), number(run.task.value), text(state.step_of(number_of_run).name.text), text(state.node_of(number_of_run).text),
                text(to_text(run.status)), number(run.attempt.value), number(run.version.value), number(run.retries), flag(run.blocked),
                flag(run.quarantined), time(details.dispatched_at), time(details.started_at), time(details.ended_at), time(details.updated_at),
                details.exit_code ? QVariant(*details.exit_code) : QVariant(), details.signal_number != 0 ? QVariant(details.signal_number) : QVariant(),
                text_or_null(details.message), text_or_null(details.output_json), text_or_null(details.output_text),
                details.artifact ? text(details.artifact->id.text) : QVariant(), details.artifact ? number(details.artifact->size_bytes) : QVariant()});
}

Status drop_renumbered_runs(Database& database, const domain::EventHeader& amended) {
    return put(database, "drop_renumbered_runs", {number(amended.task.value), number(amended.run.value)});
}

Status put_node(Database& database, const domain::State& state, NodeIndex number_of_node) {
    const domain::Node& node = state.nodes[number_of_node.value];
    if (node.facts.node.empty()) return success();
    return put(database, "put_node",
               {number(number_of_node.value), text(node.facts.node.text), text(to_text(node.status)), text_or_null(node.facts.agent_version),
                number(node.facts.capacity), text_or_null(node.facts.address), text_or_null(node.facts.certificate_serial),
                text(labels_json(node.facts)), text(groups_json(node.facts)), time(node.last_change_at)});
}

}  // namespace apollo::history
