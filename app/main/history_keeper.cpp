// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/main/history_keeper.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "app/history/projector.h"
#include "app/history/queries.h"
#include "common/base/clock.h"
#include "common/base/disk.h"

namespace apollo::programs {

namespace {

constexpr std::chrono::seconds batch_wait{1};
constexpr std::int64_t stop_limit_ms = 5000;  // what is left then is projected at the next start

}  // namespace

struct HistoryKeeper::Impl {
    Impl(std::string folder, std::string wanted) : data_folder(std::move(folder)), place(std::move(wanted)) {}

    void run();
    void forget_all();
    bool wait(Position reached);
    bool batch_is_full() const { return durable.value >= projected.value + history::batch_events_max; }
    void project(history::Projector& projector, Position target);
    void note_failure(const Error& error);
    void answer_questions();

    struct Question {
        api::TaskQuestion question;
        std::function<void(Result<api::TaskPage>)> done;
    };
    const std::string data_folder;
    const std::string place;
    SystemClock clock;
    std::function<void(const std::string&)> on_log;
    std::thread thread;
    std::mutex mutex;  // guards durable, projected, questions and stopping
    std::condition_variable wake;
    Position durable;
    Position projected;
    std::vector<Question> questions;
    bool stopping = false;
    bool anew = false;  // set before the thread is there

    // Of the projection's thread.
    bool failing = false;
    bool given_up = false;
};

// Until a batch is full, a second has passed, or the end. False: the end.
bool HistoryKeeper::Impl::wait(Position reached) {
    std::unique_lock lock(mutex);
    projected = reached;
    wake.wait_for(lock, batch_wait, [&] { return stopping || !questions.empty() || (!failing && batch_is_full()); });
    return !stopping;
}

void HistoryKeeper::Impl::note_failure(const Error& error) {
    given_up = error.kind == ErrorKind::Unsupported;
    if (failing) return;
    failing = true;
    if (on_log) on_log("warning: the SQL history is not written: " + error.message + (given_up ? "" : "; everything else goes on, and it catches up by itself"));
}

void HistoryKeeper::Impl::answer_questions() {
    std::vector<Question> asked;
    {
        const std::lock_guard lock(mutex);
        asked.swap(questions);
    }
    for (const Question& one : asked) {
        auto page = history::find_tasks_at(place, one.question);
        // The first second of a new folder: nothing has been projected.
        const bool is_new = !page && page.error().kind == ErrorKind::NotFound;
        one.done(is_new ? Result<api::TaskPage>(api::TaskPage()) : std::move(page));
    }
}

void HistoryKeeper::Impl::project(history::Projector& projector, Position target) {
    std::optional<MonotonicTime> stopped_at;
    while (!given_up) {
        auto more = projector.step(target);
        if (!more) return note_failure(more.error());
        if (failing && on_log) on_log("info: the SQL history is written again");
        failing = false;
        answer_questions();
        if (!*more) return;
        const std::lock_guard lock(mutex);
        if (!stopping) continue;
        const MonotonicTime now = clock.now().monotonic;
        if (!stopped_at) stopped_at = now;
        if (now > stopped_at->plus_ms(stop_limit_ms)) return;
    }
}

void HistoryKeeper::Impl::forget_all() {
    if (auto asked = history::request_rebuild_at(place); !asked && asked.error().kind != ErrorKind::NotFound && on_log) {
        on_log("warning: " + place + " holds what the log has lost and could not be emptied: " + asked.error().message + "; run apollo-cli store rebuild");
    }
}

void HistoryKeeper::Impl::run() {
    SystemDisk disk;
    if (anew) forget_all();
    history::Projector projector(disk, data_folder, place);
    projector.on_warning = [this](const std::string& line) {
        if (on_log) on_log("warning: " + line);
    };
    bool go_on = true;
    while (go_on) {
        go_on = wait(projector.position());
        answer_questions();
        Position target;
        {
            const std::lock_guard lock(mutex);
            target = durable;
        }
        if (target.value != 0) project(projector, target);
    }
}

HistoryKeeper::HistoryKeeper(std::string data_folder, std::string place) : m_impl(std::make_unique<Impl>(std::move(data_folder), std::move(place))) {}
HistoryKeeper::~HistoryKeeper() { stop(); }

void HistoryKeeper::begin_anew_where(const std::function<bool(Position)>& is_lost) {
    const auto position = history::position_at(m_impl->place);
    m_impl->anew = position && is_lost(*position);
}

void HistoryKeeper::start(std::function<void(const std::string& line)> on_log) {
    m_impl->on_log = std::move(on_log);
    m_impl->thread = std::thread([this] { m_impl->run(); });
}

void HistoryKeeper::advance(Position durable) {
    const std::lock_guard lock(m_impl->mutex);
    if (durable <= m_impl->durable) return;
    m_impl->durable = durable;
    if (m_impl->batch_is_full()) m_impl->wake.notify_one();
}

Position HistoryKeeper::projected() const {
    const std::lock_guard lock(m_impl->mutex);
    return m_impl->projected;
}

void HistoryKeeper::find_tasks(api::TaskQuestion question, std::function<void(Result<api::TaskPage>)> done) {
    constexpr std::size_t most_waiting = 256;
    const std::lock_guard lock(m_impl->mutex);
    if (m_impl->stopping || m_impl->questions.size() >= most_waiting) return;
    m_impl->questions.push_back({std::move(question), std::move(done)});
    m_impl->wake.notify_one();
}

void HistoryKeeper::stop() {
    {
        const std::lock_guard lock(m_impl->mutex);
        m_impl->stopping = true;
    }
    m_impl->wake.notify_one();
    if (m_impl->thread.joinable()) m_impl->thread.join();
}

}  // namespace apollo::programs
