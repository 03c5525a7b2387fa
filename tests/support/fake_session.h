// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// An api::Session without anything behind it: delivers given events in batches when the test says so, keeps the
// commands it was sent. Callbacks come from deliver() and answer(), never from inside a call.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "app/api/api.h"

namespace apollo::testing {

class FakeSource : public api::EventSource, public api::CommandSink, public api::HistoryQuery {
public:
    explicit FakeSource(std::vector<domain::Event> events = {}) : m_events(std::move(events)) {}

    // ---- what the test does ----
    void add(const std::vector<domain::Event>& events) {
        m_events.insert(m_events.end(), events.begin(), events.end());
    }
    // Hands over the next `count` events in one batch.
    void deliver(std::size_t count) {
        if (!m_observer.on_events) return;
        const std::size_t end = std::min(m_events.size(), m_delivered + count);
        const std::vector<domain::Event> batch(m_events.begin() + static_cast<std::ptrdiff_t>(m_delivered),
                                               m_events.begin() + static_cast<std::ptrdiff_t>(end));
        m_delivered = end;
        if (!batch.empty()) m_observer.on_events(batch);
    }
    void deliver_all() {
        while (m_observer.on_events && m_delivered < m_events.size()) deliver(4096);
        if (m_observer.on_caught_up)
            m_observer.on_caught_up(m_events.empty() ? Position{0} : m_events.back().header.position);
    }
    void say_caught_up() {
        if (m_observer.on_caught_up) m_observer.on_caught_up(Position{m_delivered});
    }
    void interrupt(const std::string& message, bool will_retry) {
        if (m_observer.on_interrupted) m_observer.on_interrupted(Error{ErrorKind::Unreachable, message}, will_retry);
    }
    // The source comes to hold another log, and says so.
    void replace(std::vector<domain::Event> events, std::optional<Position> ends_at) {
        const api::Replacement what{m_events.empty() ? Position{0} : m_events.back().header.position, ends_at};
        m_events = std::move(events);
        m_delivered = 0;
        if (m_observer.on_replaced) m_observer.on_replaced(what);
    }
    std::vector<domain::Command> commands;
    std::vector<std::function<void(Result<domain::CommandResult>)>> unanswered;
    std::vector<api::TaskQuestion> task_questions;
    std::vector<std::function<void(Result<api::TaskPage>)>> unanswered_tasks;
    std::vector<api::OutputQuestion> output_questions;
    std::vector<std::function<void(Result<api::OutputPiece>)>> unanswered_outputs;

    // ---- what the window sees ----
    std::unique_ptr<api::Subscription> subscribe(Position, Observer observer) override {
        m_observer = std::move(observer);
        m_delivered = 0;
        return std::make_unique<End>(*this, ++m_subscriptions);
    }
    void send(domain::Command command, std::function<void(Result<domain::CommandResult>)> done) override {
        commands.push_back(std::move(command));
        unanswered.push_back(std::move(done));
    }
    void fetch_state(std::optional<TaskId>,
                     std::function<void(Result<std::shared_ptr<const domain::State>>)>) override {}
    // A test's history is short: it is read from its beginning. Said at once, so that a test may deliver at once.
    void fetch_present(std::function<void(Result<std::shared_ptr<const domain::State>>)> done) override {
        done(Error{ErrorKind::Refused, "nothing is known but the events"});
    }
    void fetch_artifact(ArtifactId, std::function<void(Result<std::string>)>) override {}
    void fetch_output(api::OutputQuestion question, std::function<void(Result<api::OutputPiece>)> done) override {
        output_questions.push_back(std::move(question));
        unanswered_outputs.push_back(std::move(done));
    }
    void find_tasks(api::TaskQuestion question, std::function<void(Result<api::TaskPage>)> done) override {
        task_questions.push_back(std::move(question));
        unanswered_tasks.push_back(std::move(done));
    }
    void measure_nodes(std::function<void(Result<std::vector<api::NodeMeasurement>>)>) override {}

private:
    struct End : api::Subscription {
        End(FakeSource& owner, int number_given) : source(owner), number(number_given) {}
        ~End() override {
            if (source.m_subscriptions == number) source.m_observer = {};
        }
        FakeSource& source;
        int number;
    };
    std::vector<domain::Event> m_events;
    std::size_t m_delivered = 0;
    int m_subscriptions = 0;  // only the newest is served
    Observer m_observer;
};

struct FakeSession {
    std::shared_ptr<FakeSource> source;
    api::Session session;
};

inline FakeSession make_fake_session(std::vector<domain::Event> events, std::string title = "localhost:7411") {
    FakeSession fake;
    fake.source = std::make_shared<FakeSource>(std::move(events));
    fake.session = {fake.source, fake.source, fake.source, std::move(title)};
    return fake;
}

}  // namespace apollo::testing
