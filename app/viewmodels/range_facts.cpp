// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/range_facts.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

#include "app/viewmodels/durations.h"
#include "app/viewmodels/text.h"

namespace apollo::viewmodels {

namespace {

QString range_words(const char* source) { return QCoreApplication::translate("Range", source); }

bool works(Look look) {
    return look.status() == domain::RunStatus::Running || look.status() == domain::RunStatus::Compensating;
}

void measure_lane(const std::vector<Lanes::Change>& lane, std::size_t count, std::int64_t first_ms, std::int64_t last_ms, RangeFacts& facts) {
    std::size_t k = Lanes::change_at(lane, count, first_ms).value_or(0);
    bool worked = false;
    for (; k < count && lane[k].time_ms <= last_ms; ++k) {
        worked = worked || works(lane[k].look);
        if (lane[k].time_ms < first_ms) continue;
        const domain::RunStatus status = lane[k].look.status();
        if (status == domain::RunStatus::Succeeded) ++facts.succeeded;
        if (status == domain::RunStatus::Failed || status == domain::RunStatus::Timeout) ++facts.failed;
    }
    if (worked) ++facts.runs;
}

}  // namespace

RangeFacts measure_range(const Navigator& navigator, const Lanes& lanes, std::int64_t from_ms, std::int64_t to_ms) {
    const auto [first_ms, last_ms] = std::minmax(from_ms, to_ms);
    RangeFacts facts;
    facts.duration_ms = last_ms - first_ms;
    const Ordinal shown = navigator.scope_index();
    const Ordinal before = std::min(shown, navigator.scope_index_at(WallTime{first_ms - 1}));
    facts.events = std::min(shown, navigator.scope_index_at(WallTime{last_ms})) - before;
    for (std::size_t local = 0; local < lanes.size(); ++local) {
        const auto& lane = lanes.lane(local);
        measure_lane(lane, Lanes::count_until(lane, navigator.shown_events()), first_ms, last_ms, facts);
    }
    return facts;
}

QString range_text(const RangeFacts& facts) {
    QStringList parts{duration_text(facts.duration_ms)};
    parts << range_words(QT_TRANSLATE_NOOP("Range", "%1 events")).arg(count_text(facts.events));
    parts << range_words(QT_TRANSLATE_NOOP("Range", "%1 runs worked")).arg(count_text(facts.runs));
    if (facts.succeeded > 0) parts << range_words(QT_TRANSLATE_NOOP("Range", "%1 succeeded")).arg(count_text(facts.succeeded));
    if (facts.failed > 0) parts << range_words(QT_TRANSLATE_NOOP("Range", "%1 failed")).arg(count_text(facts.failed));
    return parts.join(QStringLiteral(" · "));
}

}  // namespace apollo::viewmodels
