// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/node_list_model.h"

#include <QStringList>
#include <algorithm>

#include "app/viewmodels/durations.h"
#include "app/viewmodels/state_style.h"
#include "app/viewmodels/text.h"

namespace apollo::viewmodels {

namespace {

const QString dash = QString(QChar(0x2014));

QString offset_text(std::int64_t offset_ms) {
    return (offset_ms < 0 ? QString(QChar(0x2212)) : QStringLiteral("+")) +
           duration_text(offset_ms < 0 ? -offset_ms : offset_ms);
}

QString labels_text(const std::map<std::string, std::string>& labels) {
    QStringList parts;
    for (const auto& [key, value] : labels) parts << to_qstring(key) + QLatin1Char('=') + to_qstring(value);
    return one_line(parts.join(QStringLiteral(", ")));
}

QString groups_text(const std::vector<std::string>& groups) {
    QStringList parts;
    for (const std::string& group : groups) parts << to_qstring(group);
    return one_line(parts.join(QStringLiteral(", ")));
}

}  // namespace

NodeListModel::NodeListModel(const Navigator& navigator, QObject* parent)
    : QAbstractTableModel(parent), m_navigator(navigator) {
    refresh();
}

std::vector<NodeListModel::Row> NodeListModel::wanted_rows() {
    const domain::State& then = m_navigator.nodes_state();
    std::vector<Row> rows(then.nodes.size());
    for (std::size_t node = 0; node < rows.size(); ++node)
        rows[node] = {then.nodes[node].facts, then.nodes[node].status, 0, then.nodes[node].breaker.open};
    const auto& runs = m_navigator.live().state().runs;
    for (std::uint32_t run = 0; run < runs.size(); ++run) {
        const domain::RunStatus status = m_navigator.cursor().look(run).status();
        // What is sent ahead waits there for a free place.
        const bool running = status == domain::RunStatus::Running || status == domain::RunStatus::Compensating;
        if (running && runs[run].node.value < rows.size()) ++rows[runs[run].node.value].running;
    }
    std::erase_if(rows, [](const Row& row) { return row.facts.node.empty(); });
    std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.facts.node < b.facts.node; });
    return rows;
}

void NodeListModel::refresh() {
    std::vector<Row> rows = wanted_rows();
    const bool same = std::equal(rows.begin(), rows.end(), m_rows.begin(), m_rows.end(),
                                 [](const Row& a, const Row& b) { return a.facts.node == b.facts.node; });
    if (!same) {
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
        return;
    }
    m_rows = std::move(rows);
    if (!m_rows.empty()) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, column_count - 1));
}

void NodeListModel::set_measurements(const std::vector<api::NodeMeasurement>& measurements) {
    m_measurements = measurements;
    refresh();
}

void NodeListModel::retranslate() {
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, column_count - 1);
    refresh();
}

std::optional<int> NodeListModel::row_of(const NodeId& node) const {
    for (int row = 0; row < rowCount(); ++row) {
        if (m_rows[static_cast<std::size_t>(row)].facts.node == node) return row;
    }
    return std::nullopt;
}

const api::NodeMeasurement* NodeListModel::measurement(const NodeId& node) const {
    if (m_navigator.is_replay()) return nullptr;
    for (const api::NodeMeasurement& known : m_measurements) {
        if (known.node == node) return &known;
    }
    return nullptr;
}

int NodeListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}
int NodeListModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

QString NodeListModel::text_of(const Row& row, int column) const {
    const api::NodeMeasurement* measured = measurement(row.facts.node);
    switch (column) {
        case Name:
            return one_line(to_qstring(row.facts.node.text));
        case StateColumn:
            return node_status_name(row.status);
        case Running:
            return QString::number(row.running);
        case Capacity:
            return row.facts.capacity == 0 ? dash : QString::number(row.facts.capacity);
        case BreakerColumn:
            return row.breaker_open ? tr("open") : dash;
        case ClockOffset:
            return measured && measured->clock_offset_ms ? offset_text(*measured->clock_offset_ms) : dash;
        case LastSeen:
            return measured ? time_text(measured->last_seen_at) : dash;
        case Groups:
            return groups_text(row.facts.groups);
        case Labels:
            return labels_text(row.facts.labels);
        case AgentVersion:
            return one_line(to_qstring(row.facts.agent_version));
        default:
            return {};
    }
}

QVariant NodeListModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::DisplayRole) return text_of(row, index.column());
    if (role == NodeStatusRole) return static_cast<int>(row.status);
    if (role == Qt::TextAlignmentRole) {
        const bool right = index.column() == Running || index.column() == Capacity || index.column() == ClockOffset;
        return int((right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    return {};
}

QVariant NodeListModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) {
        const bool right = section == Running || section == Capacity || section == ClockOffset;
        return int((right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Name:
            return tr("Node");
        case StateColumn:
            return tr("State");
        case Running:
            return tr("Running");
        case Capacity:
            return tr("Capacity");
        case BreakerColumn:
            return tr("Breaker");
        case ClockOffset:
            return tr("Clock offset");
        case LastSeen:
            return tr("Last seen");
        case Groups:
            return tr("Groups");
        case Labels:
            return tr("Labels");
        case AgentVersion:
            return tr("Agent version");
        default:
            return {};
    }
}

}  // namespace apollo::viewmodels
