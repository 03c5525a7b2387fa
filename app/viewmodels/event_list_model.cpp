// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/event_list_model.h"

#include <algorithm>

#include "app/viewmodels/event_names.h"
#include "app/viewmodels/event_text.h"
#include "app/viewmodels/text.h"

namespace apollo::viewmodels {

namespace {

// A late fact leads nowhere.
int status_of(const domain::EventHeader& header) {
    using enum domain::EventType;
    const auto number = [](domain::RunStatus status) { return static_cast<int>(status); };
    if (header.fact_only) return -1;
    switch (header.type) {
        case Dispatched:
        case Accepted:
            return number(domain::RunStatus::Dispatched);
        case Started:
            return number(domain::RunStatus::Running);
        case Succeeded:
            return number(domain::RunStatus::Succeeded);
        case TimedOut:
            return number(domain::RunStatus::Timeout);
        case RetryScheduled:
            return number(domain::RunStatus::Retrying);
        case Cancelled:
            return number(domain::RunStatus::Cancelled);
        case CompensationStarted:
            return number(domain::RunStatus::Compensating);
        case Compensated:
            return number(domain::RunStatus::Compensated);
        default:
            return is_problem(header) ? number(domain::RunStatus::Failed) : -1;
    }
}

WallTime moment_of(const domain::EventHeader& header) {
    return header.origin_time.known() ? header.origin_time : header.recorded_time;
}

}  // namespace

EventListModel::EventListModel(const Navigator& navigator, QObject* parent)
    : QAbstractTableModel(parent), m_navigator(navigator) {
    restart();
}

void EventListModel::set_filter(Filter filter) {
    if (m_filter == filter) return;
    m_filter = filter;
    restart();
}

void EventListModel::set_filter_text(const QString& text) {
    if (m_text == text.trimmed()) return;
    m_text = text.trimmed();
    restart();
}

bool EventListModel::accepts(Ordinal ordinal) const {
    const domain::EventHeader& header = m_navigator.live().history().header(ordinal);
    if (m_filter == Filter::Problems && !is_problem(header)) return false;
    if (m_filter == Filter::Decisions && !is_decision(header)) return false;
    if (m_filter == Filter::SelectedRun && (!m_navigator.selected_run() || header.run != *m_navigator.selected_run()))
        return false;
    if (m_text.isEmpty()) return true;
    // Who knows the shell types the name it has there, whatever the language of the window.
    if (to_qstring(domain::to_text(header.type)).contains(m_text, Qt::CaseInsensitive)) return true;
    for (const int column : {int(Type), int(Step), int(NodeColumn), int(Detail)}) {
        if (text_of(ordinal, column).contains(m_text, Qt::CaseInsensitive)) return true;
    }
    return false;
}

void EventListModel::take_new() {
    if (!has_filter()) return;
    const Ordinal count = m_navigator.scope_size();
    for (; m_taken < count; ++m_taken) {
        const Ordinal ordinal = m_navigator.scope_ordinal(m_taken);
        if (accepts(ordinal)) m_rows.push_back(ordinal);
    }
}

int EventListModel::wanted_rows() const {
    if (!has_filter()) return static_cast<int>(m_navigator.scope_index());
    return static_cast<int>(std::lower_bound(m_rows.begin(), m_rows.end(), m_navigator.shown_events()) - m_rows.begin());
}

int EventListModel::row_of(Ordinal ordinal) const {
    if (!has_filter()) {
        int first = 0;
        for (int last = m_shown; first < last;) {
            const int middle = first + (last - first) / 2;
            if (ordinal_at(middle) <= ordinal)
                first = middle + 1;
            else
                last = middle;
        }
        return first - 1;
    }
    const auto end = std::upper_bound(m_rows.begin(), m_rows.begin() + m_shown, ordinal);
    return static_cast<int>(end - m_rows.begin()) - 1;
}

void EventListModel::restart() {
    beginResetModel();
    m_rows.clear();
    m_taken = 0;
    take_new();
    m_shown = wanted_rows();
    endResetModel();
}

void EventListModel::refresh() {
    take_new();
    const int wanted = wanted_rows();
    if (wanted > m_shown) {
        beginInsertRows({}, m_shown, wanted - 1);
        m_shown = wanted;
        endInsertRows();
    } else if (wanted < m_shown) {
        beginRemoveRows({}, wanted, m_shown - 1);
        m_shown = wanted;
        endRemoveRows();
    }
}

void EventListModel::retranslate() {
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, column_count - 1);
    if (m_shown > 0) Q_EMIT dataChanged(index(0, 0), index(m_shown - 1, column_count - 1));
}

int EventListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : m_shown;
}
int EventListModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

QString EventListModel::step_and_node(const domain::EventHeader& header, bool step) const {
    const domain::State& state = m_navigator.live().state();
    const PlanVersion* version =
        domain::is_of_run(header) ? m_navigator.live().timeline().plan_of_run(header.run) : nullptr;
    if (version) {
        const std::uint32_t local = version->local(header.run);
        return to_qstring(step ? version->plan->definition.steps[version->plan->step_of_run(local)].name.text
                               : version->plan->node_of_run(local).text);
    }
    if (!step && header.node.value < state.nodes.size())
        return to_qstring(state.nodes[header.node.value].facts.node.text);
    return {};
}

QString EventListModel::text_of(Ordinal ordinal, int column) const {
    const domain::EventHeader& header = m_navigator.live().history().header(ordinal);
    switch (column) {
        case PositionColumn:
            return count_text(header.position.value);
        case Time:
            return short_precise_time_text(moment_of(header), m_navigator.shown_time());
        case Type:
            return event_name(header.type);
        case Step:
            return one_line(step_and_node(header, true));
        case NodeColumn:
            return one_line(step_and_node(header, false));
        case AttemptColumn:
            return header.attempt.value == 0 ? QString() : QString::number(header.attempt.value);
        case Detail:
            return one_line(event_detail(m_navigator.live().history().event(ordinal)), 500);
        default:
            return {};
    }
}

QVariant EventListModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= m_shown) return {};
    const Ordinal ordinal = ordinal_at(index.row());
    switch (role) {
        case Qt::DisplayRole:
            return text_of(ordinal, index.column());
        case Qt::ToolTipRole:
            return index.column() == Time ? precise_time_text(moment_of(m_navigator.live().history().header(ordinal))) : QString();
        case StatusRole:
            return status_of(m_navigator.live().history().header(ordinal));
        case Qt::TextAlignmentRole:
            if (index.column() == PositionColumn || index.column() == AttemptColumn)
                return int(Qt::AlignRight | Qt::AlignVCenter);
            return int(Qt::AlignLeft | Qt::AlignVCenter);
        default:
            return {};
    }
}

QVariant EventListModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) {
        const bool right = section == PositionColumn || section == AttemptColumn;
        return int((right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case PositionColumn:
            return tr("Position");
        case Time:
            return tr("Time");
        case Type:
            return tr("Event");
        case Step:
            return tr("Step");
        case NodeColumn:
            return tr("Node");
        case AttemptColumn:
            return tr("Attempt");
        case Detail:
            return tr("Detail");
        default:
            return {};
    }
}

}  // namespace apollo::viewmodels
