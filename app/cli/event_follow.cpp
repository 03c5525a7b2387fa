// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/cli/event_follow.h"

#include <QEventLoop>
#include <QTimer>
#include <cstdio>
#include <deque>

#include "app/cli/event_names.h"
#include "common/domain/reducer.h"

namespace apollo::cli {

namespace {

// Longer than a restart with a long log, and than the pauses between two tries to connect.
constexpr int absence_limit_ms = 120000;
constexpr std::size_t kept_from_before = 10;

class Follower {
public:
    Follower(const WantedEvents& wanted, bool json, bool all_from_before) : m_wanted(wanted), m_json(json), m_all_from_before(all_from_before) {
        m_absence.setSingleShot(true);
        QObject::connect(&m_absence, &QTimer::timeout, &m_loop, [this] { end(*m_error); });
    }

    Error run(const api::Session& session) {
        api::EventSource::Observer observer;
        observer.on_events = [this](const auto& events) { take(events); };
        observer.on_caught_up = [this](Position) { go_live(); };
        observer.on_interrupted = [this](const Error& error, bool will_retry) { wait_or_end(error, will_retry); };
        observer.on_replaced = [this](const api::Replacement& what) {
            end({ErrorKind::Refused, "the orchestrator holds another log since it is back (it differs before position " + std::to_string(what.known.value) + "); follow it anew"});
        };
        const auto subscription = session.events->subscribe(Position{0}, std::move(observer));
        if (!m_has_ended) m_loop.exec();
        return *m_error;
    }

private:
    void take(const std::vector<domain::Event>& events) {
        for (const domain::Event& event : events) {
            Json document = event_document(m_state, event);
            domain::apply(m_state, event);
            if (fits(m_wanted, document)) {
                m_waiting.push_back(std::move(document));
                m_has_fitting = true;
            }
            if (!m_live && !m_all_from_before && m_waiting.size() > kept_from_before) m_waiting.pop_front();
        }
        if (m_live || m_all_from_before) print_waiting();
    }

    void go_live() {
        if (m_absence.isActive()) std::fprintf(stderr, "apollo-cli: it is back\n");
        m_absence.stop();
        if (!m_live && !m_has_fitting) say_why_nothing_fits();
        m_live = true;
        print_waiting();
    }

    // Names may come later; a mistyped one would be waited for in silence.
    void say_why_nothing_fits() {
        const Status known = names_exist(m_state, m_wanted);
        std::fprintf(stderr, "apollo-cli: %s\n", known ? "no such events so far; waiting" : (known.error().message + "; waiting, it may come").c_str());
    }

    void print_waiting() {
        if (!m_json && !m_has_header) print_row(event_columns(), m_widths);
        m_has_header = true;
        for (const Json& document : m_waiting) {
            if (m_json) print_json(document);
            else print_row(event_row(document), m_widths);
        }
        m_waiting.clear();
        if (std::ferror(stdout) != 0) end({ErrorKind::Io, "the output cannot be written; what has come since is not in it"});
    }

    void wait_or_end(const Error& error, bool will_retry) {
        m_error = error;
        // Before the first events there is nobody to wait for.
        if (!will_retry || m_state.position.value == 0) return end(error);
        if (m_absence.isActive()) return;
        std::fprintf(stderr, "apollo-cli: %s; waiting for it\n", error.message.c_str());
        m_absence.start(absence_limit_ms);
    }

    void end(const Error& error) {
        m_error = error;
        m_has_ended = true;
        m_loop.quit();
    }

    const WantedEvents m_wanted;
    const bool m_json, m_all_from_before;
    domain::State m_state;
    std::deque<Json> m_waiting;  // to be printed
    std::vector<std::size_t> m_widths{8, 24, 14, 20, 16, 12, 7, 0};  // of what is usual; what is longer makes room for itself
    bool m_live = false, m_has_fitting = false, m_has_header = false, m_has_ended = false;
    std::optional<Error> m_error;  // the newest
    QEventLoop m_loop;
    QTimer m_absence;
};

}  // namespace

int follow_events(Context& context, const api::Session& session, const WantedEvents& wanted) {
    return fail(Follower(wanted, context.json(), context.options().has("from")).run(session));
}

}  // namespace apollo::cli
