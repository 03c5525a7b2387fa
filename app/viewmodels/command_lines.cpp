// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/command_lines.h"

#include "app/viewmodels/text.h"

namespace apollo::viewmodels {

namespace {

QString of_task(const char* verb, const TaskId& task) {
    return QStringLiteral("apollo-cli task ") + QLatin1String(verb) + QStringLiteral(" --task-id ") + shell_word(task.text);
}

QString of_runs(const char* verb, const TaskId& task, const domain::RunFilter& filter) {
    QString line = of_task(verb, task);
    if (filter.step) line += QStringLiteral(" --step ") + shell_word(filter.step->text);
    if (filter.node) line += QStringLiteral(" --node ") + shell_word(filter.node->text);
    return line;
}

QString of_position(const char* verb, Position position) {
    return QStringLiteral("apollo-cli ") + QLatin1String(verb) + QStringLiteral(" --position ") + QString::number(position.value);
}

QString of_node(const char* verb, const NodeId& node) {
    return QStringLiteral("apollo-cli node ") + QLatin1String(verb) + QStringLiteral(" --node ") + shell_word(node.text);
}

// Everything but the reason.
struct LineOf {
    QString operator()(const domain::CancelTask& c) const { return of_task("cancel", c.task); }
    QString operator()(const domain::RerunTask& c) const {
        return of_runs("rerun", c.task, c.filter) + (c.from ? QStringLiteral(" --from") : QString()) +
               (c.failed ? QStringLiteral(" --failed") : QString());
    }
    QString operator()(const domain::SkipRuns& c) const { return of_runs("skip", c.task, c.filter); }
    QString operator()(const domain::OverrideRuns& c) const {
        return of_runs("override", c.task, c.filter) + QStringLiteral(" --to ") + QLatin1String(domain::to_text(c.to));
    }
    QString operator()(const domain::PauseTask& c) const { return of_task("pause", c.task); }
    QString operator()(const domain::ResumeTask& c) const { return of_task("resume", c.task); }
    QString operator()(const domain::CompensateTask& c) const { return of_runs("compensate", c.task, c.filter); }
    QString operator()(const domain::ExplainTask& c) const { return of_runs("explain", c.task, c.filter); }
    QString operator()(const domain::AmendTask& c) const {
        return of_task("amend", c.definition.task_id) + QStringLiteral(" --file FILE") +
               (c.dry_run ? QStringLiteral(" --dry-run") : QString());
    }
    QString operator()(const domain::PauseDispatch&) const { return QStringLiteral("apollo-cli orchestrator pause"); }
    QString operator()(const domain::ResumeDispatch&) const { return QStringLiteral("apollo-cli orchestrator resume"); }
    QString operator()(const domain::DrainNode& c) const {
        return of_node("drain", c.node) + (c.undo ? QStringLiteral(" --undo") : QString());
    }
    QString operator()(const domain::RevokeNode& c) const { return of_node("revoke", c.node); }
    QString operator()(const domain::ReconcileNodes& c) const {
        return QStringLiteral("apollo-cli reconcile") + (c.node ? QStringLiteral(" --node ") + shell_word(c.node->text) : QString());
    }
    QString operator()(const domain::RequeueDeadLetter& c) const { return of_position("dlq requeue", c.letter); }
    QString operator()(const domain::DropDeadLetter& c) const { return of_position("dlq drop", c.letter); }
    QString operator()(const domain::AcknowledgeAlert& c) const { return of_position("alert ack", c.alert); }
    QString operator()(const domain::CloseBreaker& c) const {
        return QStringLiteral("apollo-cli breaker close --breaker ") + shell_word(c.breaker);
    }
    QString operator()(const domain::CreateNodeToken& c) const {
        return QStringLiteral("apollo-cli node token --ttl ") + QString::number(c.ttl_ms / 1000);
    }
    QString operator()(const domain::AddOperator& c) const {
        return QStringLiteral("apollo-cli operator add --name ") + shell_word(c.name.text) + QStringLiteral(" --role ") + QLatin1String(domain::to_text(c.role));
    }
    QString operator()(const domain::RevokeOperator& c) const {
        return QStringLiteral("apollo-cli operator revoke --name ") + shell_word(c.name.text);
    }
    QString operator()(const domain::SubmitTask&) const { return {}; }
    QString operator()(const domain::ImportTask&) const { return {}; }
    QString operator()(const domain::StoreArtifact&) const { return {}; }
};

std::string reason_of(const domain::Command& command) {
    return std::visit(
        [](const auto& one) -> std::string {
            if constexpr (requires { one.why.reason; }) return one.why.reason;
            return {};
        },
        command);
}

}  // namespace

QString shell_word(const std::string& text) {
    const QString word = to_qstring(text);
    static const QString harmless =
        QStringLiteral("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-/:=@%+,");
    bool plain = !word.isEmpty();
    for (const QChar character : word) plain = plain && harmless.contains(character);
    if (plain) return word;
    QString inside = word;
    inside.replace(QLatin1Char('\''), QStringLiteral("'\\''"));
    return QLatin1Char('\'') + inside + QLatin1Char('\'');
}

QString command_line(const domain::Command& command, bool wants_reason) {
    QString line = std::visit(LineOf{}, command);
    if (line.isEmpty()) return line;
    const std::string reason = reason_of(command);
    if (!reason.empty())
        line += QStringLiteral(" --reason ") + shell_word(reason);
    else if (wants_reason)
        line += QStringLiteral(" --reason TEXT");
    return line;
}

}  // namespace apollo::viewmodels
