// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/case_list_model.h"

#include <QStringList>
#include <algorithm>
#include <map>

#include "app/viewmodels/event_names.h"
#include "app/viewmodels/event_text.h"
#include "app/viewmodels/text.h"

namespace apollo::viewmodels {

namespace {

// The case that an event answers; 0: none.
Position about(const domain::Payload& payload) {
    if (const auto* action = std::get_if<domain::OperatorAction>(&payload)) return action->about;
    if (const auto* note = std::get_if<domain::Note>(&payload)) return note->first;
    return {};
}

bool opens(CaseListModel::Subject subject, domain::EventType type) {
    return type == (subject == CaseListModel::Subject::Alerts ? domain::EventType::AlertRaised : domain::EventType::DeadLettered);
}

std::optional<CaseListModel::Standing> answer(CaseListModel::Subject subject, domain::EventType type) {
    using enum domain::EventType;
    const bool alerts = subject == CaseListModel::Subject::Alerts;
    if (alerts && type == AlertAcked) return CaseListModel::Standing::Seen;
    if (alerts && type == AlertCleared) return CaseListModel::Standing::Over;
    if (!alerts && (type == DeadLetterRequeued || type == DeadLetterDropped)) return CaseListModel::Standing::Over;
    return std::nullopt;
}

}  // namespace

CaseListModel::CaseListModel(const Navigator& navigator, Subject subject, QObject* parent)
    : QAbstractTableModel(parent), m_navigator(navigator), m_subject(subject), m_rows(wanted_rows()) {}

std::vector<CaseListModel::Row> CaseListModel::wanted_rows() const {
    const EventHistory& history = m_navigator.live().history();
    std::vector<Row> rows;
    std::map<Position, std::size_t> by_position;
    for (const Ordinal ordinal : history.alerts_and_letters()) {
        if (ordinal >= m_navigator.shown_events()) break;
        const domain::EventHeader& header = history.header(ordinal);
        if (opens(m_subject, header.type)) {
            by_position[header.position] = rows.size();
            rows.push_back({ordinal, header.position, Standing::Waits, std::nullopt});
        } else if (const auto standing = answer(m_subject, header.type)) {
            const auto at = by_position.find(about(history.payload(ordinal)));
            if (at == by_position.end()) continue;
            rows[at->second].standing = *standing;
            rows[at->second].last = ordinal;
        }
    }
    std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
        return a.standing != b.standing ? a.standing < b.standing : a.ordinal > b.ordinal;
    });
    return rows;
}

void CaseListModel::refresh() {
    std::vector<Row> rows = wanted_rows();
    if (rows == m_rows) return;
    const bool same = std::equal(rows.begin(), rows.end(), m_rows.begin(), m_rows.end(),
                                 [](const Row& a, const Row& b) { return a.position == b.position; });
    if (same) {
        m_rows = std::move(rows);
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, column_count - 1));
        return;
    }
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

void CaseListModel::retranslate() {
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, column_count - 1);
    if (!m_rows.empty()) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, column_count - 1));
}

int CaseListModel::waiting() const {
    return static_cast<int>(
        std::count_if(m_rows.begin(), m_rows.end(), [](const Row& row) { return row.standing == Standing::Waits; }));
}

std::optional<int> CaseListModel::row_of(Position position) const {
    for (int row = 0; row < rowCount(); ++row) {
        if (position_at(row) == position) return row;
    }
    return std::nullopt;
}

int CaseListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}
int CaseListModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

QString CaseListModel::standing_text(const Row& row) const {
    const EventHistory& history = m_navigator.live().history();
    if (row.standing == Standing::Waits) return m_subject == Subject::Alerts ? tr("Open") : tr("Waiting");
    if (row.standing == Standing::Over && m_subject == Subject::Alerts) return tr("Over");
    if (row.standing == Standing::Over)
        return history.header(*row.last).type == domain::EventType::DeadLetterDropped ? tr("Dropped") : tr("Requeued");
    const domain::Payload payload = history.payload(*row.last);
    const auto* action = std::get_if<domain::OperatorAction>(&payload);
    return tr("Seen by %1").arg(one_line(to_qstring(action ? action->operator_name.text : std::string())));
}

QString CaseListModel::text_of(const Row& row, int column) const {
    const domain::Event event = m_navigator.live().history().event(row.ordinal);
    const domain::State& state = m_navigator.live().state();
    const auto* letter = std::get_if<domain::DeadLettered>(&event.payload);
    switch (column) {
        case StateColumn:
            return standing_text(row);
        case PositionColumn:
            return count_text(row.position.value);
        case Time:
            return time_text(event.header.recorded_time);
        case NodeColumn:
            return event.header.node.value < state.nodes.size()
                       ? one_line(to_qstring(state.nodes[event.header.node.value].facts.node.text))
                       : QString();
        case TaskColumn:
            if (letter) return one_line(to_qstring(letter->task.text + (letter->step.empty() ? "" : " / " + letter->step.text)));
            return event.header.task.value < state.tasks.size() ? one_line(to_qstring(state.tasks[event.header.task.value].id.text))
                                                                : QString();
        case Text:
            return one_line(letter ? event_name(letter->type) + QStringLiteral(": ") + to_qstring(letter->reason)
                                   : event_detail(event),
                            500);
        default:
            return {};
    }
}

QString CaseListModel::details(int row) const {
    const Row& one = m_rows[static_cast<std::size_t>(row)];
    const EventHistory& history = m_navigator.live().history();
    const domain::Event event = history.event(one.ordinal);
    QStringList lines;
    const auto add = [&](const QString& name, const QString& value) {
        if (!value.isEmpty()) lines << name + QStringLiteral(": ") + value;
    };
    for (const int column : {int(StateColumn), int(PositionColumn), int(Time), int(NodeColumn), int(TaskColumn)})
        add(headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(), text_of(one, column));
    if (const auto* letter = std::get_if<domain::DeadLettered>(&event.payload)) {
        add(tr("Report"), event_name(letter->type));
        add(tr("Attempt"), event.header.attempt.value == 0 ? QString() : QString::number(event.header.attempt.value));
        add(tr("Why it could not be applied"), to_qstring(letter->reason));
        add(tr("Exit code"), letter->ended.exit_code ? QString::number(*letter->ended.exit_code) : QString());
        add(tr("Message"), to_qstring(letter->ended.message));
        add(tr("Output"), to_qstring(letter->ended.output_json.empty() ? letter->ended.output_text : letter->ended.output_json));
    } else if (const auto* note = std::get_if<domain::Note>(&event.payload)) {
        add(tr("Condition"), to_qstring(note->key));
        add(tr("Message"), to_qstring(note->message));
        add(tr("More"), to_qstring(note->detail_json));
    }
    if (one.last)
        add(event_name(history.header(*one.last).type),
            time_text(history.header(*one.last).recorded_time) + QStringLiteral(" · ") + event_detail(history.event(*one.last)));
    return lines.join(QLatin1Char('\n'));
}

QVariant CaseListModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::DisplayRole) return text_of(row, index.column());
    if (role == StandingRole) return static_cast<int>(row.standing);
    if (role == CasePositionRole) return QVariant::fromValue<qulonglong>(row.position.value);
    if (role == Qt::TextAlignmentRole)
        return int((index.column() == PositionColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    return {};
}

QVariant CaseListModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == PositionColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case StateColumn:
            return tr("State");
        case PositionColumn:
            return tr("Position");
        case Time:
            return tr("Time");
        case NodeColumn:
            return tr("Node");
        case TaskColumn:
            return m_subject == Subject::Alerts ? tr("Task") : tr("Task / step");
        case Text:
            return m_subject == Subject::Alerts ? tr("Alert") : tr("Report");
        default:
            return {};
    }
}

}  // namespace apollo::viewmodels
