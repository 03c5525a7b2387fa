// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Enrolled nodes as they were known at the shown event; what is measured rather than logged (clock offset, last seen)
// only when live.
#pragma once

#include <QAbstractTableModel>
#include <optional>
#include <vector>

#include "app/api/api.h"
#include "app/viewmodels/navigator.h"
#include "app/viewmodels/node_upgrades.h"
#include "common/domain/node_load.h"

namespace apollo::viewmodels {

class NodeListModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        Name,
        StateColumn,
        Running,
        Queued,
        Upgrade,
        LastSeen,
        AgentVersion,
        ClockOffset,
        Groups,
        Labels,
        column_count
    };
    enum Role {
        NodeStatusRole = Qt::UserRole + 1,
        BreakerOpenRole,
        UpgradeStatusRole,  // -1: its agent was never upgraded
    };

    explicit NodeListModel(const Navigator& navigator, QObject* parent = nullptr);

    void refresh();
    void set_measurements(const std::vector<api::NodeMeasurement>& measurements);
    void retranslate();
    std::optional<int> row_of(const NodeId& node) const;
    const NodeId& node_at(int row) const { return m_rows[static_cast<std::size_t>(row)].facts.node; }
    // All of a row, a line for each column.
    QString details(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        domain::NodeFacts facts;
        domain::NodeStatus status = domain::NodeStatus::Unreachable;
        domain::NodeLoad load;
        std::optional<NodeUpgrade> upgrade;
        bool breaker_open = false;
    };
    std::vector<domain::NodeLoad> loads() const;
    std::vector<Row> wanted_rows() const;
    QString text_of(const Row& row, int column) const;
    QString whole_text_of(const Row& row, int column) const;
    const api::NodeMeasurement* measurement(const NodeId& node) const;

    const Navigator& m_navigator;
    std::vector<Row> m_rows;  // by name
    std::vector<api::NodeMeasurement> m_measurements;
};

}  // namespace apollo::viewmodels
