// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Table cells of a state: its glyph before its name. For models that give the state under a role.
#pragma once

#include <QStyledItemDelegate>
#include <functional>
#include <optional>

#include "common/domain/run_status.h"

namespace apollo::gui {

class StateDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using Status = std::function<std::optional<domain::RunStatus>(const QModelIndex&)>;
    StateDelegate(Status status, QObject* parent) : QStyledItemDelegate(parent), m_status(std::move(status)) {}

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
    Status m_status;
};

// A thin bar of progress behind "12/40". For models that give 0..1 under a role.
class ProgressDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    ProgressDelegate(int role, QObject* parent) : QStyledItemDelegate(parent), m_role(role) {}
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    int m_role;
};

}  // namespace apollo::gui
