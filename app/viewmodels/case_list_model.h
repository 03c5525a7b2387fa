// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Alerts or dead letters as a person works through them: one row per case, with how it stands at the shown event. What
// waits for somebody comes first, then what somebody has seen, then what is over; newest first within each.
#pragma once

#include <QAbstractTableModel>
#include <optional>
#include <vector>

#include "app/viewmodels/navigator.h"

namespace apollo::viewmodels {

class CaseListModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum class Subject { Alerts, DeadLetters };
    enum class Standing : std::uint8_t { Waits, Seen, Over };
    enum Column { StateColumn, PositionColumn, Time, NodeColumn, TaskColumn, Text, column_count };
    enum Role { StandingRole = Qt::UserRole + 1, CasePositionRole };

    CaseListModel(const Navigator& navigator, Subject subject, QObject* parent = nullptr);

    // Follows the shown event.
    void refresh();
    void retranslate();
    // Cases that wait for somebody.
    int waiting() const;
    std::optional<int> row_of(Position position) const;
    Position position_at(int row) const { return m_rows[static_cast<std::size_t>(row)].position; }
    // Everything that is known of a case, as lines of plain text.
    QString details(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        Ordinal ordinal = 0;   // of the event that opened it
        Position position;     // of that event
        Standing standing = Standing::Waits;
        std::optional<Ordinal> last;  // of the newest event that answered it
        friend bool operator==(const Row&, const Row&) = default;
    };
    std::vector<Row> wanted_rows() const;
    QString text_of(const Row& row, int column) const;
    QString standing_text(const Row& row) const;

    const Navigator& m_navigator;
    Subject m_subject;
    std::vector<Row> m_rows;
};

}  // namespace apollo::viewmodels
