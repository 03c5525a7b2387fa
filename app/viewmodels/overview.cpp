// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/overview.h"

#include <algorithm>

#include "app/viewmodels/state_style.h"

namespace apollo::viewmodels {

namespace {

class OverviewMaker {
public:
    OverviewMaker(const Navigator& navigator, std::size_t count) : m_navigator(navigator), m_buckets(count) {}

    std::vector<OverviewBucket> make() {
        const StatusTimeline& timeline = m_navigator.live().timeline();
        if (m_navigator.task_index() == no_task) {
            for (std::uint32_t k = 0; k < timeline.delta_count(); ++k) take(k);
        } else {
            const auto& plans = timeline.plans_of(m_navigator.task_index());
            if (!plans.empty()) m_counts[0] = plans.front().plan->run_count;
            for (const std::uint32_t k : timeline.of_task(m_navigator.task_index())) take(k);
        }
        fill_until(m_buckets.size());
        return std::move(m_buckets);
    }

private:
    std::size_t bucket_of(Ordinal ordinal) {
        const Ordinal size = m_navigator.scope_size();
        while (m_scope < size && m_navigator.scope_ordinal(m_scope) < ordinal) ++m_scope;
        return std::min(m_buckets.size() - 1,
                        static_cast<std::size_t>(std::uint64_t{m_scope} * m_buckets.size() / size));
    }

    void fill_until(std::size_t bucket) {
        while (m_filled < bucket) m_buckets[m_filled++].counts = m_counts;
    }

    void take(std::uint32_t index) {
        const StatusTimeline& timeline = m_navigator.live().timeline();
        const Delta& delta = timeline.delta(index);
        const std::size_t at = bucket_of(delta.ordinal);
        fill_until(at);
        if (delta.is_task()) {
            if (delta.is_amendment()) {
                m_counts[0] += timeline.runs_added(index);
                return;
            }
            const auto& plans = timeline.plans_of(TaskIndex{delta.index()});
            // The overview of one task begins with its runs; that of everything gets them with each submission.
            const bool everything = m_navigator.task_index() == no_task;
            if (everything && delta.before == Delta::not_submitted && !plans.empty())
                m_counts[0] += plans.front().plan->run_count;
            return;
        }
        const Look before = Look::from_byte(delta.before), after = Look::from_byte(delta.after);
        --m_counts[static_cast<std::size_t>(before.status())];
        ++m_counts[static_cast<std::size_t>(after.status())];
        OverviewBucket& bucket = m_buckets[at];
        if (!bucket.changed || severity(after) > severity(bucket.worst)) bucket.worst = after;
        bucket.changed = true;
    }

    const Navigator& m_navigator;
    std::vector<OverviewBucket> m_buckets;
    StatusCounts m_counts{};
    std::size_t m_filled = 0;
    Ordinal m_scope = 0;
};

}  // namespace

std::vector<OverviewBucket> make_overview(const Navigator& navigator, int count) {
    if (navigator.scope_size() == 0) return {};
    return OverviewMaker(navigator, static_cast<std::size_t>(std::max(1, count))).make();
}

}  // namespace apollo::viewmodels
