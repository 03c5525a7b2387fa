// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/main/monitoring.h"

#include <chrono>
#include <future>

namespace apollo::programs {

namespace {

constexpr std::chrono::milliseconds answer_slice{50};
constexpr int answer_slices = 100;

}  // namespace

Monitoring::Monitoring(orchestrator::Orchestrator& orchestrator, const HistoryKeeper& history, AlertCommand* alerts)
    : m_orchestrator(orchestrator), m_history(history), m_alerts(alerts) {
    m_orchestrator.on_loop = [this](std::int64_t duration_ns) { m_collector.add_loop(static_cast<double>(duration_ns) / 1e9); };
}

Monitoring::~Monitoring() {
    m_ending = true;
    m_endpoint.reset();
    m_orchestrator.on_loop = nullptr;
}

void Monitoring::on_appended(const domain::Event& event) {
    const metrics::Sample sample = m_collector.look_at(event, m_orchestrator.state());
    m_orchestrator.after_durable([this, sample] { m_collector.add(sample); });
    if (!m_alerts || !AlertCommand::tells_of(event.header.type)) return;
    m_orchestrator.after_durable([this, document = alert_document(event, m_orchestrator.state())] { m_alerts->tell(document); });
}

metrics::Figures Monitoring::figures() const {
    metrics::Figures figures = m_collector.figures(m_orchestrator.state());
    const std::uint64_t durable = m_orchestrator.durable().value, projected = m_history.projected().value;
    figures.log_position = durable;
    figures.sql_lag_events = durable > projected ? durable - projected : 0;
    figures.recovery_seconds = static_cast<double>(m_orchestrator.recovery_ms()) / 1000.0;
    if (const auto age_ms = m_orchestrator.backup_age_ms()) figures.backup_age_seconds = static_cast<double>(*age_ms) / 1000.0;
    figures.version = APOLLO_VERSION;
    return figures;
}

// On a thread of the page's: the state is read where it lives, and a copy of the figures comes back.
std::optional<metrics::Figures> Monitoring::ask() {
    auto answer = std::make_shared<std::promise<metrics::Figures>>();
    auto answered = answer->get_future();
    QMetaObject::invokeMethod(&m_context, [this, answer] { answer->set_value(figures()); }, Qt::QueuedConnection);
    for (int i = 0; i < answer_slices && !m_ending; ++i) {
        if (answered.wait_for(answer_slice) == std::future_status::ready) return answered.get();
    }
    return std::nullopt;
}

Status Monitoring::listen(const ListenAddress& address) {
    auto endpoint = metrics::Endpoint::start(address.host, address.port, [this] { return ask(); });
    if (!endpoint) return endpoint.error();
    m_endpoint = std::move(endpoint).value();
    return success();
}

}  // namespace apollo::programs
