// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/main/callback_service.h"

namespace apollo::programs {

CallbackService::CallbackService(Disk& disk, const Clock& clock, Random& random, orchestrator::Orchestrator& orchestrator,
                                 const std::string& data_folder, std::function<void(const std::string& line)> on_log)
    : m_orchestrator(orchestrator), m_callbacks(disk, clock, random, data_folder) {
    m_callbacks.on_log = std::move(on_log);
}

Status CallbackService::start() {
    auto missing = m_callbacks.open(m_orchestrator.state());
    if (!missing) return missing.error();
    const Position known = m_orchestrator.state().position;
    m_orchestrator.after_durable([this, ends = std::move(missing).value(), known] {
        for (const Callback& end : ends) m_callbacks.tell(end, known);
    });
    return success();
}

void CallbackService::on_appended(const domain::Event& event) {
    std::vector<Callback> ends = m_callbacks.look_at(event, m_orchestrator.state());
    if (ends.empty()) return;
    // The state has the whole batch applied, so the end may have come with a later event of it.
    m_orchestrator.after_durable([this, ends = std::move(ends), known = m_orchestrator.state().position] {
        for (const Callback& end : ends) m_callbacks.tell(end, known);
    });
}

}  // namespace apollo::programs
