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

int alignment(int column) {
    using Columns = NodeListModel;
    const bool right = column == Columns::Running || column == Columns::Queued || column == Columns::ClockOffset;
    return int((right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
}

// What is connected may be called by what keeps work from it.
QString state_text(domain::NodeStatus status, bool breaker_open) {
    if (!breaker_open) return node_status_name(status);
    if (status == domain::NodeStatus::Connected) return NodeListModel::tr("breaker open");
    return NodeListModel::tr("%1 · breaker open").arg(node_status_name(status));
}

}  // namespace

NodeListModel::NodeListModel(const Navigator& navigator, QObject* parent)
    : QAbstractTableModel(parent), m_navigator(navigator) {
    refresh();
}

// In a replay only states are known of each run, and none of those stays while an attempt is sent.
std::vector<domain::NodeLoad> NodeListModel::loads() const {
    const domain::State& state = m_navigator.live().state();
    if (!m_navigator.is_replay()) return domain::node_loads(state);
    std::vector<domain::NodeLoad> loads(state.nodes.size());
    for (std::uint32_t run = 0; run < state.runs.size(); ++run) {
        const domain::RunStatus status = m_navigator.cursor().look(run).status();
        const bool there = status == domain::RunStatus::Dispatched || status == domain::RunStatus::Running || status == domain::RunStatus::Compensating;
        if (there && state.runs[run].node.value < loads.size()) loads[state.runs[run].node.value].add(status);
    }
    return loads;
}

std::vector<NodeListModel::Row> NodeListModel::wanted_rows() const {
    const domain::State& then = m_navigator.nodes_state();
    const std::vector<domain::NodeLoad> load = loads();
    const std::map<NodeIndex, NodeUpgrade> upgrades = node_upgrades(m_navigator);
    std::vector<Row> rows;
    for (std::uint32_t k = 0; k < then.nodes.size(); ++k) {
        const domain::Node& node = then.nodes[k];
        if (node.facts.node.empty()) continue;
        const auto upgrade = upgrades.find(NodeIndex{k});
        rows.push_back({node.facts, node.status, k < load.size() ? load[k] : domain::NodeLoad{},
                        upgrade == upgrades.end() ? std::nullopt : std::optional(upgrade->second), node.breaker.open});
    }
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

QString NodeListModel::details(int row) const {
    QStringList lines;
    for (int column = 0; column < column_count; ++column)
        lines << tr("%1: %2").arg(headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(), whole_text_of(m_rows[static_cast<std::size_t>(row)], column));
    return lines.join(QLatin1Char('\n'));
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
            return state_text(row.status, row.breaker_open);
        case Running:
            return QString::number(row.load.running) + (row.facts.capacity == 0 ? QString() : QLatin1Char('/') + QString::number(row.facts.capacity));
        case Queued:
            return QString::number(row.load.queued);
        case Upgrade:
            return row.upgrade ? upgrade_text(*row.upgrade) : dash;
        case ClockOffset:
            return measured && measured->clock_offset_ms ? offset_text(*measured->clock_offset_ms) : dash;
        case LastSeen:
            return measured ? short_time_text(measured->last_seen_at, m_navigator.shown_time()) : dash;
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

QString NodeListModel::whole_text_of(const Row& row, int column) const {
    const api::NodeMeasurement* measured = measurement(row.facts.node);
    return column == LastSeen && measured ? time_text(measured->last_seen_at) : text_of(row, column);
}

QVariant NodeListModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::DisplayRole) return text_of(row, index.column());
    if (role == Qt::ToolTipRole) return whole_text_of(row, index.column());
    if (role == BreakerOpenRole) return row.breaker_open;
    if (role == NodeStatusRole) return static_cast<int>(row.status);
    if (role == UpgradeStatusRole) return row.upgrade ? static_cast<int>(row.upgrade->look.status()) : -1;
    if (role == Qt::TextAlignmentRole) return alignment(index.column());
    return {};
}

QVariant NodeListModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) return alignment(section);
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Name:
            return tr("Node");
        case StateColumn:
            return tr("State");
        case Running:
            return tr("Running");
        case Queued:
            return tr("Queued");
        case Upgrade:
            return tr("Upgrade");
        case ClockOffset:
            return tr("Clock offset");
        case LastSeen:
            return tr("Last seen");
        case Groups:
            return tr("Groups");
        case Labels:
            return tr("Labels");
        case AgentVersion:
            return tr("Version");
        default:
            return {};
    }
}

}  // namespace apollo::viewmodels
