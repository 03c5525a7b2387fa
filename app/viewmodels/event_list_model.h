// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Events of the navigator's scope up to the shown one, oldest first.
// Holds ordinals only; texts are made when a row is looked at, so ten million events cost nothing until then.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "app/viewmodels/navigator.h"

namespace apollo::viewmodels {

class EventListModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum class Filter { All, Problems, Decisions, SelectedRun };
    enum Column { PositionColumn, Time, Type, Step, NodeColumn, AttemptColumn, Detail, column_count };
    enum Role { StatusRole = Qt::UserRole + 1 /* RunStatus the event leads to, or is as bad as; -1: none */ };

    explicit EventListModel(const Navigator& navigator, QObject* parent = nullptr);

    void set_filter(Filter filter);
    void set_filter_text(const QString& text);
    bool has_filter() const { return m_filter != Filter::All || !m_text.isEmpty(); }
    Ordinal ordinal_at(int row) const {
        return has_filter() ? m_rows[static_cast<std::size_t>(row)] : m_navigator.scope_ordinal(static_cast<Ordinal>(row));
    }
    int row_of(Ordinal ordinal) const;  // the row at or before it; -1: none
    // Another task or selection: start over.
    void restart();
    // Follows the shown event and new events.
    void refresh();
    void retranslate();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void take_new();
    int wanted_rows() const;
    bool accepts(Ordinal ordinal) const;
    QString text_of(Ordinal ordinal, int column) const;
    QString step_and_node(const domain::EventHeader& header, bool step) const;

    const Navigator& m_navigator;
    Filter m_filter = Filter::All;
    QString m_text;
    std::vector<Ordinal> m_rows;  // all that pass the filter, also beyond the shown event; without one, rows are the scope
    Ordinal m_taken = 0;          // candidates looked at
    int m_shown = 0;              // of m_rows
};

}  // namespace apollo::viewmodels
