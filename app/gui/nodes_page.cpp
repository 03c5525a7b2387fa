// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/nodes_page.h"

#include <QEvent>
#include <QHideEvent>
#include <QPointer>
#include <QVBoxLayout>

#include "app/gui/action_buttons.h"
#include "app/gui/state_delegate.h"
#include "app/gui/table_columns.h"

namespace apollo::gui {

namespace {

// The run state whose sign fits a node's state.
domain::RunStatus sign_of(domain::NodeStatus status) {
    switch (status) {
        case domain::NodeStatus::Connected:
            return domain::RunStatus::Succeeded;
        case domain::NodeStatus::Unreachable:
            return domain::RunStatus::Failed;
        case domain::NodeStatus::Conservative:
            return domain::RunStatus::Retrying;
        case domain::NodeStatus::Draining:
            return domain::RunStatus::Skipped;
        case domain::NodeStatus::Revoked:
            return domain::RunStatus::Cancelled;
    }
    return domain::RunStatus::Pending;
}

}  // namespace

NodesPage::NodesPage(viewmodels::Navigator& navigator, std::shared_ptr<api::HistoryQuery> history,
                     const Shortcuts& shortcuts, QWidget* parent)
    : QWidget(parent), m_navigator(navigator), m_history(std::move(history)), m_model(navigator) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 6, 0, 0);
    column->setSpacing(6);
    QWidget* buttons = make_action_buttons(
        shortcuts, {"nodes.add", "node.drain", "node.undrain", "node.reconcile", "node.revoke", "breaker.close_node"}, this);
    buttons->layout()->setContentsMargins(8, 0, 8, 0);
    column->addWidget(buttons);
    auto* page = m_page = new TablePage(
        &m_model,
        [] { return tr("No node is enrolled. File → Add an agent… shows the command that starts one, or make a token with\napollo-cli node token\nand start an agent with it:\napollo-agent --data DIR --server HOST:PORT --node-id NAME --token TOKEN"); },
        {16, 14, 8, 8, 8, 11, 20, 14, 22, 12}, this);
    column->addWidget(page);
    using Columns = viewmodels::NodeListModel;
    // Newest trouble first: state, load, whether it is let in, its clock; what rarely changes comes last.
    new TableColumns(page->table(), {Columns::StateColumn, Columns::Running, Columns::Capacity, Columns::BreakerColumn, Columns::ClockOffset,
                                     Columns::LastSeen, Columns::Groups, Columns::AgentVersion, Columns::Labels}, TableColumns::Rest::ToLast);
    page->table()->setItemDelegateForColumn(
        viewmodels::NodeListModel::StateColumn,
        new StateDelegate(
            [](const QModelIndex& index) {
                return std::optional(sign_of(
                    static_cast<domain::NodeStatus>(index.data(viewmodels::NodeListModel::NodeStatusRole).toInt())));
            },
            this));
    connect(table()->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &NodesPage::choose);
    m_measuring.setInterval(5000);
    connect(&m_measuring, &QTimer::timeout, this, &NodesPage::measure);
    m_measuring.start();
    connect(&navigator, &viewmodels::Navigator::picture_changed, this, &NodesPage::refresh);
    connect(&navigator, &viewmodels::Navigator::mode_changed, this, &NodesPage::refresh);
}

void NodesPage::select(NodeIndex node) {
    ensure_ready();
    const auto& nodes = m_navigator.live().state().nodes;
    if (node.value >= nodes.size()) return;
    if (const auto row = m_model.row_of(nodes[node.value].facts.node)) m_page->table()->selectRow(*row);
}

void NodesPage::refresh() {
    if (isVisible()) ensure_ready();
}

void NodesPage::ensure_ready() {
    m_following = true;
    m_model.refresh();
    m_following = false;
    show_chosen();
}

void NodesPage::choose(const QModelIndex& current) {
    if (m_following) return;
    m_navigator.choose_node(current.isValid() ? std::optional(m_model.node_at(current.row())) : std::nullopt);
}

// Whatever rows come or go, the chosen node stays the chosen one.
void NodesPage::show_chosen() {
    const auto& node = m_navigator.chosen().node;
    const auto row = node ? m_model.row_of(*node) : std::nullopt;
    m_following = true;
    if (!row)
        table()->selectionModel()->clear();
    else if (table()->currentIndex().row() != *row || !table()->selectionModel()->isRowSelected(*row))
        table()->selectRow(*row);
    m_following = false;
}

// Only while somebody looks: a hidden page asks nobody.
void NodesPage::measure() {
    if (!m_history || m_asked || !isVisible() || m_navigator.is_replay()) return;
    m_asked = true;
    m_history->measure_nodes([guard = QPointer<NodesPage>(this)](Result<std::vector<api::NodeMeasurement>> measured) {
        if (!guard) return;
        guard->m_asked = false;
        guard->m_following = true;
        guard->m_model.set_measurements(measured ? *measured : std::vector<api::NodeMeasurement>());
        guard->m_following = false;
        guard->show_chosen();
    });
}

void NodesPage::showEvent(QShowEvent*) {
    ensure_ready();
    measure();
}

// A command is never about what is not in sight.
void NodesPage::hideEvent(QHideEvent* event) {
    if (!event->spontaneous()) m_navigator.choose_node(std::nullopt);
}

void NodesPage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) m_model.retranslate();
    QWidget::changeEvent(event);
}

}  // namespace apollo::gui
