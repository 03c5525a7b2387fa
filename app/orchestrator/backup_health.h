// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Whether the backup is to be called behind, from what became of each attempt to bring it up to date. One that fails now and
// then is not; one that hangs is; and an alert that stands is over when it went well twice in a row. Time is handed in.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "common/base/time.h"

namespace apollo::orchestrator {

class BackupHealth {
public:
    BackupHealth(MonotonicTime begun, std::int64_t alert_after_ms) : m_alert_after_ms(alert_after_ms), m_complete_at(begun) {}

    // An attempt ended; empty: it went well, the copy held everything at that moment.
    void attempted(MonotonicTime now, const std::string& trouble);
    // Since when it lacks something.
    std::int64_t age_ms(MonotonicTime now) const { return now.ms - m_complete_at.ms; }
    // One sentence without its end; empty: it is well; nothing: that is not known yet.
    std::optional<std::string> verdict(MonotonicTime now);

private:
    const std::int64_t m_alert_after_ms;
    MonotonicTime m_complete_at;
    std::string m_trouble;           // of the newest attempt
    std::uint32_t m_good_in_a_row = 0;
    std::optional<bool> m_is_behind;
};

}  // namespace apollo::orchestrator
