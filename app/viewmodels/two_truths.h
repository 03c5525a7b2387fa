// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Two truths of one moment: what the center believed of the open task's runs when it stood at the shown event, and what
// their nodes had really done by then, as they reported later. The one view that uses what came after the shown event; each
// row says when the center learned of it. Times are compared as they were written, so a clock that is off shows here too.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "app/viewmodels/navigator.h"

namespace apollo::viewmodels {

class TwoTruths : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Step, NodeColumn, Believed, Really, Since, Learned, column_count };
    enum Role { StatusRole = Qt::UserRole + 1 };  // RunStatus of the Believed and Really cells, else -1

    explicit TwoTruths(const Navigator& navigator, QObject* parent = nullptr);

    // For the shown event; empty when live, since nothing later is known.
    void refresh();
    RunIndex run_at(int row) const { return m_rows[static_cast<std::size_t>(row)].run; }
    Ordinal learned_at(int row) const { return m_rows[static_cast<std::size_t>(row)].learned; }
    // When the shown event was recorded, whatever task it was of.
    WallTime moment() const;
    void retranslate();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        RunIndex run;  // as numbered at the shown event
        Look believed;
        Look really;
        Ordinal learned = 0;  // the event that told it
        friend bool operator==(const Row&, const Row&) = default;
    };
    std::vector<Row> wanted_rows() const;
    QString text_of(const Row& row, int column) const;

    const Navigator& m_navigator;
    std::vector<Row> m_rows;  // in the order in which it happened on the nodes
};

}  // namespace apollo::viewmodels
