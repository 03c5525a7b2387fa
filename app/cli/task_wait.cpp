// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/cli/task_wait.h"

#include <QEventLoop>
#include <QTimer>

#include "app/cli/context.h"
#include "common/domain/reducer.h"

namespace apollo::cli {

namespace {

constexpr int absence_limit_ms = 30000;

struct Following {
    domain::State state;
    TaskId task;
    OnChange on_change;
    std::optional<Result<domain::TaskStatus>> outcome;
    QEventLoop loop;
    QTimer absence;

    void finish(Result<domain::TaskStatus> result) {
        if (outcome) return;
        outcome.emplace(std::move(result));
        loop.quit();
    }

    void on_events(const std::vector<domain::Event>& events, bool live) {
        absence.stop();
        for (const domain::Event& event : events) {
            domain::apply(state, event);
            const domain::Task* known = state.find_task(task);
            if (!known || event.header.task.value >= state.tasks.size() || state.tasks[event.header.task.value].id != task) continue;
            if (on_change && live) on_change(state, event);
        }
        if (live) check();
    }

    // Only at the end of a batch: within it a FAILED may still be followed by its RETRY_SCHEDULED.
    void check() {
        const domain::Task* known = state.find_task(task);
        if (known && domain::is_ended(known->status)) finish(known->status);
    }
};

Waited waited_for(domain::TaskStatus status) { return {status, status == domain::TaskStatus::Succeeded ? exit_done : exit_no}; }

// Of a task that may end at this very moment, and of a log that may not have been read to its end: asked for, not folded.
Result<Waited> ran_out_of_time(const api::Session& session, const TaskId& task, const Error& late) {
    auto state = await<std::shared_ptr<const domain::State>>([&](auto done) { session.history->fetch_state(task, std::move(done)); });
    const domain::Task* known = state ? (*state)->find_task(task) : nullptr;
    if (!known) return late;
    if (domain::is_ended(known->status)) return waited_for(known->status);
    return Waited{known->status, fail(late)};
}

}  // namespace

Result<Waited> wait_for_end(const api::Session& session, const TaskId& task, std::int64_t timeout_ms, const OnChange& on_change) {
    auto following = std::make_shared<Following>();
    following->task = task;
    following->on_change = on_change;
    following->absence.setSingleShot(true);
    auto last_error = std::make_shared<Error>();
    QObject::connect(&following->absence, &QTimer::timeout, &following->loop, [raw = following.get(), last_error] { raw->finish(*last_error); });
    auto live = std::make_shared<bool>(false);
    api::EventSource::Observer observer;
    observer.on_events = [raw = following.get(), live](const std::vector<domain::Event>& events) { raw->on_events(events, *live); };
    observer.on_caught_up = [raw = following.get(), live, task](Position) {
        *live = true;
        raw->absence.stop();
        if (!raw->state.find_task(task)) return raw->finish(no_such_task(task.text));
        raw->check();
    };
    observer.on_interrupted = [raw = following.get(), last_error](const Error& error, bool will_retry) {
        *last_error = error;
        // Before the first events there is nobody to wait for.
        if (!will_retry || raw->state.position.value == 0) return raw->finish(error);
        if (!raw->absence.isActive()) raw->absence.start(absence_limit_ms);
    };
    const auto subscription = session.events->subscribe(Position{0}, std::move(observer));
    if (timeout_ms > 0) {
        QTimer::singleShot(static_cast<int>(std::min<std::int64_t>(timeout_ms, 2000000000)), &following->loop, [raw = following.get(), task, timeout_ms] {
            raw->finish(Error{ErrorKind::Timeout, "task " + task.text + " has not ended after " + std::to_string(timeout_ms / 1000) + " s; it goes on"});
        });
    }
    if (!following->outcome) following->loop.exec();
    const Result<domain::TaskStatus>& ended = *following->outcome;
    if (ended) return waited_for(*ended);
    return ended.error().kind == ErrorKind::Timeout ? ran_out_of_time(session, task, ended.error()) : Result<Waited>(ended.error());
}

void print_change(const domain::State& state, const domain::Event& event) {
    const domain::EventHeader& header = event.header;
    if (!domain::is_of_run(header) || header.run.value >= state.runs.size()) return;
    print(time_text(header.recorded_time) + "  " + state.step_of(header.run).name.text + " on " + state.node_of(header.run).text + "  " +
          to_text(header.type) + ", now " + to_text(state.runs[header.run.value].status));
}

}  // namespace apollo::cli
