// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/orchestrator/backup_health.h"

namespace apollo::orchestrator {

namespace {

constexpr std::uint32_t good_attempts_needed = 2;

}  // namespace

void BackupHealth::attempted(MonotonicTime now, const std::string& trouble) {
    m_trouble = trouble;
    m_good_in_a_row = trouble.empty() ? m_good_in_a_row + 1 : 0;
    if (trouble.empty()) m_complete_at = now;
}

std::optional<std::string> BackupHealth::verdict(MonotonicTime now) {
    if (m_good_in_a_row >= good_attempts_needed) m_is_behind = false;
    if (age_ms(now) >= m_alert_after_ms) m_is_behind = true;
    if (!m_is_behind) return std::nullopt;
    if (!*m_is_behind) return std::string();
    const std::string why = m_trouble.empty() ? "copying does not come to an end" : m_trouble;
    return "was complete " + std::to_string(age_ms(now) / 1000) + " s ago for the last time: " + why;
}

}  // namespace apollo::orchestrator
