// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/event_text.h"

#include <QCoreApplication>
#include <QStringList>

#include "app/viewmodels/durations.h"
#include "app/viewmodels/state_style.h"
#include "app/viewmodels/text.h"

namespace apollo::viewmodels {

namespace {

QString event_words(const char* source) {
    return QCoreApplication::translate("Events", source);
}

// Log text may hold "%1"; it must never be a pattern, so patterns are filled in one call.
QString filled(const char* pattern, const QString& first, const QString& second) {
    return event_words(pattern).arg(first, second);
}

QString ended_text(const domain::RunEnded& ended) {
    QStringList parts;
    if (ended.to) parts << QStringLiteral("→ ") + status_name(*ended.to);
    if (!ended.message.empty()) parts << to_qstring(ended.message);
    if (ended.exit_code) parts << event_words(QT_TRANSLATE_NOOP("Events", "exit %1")).arg(*ended.exit_code);
    if (ended.signal_number != 0) parts << event_words(QT_TRANSLATE_NOOP("Events", "signal %1")).arg(ended.signal_number);
    if (ended.failure_class != domain::FailureClass::None) {
        parts << to_qstring(domain::to_text(ended.failure_class));
    }
    if (!ended.message.empty()) return parts.join(QStringLiteral(" · "));
    if (!ended.output_json.empty())
        parts << to_qstring(ended.output_json);
    else if (!ended.output_text.empty())
        parts << to_qstring(ended.output_text);
    return parts.join(QStringLiteral(" · "));
}

QString action_text(const domain::OperatorAction& action) {
    QString who = to_qstring(action.operator_name.text);
    if (!action.on_behalf_of.empty()) {
        who = filled(QT_TRANSLATE_NOOP("Events", "%1 for %2"), who, to_qstring(action.on_behalf_of));
    }
    QString text = filled(QT_TRANSLATE_NOOP("Events", "%1 by %2"), to_qstring(action.verb), who);
    if (action.role) text += QStringLiteral(": %1 (%2)").arg(to_qstring(action.target), QString::fromLatin1(domain::to_text(*action.role)));
    if (action.to) text += QStringLiteral(" → ") + status_name(*action.to);
    if (!action.reason.empty()) text += QStringLiteral(": ") + to_qstring(action.reason);
    return text;
}

QString submitted_text(const domain::TaskSubmitted& submitted) {
    QStringList parts;
    if (submitted.plan) {
        parts << event_words(QT_TRANSLATE_NOOP("Events", "steps: %1")).arg(count_text(submitted.plan->steps.size()));
    }
    if (!submitted.submitted_by.empty()) {
        parts << event_words(QT_TRANSLATE_NOOP("Events", "by %1")).arg(to_qstring(submitted.submitted_by.text));
    }
    if (!submitted.note.empty()) parts << to_qstring(submitted.note);
    return parts.join(QStringLiteral(" · "));
}

struct DetailOf {
    QString operator()(const std::monostate&) const { return {}; }
    QString operator()(const domain::TaskSubmitted& value) const { return submitted_text(value); }
    QString operator()(const domain::RunEnded& value) const { return ended_text(value); }
    QString operator()(const domain::RetryScheduled& value) const {
        return filled(QT_TRANSLATE_NOOP("Events", "retry %1 in %2"), QString::number(value.retry),
                      duration_text(value.delay_ms));
    }
    QString operator()(const domain::OperatorAction& value) const { return action_text(value); }
    QString operator()(const domain::NodeFacts& value) const {
        QStringList parts{to_qstring(value.node.text)};
        if (!value.agent_version.empty()) parts << to_qstring(value.agent_version);
        if (!value.address.empty()) parts << to_qstring(value.address);
        return parts.join(QStringLiteral(" · "));
    }
    QString operator()(const domain::TaskAmended& value) const { return action_text(value.action); }
    QString operator()(const domain::DeadLettered& value) const { return to_qstring(value.reason); }
    QString operator()(const domain::Note& value) const { return to_qstring(value.message); }
};

}  // namespace

QString event_detail(const domain::Event& event) {
    QString text = std::visit(DetailOf{}, event.payload);
    if (event.header.fact_only) {
        const QString mark = event_words(QT_TRANSLATE_NOOP("Events", "kept as a fact, changed nothing"));
        text = text.isEmpty() ? mark : mark + QStringLiteral(" · ") + text;
    }
    return text;
}

bool is_problem(const domain::EventHeader& header) {
    using enum domain::EventType;
    switch (header.type) {
        case Failed:
        case TimedOut:
        case CompensationFailed:
        case RunQuarantined:
        case NodeLost:
        case NodeConservative:
        case BreakerOpened:
        case DeadLettered:
        case AlertRaised:
            return true;
        default:
            return header.fact_only;
    }
}

bool is_decision(const domain::EventHeader& header) {
    using enum domain::EventType;
    switch (header.type) {
        case TaskSubmitted:
        case TaskAmended:
        case TaskCancelRequested:
        case TaskPaused:
        case TaskResumed:
        case ManualOverride:
        case RunReleased:
        case NodeDrained:
        case NodeRevoked:
        case DispatchPaused:
        case DispatchResumed:
        case DeadLetterRequeued:
        case DeadLetterDropped:
        case AlertAcked:
        case OperatorAdded:
        case OperatorRevoked:
            return true;
        default:
            return false;
    }
}

}  // namespace apollo::viewmodels
