// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/why.h"

#include <algorithm>

#include "app/viewmodels/event_names.h"
#include "app/viewmodels/event_text.h"
#include "app/viewmodels/inspector.h"
#include "app/viewmodels/text.h"

namespace apollo::viewmodels {

namespace {

using Type = domain::EventType;

constexpr std::size_t longest_chain = 12;

class Explainer {
public:
    explicit Explainer(const Navigator& navigator)
        : m_navigator(navigator), m_history(navigator.live().history()), m_task(*navigator.task()) {}

    std::vector<Cause> chain(RunIndex run) {
        std::optional<Ordinal> at = setter_of(run, m_navigator.shown_events());
        while (at && m_causes.size() < longest_chain) {
            add(*at);
            at = cause_of(*at);
        }
        return std::move(m_causes);
    }

private:
    void add(Ordinal ordinal) {
        const domain::EventHeader& header = m_history.header(ordinal);
        const bool of_run = domain::is_of_run(header);
        Cause cause{ordinal, of_run ? header.run : no_run, {}};
        cause.text = event_name(header.type);
        if (of_run) cause.text += QStringLiteral("  ") + run_name(m_navigator, header.run);
        const QString detail = event_detail(m_history.event(ordinal));
        if (!detail.isEmpty()) cause.text += QStringLiteral(" — ") + detail;
        cause.text = one_line(cause.text, 300);
        m_causes.push_back(std::move(cause));
    }

    // The event that gave the run the look it has after the first `events` events.
    std::optional<Ordinal> setter_of(RunIndex run, Ordinal events) const {
        const StatusTimeline& timeline = m_navigator.live().timeline();
        const auto& deltas = timeline.of_task(m_navigator.task_index());
        auto at = std::partition_point(deltas.begin(), deltas.end(), [&](std::uint32_t delta) {
            return timeline.delta(delta).ordinal < events;
        });
        while (at != deltas.begin()) {
            const Delta& delta = timeline.delta(*--at);
            if (delta.entity != run.value) continue;
            if (m_history.header(delta.ordinal).type != Type::TaskAmended) return delta.ordinal;
            // It got its number there, with the look it had under the earlier one.
            const auto earlier = earlier_number(run);
            if (!earlier) return delta.ordinal;
            return setter_of(*earlier, delta.ordinal);
        }
        return bringer(run);
    }

    // What made the run exist: the submission, or the amendment that added its step.
    std::optional<Ordinal> bringer(RunIndex run) const {
        if (const auto earlier = earlier_number(run)) return bringer(*earlier);
        const PlanVersion* version = m_navigator.live().timeline().plan_of_run(run);
        return version ? std::optional(version->ordinal) : submission();
    }

    // The number a run had before the amendment that gave it this one.
    std::optional<RunIndex> earlier_number(RunIndex run) const {
        const PlanVersion* before = nullptr;
        for (const PlanVersion& version : m_navigator.live().timeline().plans_of(m_navigator.task_index())) {
            if (version.has(run)) return before ? before->same_run(version, run) : std::nullopt;
            before = &version;
        }
        return std::nullopt;
    }

    std::optional<Ordinal> submission() const {
        const auto& own = m_history.of_task(m_navigator.task_index());
        return own.empty() ? std::nullopt : std::optional(own.front());
    }

    template <typename Fits>
    std::optional<Ordinal> last_of_run(RunIndex run, Ordinal before, Fits fits) const {
        const auto& own = m_history.of_run(run);
        auto at = std::lower_bound(own.begin(), own.end(), before);
        while (at != own.begin()) {
            const domain::EventHeader& header = m_history.header(*--at);
            if (!header.fact_only && fits(header)) return *at;
        }
        return std::nullopt;
    }

    std::optional<Ordinal> last_of_task(domain::EventType type, Ordinal before) const {
        const auto& own = m_history.steering_of_task(m_navigator.task_index());
        auto at = std::lower_bound(own.begin(), own.end(), before);
        while (at != own.begin()) {
            if (m_history.header(*--at).type == type) return *at;
        }
        return std::nullopt;
    }

    std::optional<Ordinal> cause_of(Ordinal ordinal) const {
        const domain::EventHeader& header = m_history.header(ordinal);
        switch (header.type) {
            case Type::TaskSubmitted:
            case Type::TaskAmended:
            case Type::ManualOverride:
            case Type::TaskCancelRequested:
            case Type::TaskPaused:
                return std::nullopt;
            case Type::Cancelled:
                if (const auto asked = last_of_task(Type::TaskCancelRequested, ordinal)) return asked;
                return what_let_begin(header.run, ordinal);
            case Type::RetryScheduled:
            case Type::CompensationStarted:
                return last_of_run(header.run, ordinal, [](const domain::EventHeader& h) { return h.type == Type::Failed || h.type == Type::TimedOut; });
            default:
                return header.run == no_run ? std::nullopt : what_let_begin(header.run, ordinal);
        }
    }

    // What led to the newest attempt before `before`: a retry, a person, or the last upstream run to end.
    std::optional<Ordinal> what_let_begin(RunIndex run, Ordinal before) const {
        const auto again = last_of_run(run, before, [](const domain::EventHeader& h) {
            return h.type == Type::RetryScheduled || h.type == Type::ManualOverride || h.type == Type::RunReleased;
        });
        if (again) return again;
        const std::uint32_t local = m_navigator.shown_run(run).value_or(no_run).value - m_task.first_run.value;
        if (local >= m_task.plan->run_count) return std::nullopt;
        std::optional<Ordinal> latest;
        for (const std::uint32_t upstream : m_task.plan->steps[m_task.plan->step_of_run(local)].depends_on) {
            const domain::PlanStep& step = m_task.plan->steps[upstream];
            for (std::uint32_t k = 0; k < step.nodes.size(); ++k) {
                const RunIndex other{m_task.first_run.value + step.first_run + k};
                const auto end = last_of_run(other, before, [](const domain::EventHeader& h) {
                    return h.type == Type::Succeeded || h.type == Type::Failed || h.type == Type::TimedOut || h.type == Type::Cancelled ||
                           h.type == Type::ManualOverride || h.type == Type::Reconciled;
                });
                if (end && (!latest || *end > *latest)) latest = end;
            }
        }
        return latest ? latest : submission();
    }

    const Navigator& m_navigator;
    const EventHistory& m_history;
    const domain::Task& m_task;
    std::vector<Cause> m_causes;
};

}  // namespace

std::vector<Cause> explain(const Navigator& navigator) {
    if (!navigator.task() || !navigator.selected_run()) return {};
    return Explainer(navigator).chain(*navigator.selected_run());
}

}  // namespace apollo::viewmodels
