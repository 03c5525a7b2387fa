// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What a subscriber hears when the connection comes back to another log than the one it knew.
#include "app/client/connection.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QTimer>
#include <gtest/gtest.h>

#include "common/codec/event_codec.h"
#include "tests/support/fake_log.h"

namespace apollo::client {
namespace {

class FakeServer;

// One end of a connection; the server answers from the event loop, as a network would.
class FakeChannel final : public Channel {
public:
    explicit FakeChannel(FakeServer& server) : m_server(server) {}
    bool send(ByteView frame) override;
    void close(const std::string&) override {}
    const PeerIdentity& peer() const override { return m_peer; }

private:
    FakeServer& m_server;
    PeerIdentity m_peer;
    QObject m_context;
};

// An orchestrator as far as subscriptions go: a log that the test may exchange.
class FakeServer {
public:
    std::vector<domain::Event> log;
    std::vector<std::uint64_t> asked_after;  // of each subscription
    bool is_silent = false;                  // takes everything, answers nothing
    int asked_whether_there = 0;

    ChannelFactory factory() {
        return [this](const ChannelOpened& opened) {
            auto channel = std::make_shared<FakeChannel>(*this);
            m_channel = channel;
            opened(std::shared_ptr<Channel>(channel));
        };
    }
    void cut() {
        if (const auto channel = m_channel.lock()) channel->on_closed("cut by the test");
    }
    std::vector<wire::Envelope> answers_to(const wire::Envelope& question) {
        std::vector<wire::Envelope> answers;
        if (question.request().has_measure_nodes()) ++asked_whether_there;
        if (is_silent) return answers;
        if (question.request().has_measure_nodes()) {
            answers.emplace_back().mutable_response()->set_id(question.request().id());
            answers.back().mutable_response()->mutable_measurements();
        }
        if (question.has_hello()) answers.emplace_back().mutable_hello_answer()->set_protocol(1);
        if (question.request().has_subscribe()) answers.push_back(events_after(question.request().id(), question.request().subscribe().after()));
        return answers;
    }

private:
    wire::Envelope events_after(std::uint64_t id, std::uint64_t after) {
        asked_after.push_back(after);
        wire::Envelope envelope;
        envelope.mutable_response()->set_id(id);
        wire::EventBatch& batch = *envelope.mutable_response()->mutable_events();
        for (const domain::Event& event : log) {
            if (event.header.position.value > after) batch.add_bodies(codec::encode_event(event, true));
        }
        batch.set_caught_up_position(log.back().header.position.value);
        return envelope;
    }
    std::weak_ptr<FakeChannel> m_channel;
};

bool FakeChannel::send(ByteView frame) {
    wire::Envelope question;
    if (!question.ParseFromArray(frame.data(), static_cast<int>(frame.size()))) return false;
    QTimer::singleShot(0, &m_context, [this, question] {
        for (const wire::Envelope& answer : m_server.answers_to(question)) {
            if (on_frame) on_frame(as_bytes(answer.SerializeAsString()));
        }
    });
    return true;
}

struct Heard {
    std::vector<domain::Event> events;
    int caught_up = 0;
    std::vector<std::string> lost_for_good;
    std::vector<std::string> interruptions;
    std::vector<api::Replacement> replaced;

    api::EventSource::Observer observer(bool wants_replacement) {
        api::EventSource::Observer made;
        made.on_events = [this](const std::vector<domain::Event>& more) { events.insert(events.end(), more.begin(), more.end()); };
        made.on_caught_up = [this](Position) { ++caught_up; };
        made.on_interrupted = [this](const Error& error, bool will_retry) {
            (will_retry ? interruptions : lost_for_good).push_back(error.message);
        };
        if (wants_replacement) made.on_replaced = [this](const api::Replacement& what) { replaced.push_back(what); };
        return made;
    }
};

template <typename Done>
bool wait_until(Done done) {
    const QDeadlineTimer deadline(20'000);
    while (!done() && !deadline.hasExpired()) QCoreApplication::processEvents(QEventLoop::AllEvents, 10);
    return done();
}

std::vector<domain::Event> log_of(std::uint64_t seed, std::size_t most) {
    testing::FakeLog log;
    log.add_node("node-a");
    log.work(log.submit(testing::pipeline_definition("nightly"), {"node-a"}, false), {.seed = seed, .failure_rate = 0});
    std::vector<domain::Event> events = log.events();
    if (events.size() > most) events.resize(most);
    return events;
}

struct Following {
    explicit Following(bool wants_replacement, int silence_limit_ms = 0) : connection(server.factory(), silence_limit_ms) {
        server.log = log_of(3, 12);
        subscription = connection.subscribe(Position{0}, heard.observer(wants_replacement));
    }
    bool knows_all() {
        return wait_until([&] { return heard.caught_up == 1 && heard.events.size() == server.log.size(); });
    }
    FakeServer server;
    Heard heard;
    Connection connection;
    std::uint64_t subscription = 0;
};

TEST(ConnectionToTheSameLog, GoesOnWithoutRepeatingAnything) {
    Following f(true);
    ASSERT_TRUE(f.knows_all());
    f.server.log = log_of(3, 15);
    f.server.cut();
    ASSERT_TRUE(wait_until([&] { return f.heard.caught_up == 2; }));
    EXPECT_EQ(f.heard.events.size(), 15u);
    EXPECT_TRUE(f.heard.replaced.empty());
    EXPECT_EQ(f.server.asked_after, (std::vector<std::uint64_t>{0, 11})) << "the newest known event is asked for again";
}

TEST(ConnectionToTheSameLog, IsAlsoRecognisedWhenNothingIsNew) {
    Following f(true);
    ASSERT_TRUE(f.knows_all());
    f.server.cut();
    ASSERT_TRUE(wait_until([&] { return f.heard.caught_up == 2; }));
    EXPECT_EQ(f.heard.events.size(), 12u);
    EXPECT_TRUE(f.heard.replaced.empty());
}

TEST(SilentConnection, IsAskedAndThenLostAndComesBackWithNothingMissing) {
    Following f(true, 300);
    ASSERT_TRUE(f.knows_all());
    ASSERT_TRUE(wait_until([&] { return f.server.asked_whether_there >= 3; })) << "nothing happens, and it answers that it is there";
    EXPECT_TRUE(f.heard.interruptions.empty());
    f.server.is_silent = true;
    ASSERT_TRUE(wait_until([&] { return !f.heard.interruptions.empty(); }));
    EXPECT_NE(f.heard.interruptions[0].find("has said nothing for"), std::string::npos) << f.heard.interruptions[0];
    f.server.log = log_of(3, 15);
    f.server.is_silent = false;
    ASSERT_TRUE(wait_until([&] { return f.heard.events.size() == 15; }));
    EXPECT_TRUE(f.heard.replaced.empty());
}

TEST(ConnectionToAnotherLog, SaysThatTheLogWentBack) {
    Following f(true);
    ASSERT_TRUE(f.knows_all());
    f.server.log = log_of(3, 7);
    f.server.cut();
    ASSERT_TRUE(wait_until([&] { return !f.heard.replaced.empty(); }));
    EXPECT_EQ(f.heard.replaced[0].known.value, 12u);
    ASSERT_TRUE(f.heard.replaced[0].ends_at);
    EXPECT_EQ(f.heard.replaced[0].ends_at->value, 7u);
    EXPECT_EQ(f.heard.caught_up, 1) << "it must not look connected and complete";
}

TEST(ConnectionToAnotherLog, SaysSoWhenThatLogIsAsLongOrLonger) {
    Following f(true);
    ASSERT_TRUE(f.knows_all());
    f.server.log = log_of(3, 16);
    // The restored log went on differently from its eighth event on.
    for (std::size_t k = 7; k < f.server.log.size(); ++k) f.server.log[k].header.epoch = Epoch{99};
    f.server.cut();
    ASSERT_TRUE(wait_until([&] { return !f.heard.replaced.empty(); }));
    EXPECT_FALSE(f.heard.replaced[0].ends_at);
    EXPECT_EQ(f.heard.events.size(), 12u) << "nothing of the other log is mixed into what is known";
}

TEST(ConnectionToAnotherLog, EndsForGoodForWhoCannotBeginAnew) {
    Following f(false);
    ASSERT_TRUE(f.knows_all());
    f.server.log = log_of(3, 7);
    f.server.cut();
    ASSERT_TRUE(wait_until([&] { return !f.heard.lost_for_good.empty(); }));
    EXPECT_NE(f.heard.lost_for_good[0].find("ends at position 7, before position 12"), std::string::npos) << f.heard.lost_for_good[0];
}

TEST(ConnectionToAnotherLog, GivesAllOfItToANewSubscription) {
    Following f(true);
    ASSERT_TRUE(f.knows_all());
    f.server.log = log_of(3, 7);
    f.server.cut();
    ASSERT_TRUE(wait_until([&] { return !f.heard.replaced.empty(); }));
    Heard anew;
    f.connection.subscribe(Position{0}, anew.observer(true));
    ASSERT_TRUE(wait_until([&] { return anew.caught_up == 1; }));
    EXPECT_EQ(anew.events.size(), 7u);
}

}  // namespace
}  // namespace apollo::client
