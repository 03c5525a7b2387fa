// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/gui/nodes_page.h"

#include <QEvent>
#include <QHideEvent>
#include <QPointer>
#include <QScrollBar>
#include <QSplitter>
#include <QVBoxLayout>

#include "app/gui/action_buttons.h"
#include "app/gui/state_delegate.h"
#include "app/gui/table_columns.h"

namespace apollo::gui {

using Columns = viewmodels::NodeListModel;

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

std::optional<domain::RunStatus> node_sign(const QModelIndex& index) {
    const auto status = static_cast<domain::NodeStatus>(index.data(Columns::NodeStatusRole).toInt());
    const bool kept = status == domain::NodeStatus::Connected && index.data(Columns::BreakerOpenRole).toBool();
    return kept ? domain::RunStatus::Retrying : sign_of(status);
}

std::optional<domain::RunStatus> upgrade_sign(const QModelIndex& index) {
    const int status = index.data(Columns::UpgradeStatusRole).toInt();
    return status < 0 ? std::nullopt : std::optional(static_cast<domain::RunStatus>(status));
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
    m_page = new TablePage(
        &m_model,
        [] { return tr("No node is enrolled. File → Add an agent… shows the command that starts one, or make a token with\napollo-cli node token\nand start an agent with it:\napollo-agent --data DIR --server HOST:PORT --node-id NAME --token TOKEN"); },
        {14, 15, 7, 6, 26, 9, 14, 11, 14, 22}, this);
    prepare_columns();
    auto* split = new QSplitter(Qt::Vertical, this);
    split->addWidget(m_page);
    split->addWidget(make_details());
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 1);
    split->setChildrenCollapsible(false);
    column->addWidget(split, 1);
    connect(table()->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &NodesPage::choose);
    m_measuring.setInterval(5000);
    connect(&m_measuring, &QTimer::timeout, this, &NodesPage::measure);
    m_measuring.start();
    connect(&navigator, &viewmodels::Navigator::picture_changed, this, &NodesPage::refresh);
    connect(&navigator, &viewmodels::Navigator::mode_changed, this, &NodesPage::refresh);
    retranslate();
}

// Newest trouble first: state, load, a failed upgrade, whether it is heard; what rarely changes comes last.
void NodesPage::prepare_columns() {
    new TableColumns(table(),
                     {Columns::StateColumn, Columns::Running, Columns::Queued, Columns::Upgrade, Columns::LastSeen, Columns::AgentVersion,
                      Columns::ClockOffset, Columns::Groups, Columns::Labels},
                     TableColumns::Rest::ToLast, {Columns::Name, Columns::Upgrade, Columns::AgentVersion});
    table()->setItemDelegateForColumn(Columns::StateColumn, new StateDelegate(node_sign, this));
    table()->setItemDelegateForColumn(Columns::Upgrade, new StateDelegate(upgrade_sign, this));
}

QWidget* NodesPage::make_details() {
    m_details = new QPlainTextEdit(this);
    m_details->setReadOnly(true);
    m_details->setTabChangesFocus(true);
    m_details->setFrameShape(QFrame::NoFrame);
    return m_details;
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
    show_details();
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
    show_details();
}

void NodesPage::show_details() {
    const auto& node = m_navigator.chosen().node;
    const auto row = node ? m_model.row_of(*node) : std::nullopt;
    const QString text = row ? m_model.details(*row) : QString();
    // What is measured changes under the reader's eyes.
    const int place = m_details->verticalScrollBar()->value();
    if (m_details->toPlainText() != text) m_details->setPlainText(text);
    m_details->verticalScrollBar()->setValue(place);
    m_details->setVisible(m_model.rowCount() > 0);
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

void NodesPage::retranslate() {
    table()->setAccessibleName(tr("Nodes"));
    m_details->setAccessibleName(tr("All of the chosen one"));
    m_details->setPlaceholderText(tr("Choose a node to see all of it."));
    m_model.retranslate();
    show_details();
}

void NodesPage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

}  // namespace apollo::gui
