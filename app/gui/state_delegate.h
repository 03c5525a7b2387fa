// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Table cells of a state: its glyph before its name. For models that give the state under a role.
#pragma once

#include <QHash>
#include <QIcon>
#include <functional>
#include <optional>

#include "app/gui/text_delegate.h"
#include "common/domain/run_status.h"

namespace apollo::gui {

class StateDelegate : public TextDelegate {
    Q_OBJECT
public:
    using Status = std::function<std::optional<domain::RunStatus>(const QModelIndex&)>;
    StateDelegate(Status status, QObject* parent) : TextDelegate(parent), m_status(std::move(status)) {}

protected:
    QPixmap mark_of(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    Status m_status;
    mutable QHash<int, QIcon> m_icons;  // by state, in the colours of m_palette
    mutable qint64 m_palette = 0;
};

// A thin bar of progress behind "12/40". For models that give 0..1 under a role.
class ProgressDelegate : public TextDelegate {
    Q_OBJECT
public:
    ProgressDelegate(int role, QObject* parent) : TextDelegate(parent), m_role(role) {}
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    int m_role;
};

}  // namespace apollo::gui
