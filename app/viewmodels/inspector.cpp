// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/inspector.h"

#include <QCoreApplication>
#include <algorithm>

#include "app/viewmodels/event_names.h"
#include "app/viewmodels/event_text.h"
#include "app/viewmodels/run_facts.h"
#include "app/viewmodels/silent_nodes.h"
#include "app/viewmodels/state_style.h"
#include "app/viewmodels/text.h"

namespace apollo::viewmodels {

namespace {

QString inspector_words(const char* source) {
    return QCoreApplication::translate("Inspector", source);
}

std::optional<domain::RunStatus> status_after(domain::EventType type) {
    using enum domain::EventType;
    switch (type) {
        case Dispatched:
        case Accepted:
            return domain::RunStatus::Dispatched;
        case Started:
            return domain::RunStatus::Running;
        case Succeeded:
            return domain::RunStatus::Succeeded;
        case Failed:
            return domain::RunStatus::Failed;
        case TimedOut:
            return domain::RunStatus::Timeout;
        case Cancelled:
            return domain::RunStatus::Cancelled;
        default:
            return std::nullopt;
    }
}

// Of an event's end or of a state's run.
template <typename Ended>
QString result_text(const Ended& ended) {
    if (ended.signal_number != 0)
        return inspector_words(QT_TRANSLATE_NOOP("Inspector", "signal %1")).arg(ended.signal_number);
    return ended.exit_code ? inspector_words(QT_TRANSLATE_NOOP("Inspector", "exit %1")).arg(*ended.exit_code) : QString();
}

template <typename Ended>
QString end_text(const Ended& ended) {
    QStringList parts{result_text(ended), one_line(to_qstring(ended.message), 2000)};
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

// Collects the attempts of a run, event by event.
class AttemptCollector {
public:
    AttemptCollector(RunView& view, bool historical) : m_view(view), m_historical(historical) {}

    void take(const domain::Event& event) {
        const domain::EventHeader& header = event.header;
        if (header.fact_only || is_decision(header) || header.type == domain::EventType::Reconciled) {
            m_view.decisions << time_text(shown_time(header)) + QStringLiteral("  ") +
                                    event_name(header.type) + QStringLiteral("  ") +
                                    event_detail(event);
        }
        if (header.fact_only) return;
        const auto status = status_after(header.type);
        if (!status || header.attempt.value == 0) return;
        AttemptView& attempt = find(header.attempt.value);
        attempt.status = *status;
        switch (*status) {
            case domain::RunStatus::Dispatched:
                if (!attempt.dispatched_at.known()) attempt.dispatched_at = shown_time(header);
                break;
            case domain::RunStatus::Running:
                attempt.started_at = header.origin_time;
                m_started_recorded = header.recorded_time;
                break;
            default:
                end(attempt, event);
                break;
        }
    }

private:
    WallTime shown_time(const domain::EventHeader& header) const {
        return m_historical ? header.origin_time : header.recorded_time;
    }

    AttemptView& find(std::uint32_t number) {
        for (AttemptView& attempt : m_view.attempts) {
            if (attempt.number == number) return attempt;
        }
        m_view.attempts.push_back({});
        m_view.attempts.back().number = number;
        return m_view.attempts.back();
    }

    void end(AttemptView& attempt, const domain::Event& event) {
        attempt.ended_at = event.header.origin_time;
        // One clock each: an end that the orchestrator decided is measured from when it heard of the start.
        const bool by_orchestrator = event.header.sequence.value == 0 && !m_historical;
        const WallTime start = by_orchestrator && attempt.started_at.known() ? m_started_recorded : attempt.started_at;
        attempt.took = elapsed(start, by_orchestrator ? event.header.recorded_time : attempt.ended_at, false, {});
        const auto* ended = std::get_if<domain::RunEnded>(&event.payload);
        if (!ended) return;
        attempt.result = result_text(*ended);
        attempt.message = to_qstring(ended->message);
        attempt.output = to_qstring(ended->output_text.empty() ? ended->output_json : ended->output_text);
        attempt.artifact = ended->artifact;
    }

    RunView& m_view;
    bool m_historical;
    WallTime m_started_recorded;
};

TaskFacts task_facts_then(const Navigator& navigator) {
    if (navigator.live().is_loading()) return {navigator.task()->paused, navigator.task()->cancel_requested};
    return task_facts(navigator.live().history(), navigator.task_index(), navigator.shown_events());
}

// While the history is not there the present state tells of the newest attempt, and of nothing before it.
void take_present(RunView& view, const domain::State& state, RunIndex index) {
    const domain::Run& run = state.runs[index.value];
    const domain::RunDetails& details = state.details[index.value];
    view.retries = run.retries;
    view.updated_at = details.updated_at;
    const std::uint32_t number = std::max(run.attempt.value, run.dispatched_attempt.value);
    if (number == 0) return;
    AttemptView& attempt = view.attempts.emplace_back();
    attempt.number = number;
    attempt.status = view.look.status() == domain::RunStatus::Retrying ? domain::RunStatus::Failed : view.look.status();
    attempt.dispatched_at = details.dispatched_at;
    attempt.started_at = details.started_at;
    attempt.ended_at = details.ended_at;
    if (details.ended_at.known()) attempt.took = elapsed(details.started_at, details.ended_at, false, {});
    attempt.result = result_text(details);
    attempt.message = to_qstring(details.message);
    attempt.output = to_qstring(details.output_text.empty() ? details.output_json : details.output_text);
    attempt.artifact = details.artifact;
}

QStringList flags_then(const Navigator& navigator, RunIndex run, Look look) {
    QStringList flags;
    if (look.blocked()) flags << flag_name("blocked");
    if (look.unneeded()) flags << flag_name("unneeded");
    if (task_facts_then(navigator).paused)
        flags << flag_name("paused");
    if (look.quarantined()) flags << flag_name("quarantined");
    const domain::Task& task = *navigator.task();
    const domain::Node* node = navigator.nodes_state().find_node(task.plan->node_of_run(run.value - task.first_run.value));
    if (node && !domain::is_settled(look.status()) && is_silent(node->status)) {
        flags << flag_name("unreachable");
    }
    return flags;
}

}  // namespace

std::optional<RunView> inspect_run(const Navigator& navigator) {
    const domain::Task* task = navigator.task();
    const auto run = navigator.selected_run();
    if (!task || !run) return std::nullopt;
    const std::uint32_t local = run->value - task->first_run.value;
    RunView view;
    const domain::StepDefinition& step = task->plan->definition.steps[task->plan->step_of_run(local)];
    view.task = to_qstring(task->id.text);
    view.step = to_qstring(step.name.text);
    view.node = to_qstring(task->plan->node_of_run(local).text);
    view.intent = to_qstring(step.intent.text);
    view.look = navigator.cursor().look(run->value);
    AttemptCollector collector(view, task->historical);
    for (const Ordinal ordinal : navigator.live().history().of_run(*run)) {
        if (ordinal >= navigator.shown_events()) break;
        view.events.push_back(ordinal);
        collector.take(navigator.live().history().event(ordinal));
    }
    RunFacts facts = run_facts(navigator.live().history(), *run, navigator.shown_events());
    view.flags = flags_then(navigator, *run, view.look);
    view.retries = facts.retries;
    view.updated_at = facts.updated_at;
    if (navigator.live().is_loading()) {
        const domain::State& state = navigator.live().state();
        take_present(view, state, *run);
        facts.retry_recorded_at = state.details[run->value].retry_recorded_at;
        facts.retry_delay_ms = state.details[run->value].retry_delay_ms;
    }
    if (!view.attempts.empty() && view.attempts.back().status == domain::RunStatus::Running) {
        AttemptView& last = view.attempts.back();
        const bool runs = view.look.status() == domain::RunStatus::Running;
        last.took = elapsed(last.started_at, {}, runs, navigator.shown_time());
    }
    if (view.look.status() == domain::RunStatus::Retrying) {
        const std::int64_t left_ms = facts.retry_recorded_at.ms + facts.retry_delay_ms - navigator.shown_time().ms;
        view.next_try = left_ms <= 0 ? inspector_words(QT_TRANSLATE_NOOP("Inspector", "due now"))
                                     : inspector_words(QT_TRANSLATE_NOOP("Inspector", "in %1")).arg(duration_text(left_ms));
    }
    return view;
}

std::optional<TaskView> inspect_task(const Navigator& navigator) {
    const domain::Task* task = navigator.task();
    if (!task) return std::nullopt;
    TaskView view;
    view.id = to_qstring(task->id.text);
    view.intent = to_qstring(task->plan->definition.intent.text);
    view.submitted_by = to_qstring(task->submitted_by.text);
    view.note = to_qstring(task->note);
    QStringList metadata;
    for (const auto& [key, value] : task->plan->definition.metadata) {
        metadata << to_qstring(key) + QStringLiteral(": ") + to_qstring(value);
    }
    view.metadata = metadata.join(QLatin1Char('\n'));
    view.look = navigator.cursor().task(navigator.task_index().value);
    view.submitted_at = task->submitted_at;
    view.steps = static_cast<std::uint32_t>(task->plan->steps.size());
    view.runs = task->plan->run_count;
    view.historical = task->historical;
    const TaskFacts facts = task_facts_then(navigator);
    view.paused = facts.paused;
    view.cancel_requested = facts.cancel_requested;
    return view;
}

std::vector<RunIndex> runs_in_need(const Navigator& navigator, std::size_t limit) {
    std::vector<RunIndex> runs;
    const domain::Task* task = navigator.task();
    if (!task) return runs;
    const int least = severity(domain::RunStatus::Retrying);
    const TaskLook& all = navigator.cursor().task(navigator.task_index().value);
    std::uint32_t left = all.blocked + all.quarantined;
    for (std::size_t status = 0; status < all.counts.size(); ++status) {
        if (severity(static_cast<domain::RunStatus>(status)) >= least) left += all.counts[status];
    }
    if (left == 0) return runs;  // twenty thousand runs need not be looked at to find none
    for (std::uint32_t k = 0; k < task->plan->run_count; ++k) {
        const RunIndex run{task->first_run.value + k};
        if (severity(navigator.cursor().look(run.value)) >= least) runs.push_back(run);
    }
    std::stable_sort(runs.begin(), runs.end(), [&](RunIndex a, RunIndex b) {
        return severity(navigator.cursor().look(a.value)) > severity(navigator.cursor().look(b.value));
    });
    if (runs.size() > limit) runs.resize(limit);
    return runs;
}

std::optional<domain::RunEnded> last_end(const Navigator& navigator, RunIndex run) {
    const EventHistory& history = navigator.live().history();
    for (auto at = history.last_of_run(run); at; at = history.earlier_of_run(*at)) {
        if (*at >= navigator.shown_events() || history.header(*at).fact_only) continue;
        const domain::Payload payload = history.payload(*at);
        if (const auto* ended = std::get_if<domain::RunEnded>(&payload)) return *ended;
    }
    return std::nullopt;
}

QString last_end_text(const Navigator& navigator, RunIndex run) {
    if (navigator.live().is_loading()) return end_text(navigator.live().state().details[run.value]);
    const auto ended = last_end(navigator, run);
    return ended ? end_text(*ended) : QString();
}

QString run_name(const Navigator& navigator, RunIndex run) {
    const domain::Task* task = navigator.task();
    const PlanVersion* version = task ? navigator.plan_of_run(run) : nullptr;
    if (!version) return {};
    const domain::Plan& plan = *version->plan;
    const std::uint32_t local = version->local(run);
    const QString step = to_qstring(plan.definition.steps[plan.step_of_run(local)].name.text);
    return one_line(step + QStringLiteral(" · ") + to_qstring(plan.node_of_run(local).text));
}

}  // namespace apollo::viewmodels
