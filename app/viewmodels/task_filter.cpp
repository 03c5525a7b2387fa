// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/task_filter.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QRegularExpression>
#include <algorithm>
#include <array>

#include "app/viewmodels/state_style.h"
#include "app/viewmodels/text.h"

namespace apollo::viewmodels {

namespace {

struct FilterWords {
    Q_DECLARE_TR_FUNCTIONS(TaskFilter)
};

bool holds(const QString& text, const QString& part) {
    return text.contains(part, Qt::CaseInsensitive);
}

// In the language of the window, or as the command line says it.
bool is_state(domain::TaskStatus status, const QString& name) {
    return holds(status_name(status), name) || holds(QString::fromUtf8(domain::to_text(status)), name);
}

bool is_any_state(const QString& name) {
    using enum domain::TaskStatus;
    const std::array all{Pending, Running, Compensating, Cancelled, Failed, Compensated, Succeeded};
    return std::any_of(all.begin(), all.end(), [&](domain::TaskStatus status) { return is_state(status, name); });
}

bool selects(const domain::Selector& selector, const QString& part) {
    switch (selector.kind) {
        case domain::Selector::Kind::Label:
            return holds(to_qstring(selector.key) + QLatin1Char('=') + to_qstring(selector.value), part);
        case domain::Selector::Kind::Group:
            return holds(to_qstring(selector.group), part);
        case domain::Selector::Kind::Nodes:
            return false;
    }
    return false;
}

bool has_label(const domain::TaskDefinition& definition, const QString& part) {
    for (const auto& [key, json] : definition.metadata) {
        QString value = to_qstring(json);
        if (value.size() > 1 && value.startsWith(QLatin1Char('"'))) value = value.mid(1, value.size() - 2);
        if (holds(to_qstring(key) + QLatin1Char('=') + value, part)) return true;
    }
    if (definition.target_selector && selects(*definition.target_selector, part)) return true;
    return std::any_of(definition.steps.begin(), definition.steps.end(),
                       [&](const domain::StepDefinition& step) { return step.target_selector && selects(*step.target_selector, part); });
}

}  // namespace

TaskFilter::TaskFilter(const QString& text, WallTime now) {
    static const QRegularExpression spaces(QStringLiteral("\\s+"));
    for (const QString& word : text.split(spaces, Qt::SkipEmptyParts)) {
        const qsizetype colon = word.indexOf(QLatin1Char(':'));
        const QString key = word.left(colon).toLower();
        static const QStringList keys{QStringLiteral("by"), QStringLiteral("label"), QStringLiteral("state"), QStringLiteral("since"),
                                      QStringLiteral("until")};
        if (colon > 0 && keys.contains(key))
            take(key, word.mid(colon + 1), now);
        else
            m_plain << word;
    }
}

// A word of which only the key is typed so far says nothing yet.
void TaskFilter::take(const QString& key, const QString& value, WallTime now) {
    if (value.isEmpty()) return;
    if (key == QLatin1String("by")) {
        m_by << value;
    } else if (key == QLatin1String("label")) {
        m_labels << value;
    } else if (key == QLatin1String("state")) {
        m_states << value;
        if (!is_any_state(value)) m_fault = FilterWords::tr("There is no state \"%1\".").arg(value);
    } else if (key == QLatin1String("since")) {
        m_since = time_of(value, now);
    } else {
        m_until = time_of(value, now);
    }
}

std::optional<WallTime> TaskFilter::time_of(const QString& text, WallTime now) {
    static const QRegularExpression age(QStringLiteral("^([0-9]{1,6})([smhd])$"));
    if (const auto match = age.match(text); match.hasMatch()) {
        const QChar unit = match.captured(2)[0];
        const std::int64_t unit_ms = unit == QLatin1Char('s') ? 1000 : unit == QLatin1Char('m') ? 60'000 : unit == QLatin1Char('h') ? 3'600'000 : 86'400'000;
        return WallTime{now.ms - match.captured(1).toLongLong() * unit_ms};
    }
    QDateTime moment = QDateTime::fromString(text, text.contains(QLatin1Char('T')) ? QStringLiteral("yyyy-MM-ddTHH:mm") : QStringLiteral("yyyy-MM-dd"));
    if (moment.isValid()) {
        moment.setTimeSpec(times_shown_in() == TimeZone::Utc ? Qt::UTC : Qt::LocalTime);
        return WallTime{moment.toMSecsSinceEpoch()};
    }
    m_fault = FilterWords::tr("\"%1\" is no time; write an age (30m, 2h, 3d) or a date (2026-11-30, 2026-11-30T08:15).").arg(text);
    return std::nullopt;
}

api::TaskQuestion TaskFilter::question() const {
    api::TaskQuestion question;
    if (!m_plain.isEmpty()) question.text = m_plain[0].toStdString();
    if (!m_by.isEmpty()) question.submitted_by = m_by[0].toStdString();
    question.since = m_since;
    question.until = m_until;
    return question;
}

bool TaskFilter::accepts_words(const api::TaskSummary& task) const {
    if (!m_fault.isEmpty() || !m_labels.isEmpty()) return false;
    const QString id = to_qstring(task.id.text), intent = to_qstring(task.intent.text), who = to_qstring(task.submitted_by.text);
    const auto is_named = [&](const QString& name) { return is_state(task.status, name); };
    return (m_states.isEmpty() || std::any_of(m_states.begin(), m_states.end(), is_named)) &&
           std::all_of(m_plain.begin(), m_plain.end(), [&](const QString& part) { return holds(id, part) || holds(intent, part); }) &&
           std::all_of(m_by.begin(), m_by.end(), [&](const QString& part) { return holds(who, part); });
}

bool TaskFilter::accepts(const domain::Task& task, const TaskLook& look) const {
    if (!m_fault.isEmpty()) return false;
    if (m_since && task.submitted_at < *m_since) return false;
    if (m_until && task.submitted_at > *m_until) return false;
    const auto all = [](const QStringList& words, auto holds_one) { return std::all_of(words.begin(), words.end(), holds_one); };
    if (!m_states.isEmpty() && std::none_of(m_states.begin(), m_states.end(), [&](const QString& name) { return is_state(look.status, name); })) return false;
    if (!m_by.isEmpty()) {
        const QString who = to_qstring(task.submitted_by.text);
        if (!all(m_by, [&](const QString& part) { return holds(who, part); })) return false;
    }
    if (!all(m_labels, [&](const QString& part) { return has_label(task.plan->definition, part); })) return false;
    if (m_plain.isEmpty()) return true;
    const QString id = to_qstring(task.id.text), intent = to_qstring(task.plan->definition.intent.text);
    return all(m_plain, [&](const QString& part) { return holds(id, part) || holds(intent, part); });
}

}  // namespace apollo::viewmodels
