// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A center in the same process: an ideal one that stores and acknowledges everything, unless it is told not to.
#pragma once

#include <QObject>
#include <QTimer>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "agent/session/center_link.h"
#include "common/base/sha256.h"
#include "common/codec/event_codec.h"
#include "common/domain/event.h"

namespace apollo::agent {

class FakeCenter final : public QObject {
public:
    bool reachable = true;
    bool acknowledges = true;
    bool answers_heartbeats = true;
    std::int64_t heartbeat_interval_ms = 200;
    std::string refusal;                                   // of the next hello
    std::map<std::uint32_t, std::uint64_t> forced_acked;    // incarnation → what the next hello answer claims

    std::vector<wire::Hello> hellos;
    std::vector<wire::NodeEvent> events;                    // of all incarnations, each sequence once
    std::vector<wire::DispatchAnswer> answers;
    std::vector<wire::ProgressAnswer> progress;
    std::vector<wire::AgentSnapshot> snapshots;
    std::map<std::string, std::string> artifacts;           // complete ones
    std::vector<std::string> faults;                        // what an agent must not do
    int heartbeats = 0;
    std::uint32_t epoch = 1;
    std::string trouble;                                    // as the newest heartbeat says

    ConnectFunction connect_function() {
        return [this](auto answer) {
            QTimer::singleShot(0, this, [this, answer] {
                if (!reachable) return answer(Error{ErrorKind::Unreachable, "nobody listens"});
                auto end = std::make_unique<End>(*this);
                m_end = end.get();
                answer(std::unique_ptr<Channel>(std::move(end)));
            });
        };
    }
    bool connected() const { return m_end != nullptr; }
    void cut() {
        if (m_end != nullptr && m_end->on_closed) m_end->on_closed("cut");
    }
    void forget_everything() {
        events.clear();
        m_seen.clear();
    }
    void send(const wire::Envelope& envelope) {
        if (m_end != nullptr && m_end->on_frame) {
            const std::string bytes = envelope.SerializeAsString();
            m_end->on_frame(as_bytes(bytes));
        }
    }
    void dispatch(const std::string& step, const std::string& intent, const std::string& params, std::uint32_t attempt = 1,
                  std::int64_t timeout_ms = 0) {
        wire::Envelope envelope;
        auto& message = *envelope.mutable_dispatch();
        fill_key(*message.mutable_key(), step, attempt);
        message.set_epoch(epoch);
        message.set_intent(intent);
        message.set_params_json(params);
        message.set_input_json("{}");
        message.set_timeout_ms(timeout_ms);
        send(envelope);
    }
    void cancel(const std::string& step, std::uint32_t attempt = 1) {
        wire::Envelope envelope;
        fill_key(*envelope.mutable_cancel_run()->mutable_key(), step, attempt);
        send(envelope);
    }
    static void fill_key(wire::RunKey& key, const std::string& step, std::uint32_t attempt) {
        key.set_task_id("task");
        key.set_step(step);
        key.set_node("n1");
        key.set_attempt(attempt);
    }

    // "ACCEPTED STARTED SUCCEEDED" of one attempt, in the order received.
    std::string story(const std::string& step, std::uint32_t attempt = 1) const {
        std::string text;
        for (const auto& event : events) {
            if (event.key().step() != step || event.key().attempt() != attempt) continue;
            text += (text.empty() ? "" : " ") + std::string(domain::to_text(static_cast<domain::EventType>(event.type())));
        }
        return text;
    }
    domain::RunEnded end_of(const std::string& step, std::uint32_t attempt = 1) const {
        for (const auto& event : events) {
            if (event.key().step() != step || event.key().attempt() != attempt) continue;
            const auto payload = codec::decode_payload(event.tail());
            if (const auto* ended = std::get_if<domain::RunEnded>(&payload)) return *ended;
        }
        return {};
    }

private:
    class End final : public Channel {
    public:
        explicit End(FakeCenter& center) : m_center(center), m_number(++center.m_connections) {}
        ~End() override {
            if (m_center.m_end == this) m_center.m_end = nullptr;
        }
        bool send(ByteView frame) override {
            // Delivered from the loop, as from a socket; what a closed connection still held is lost.
            QTimer::singleShot(0, &m_center, [number = m_number, &center = m_center, bytes = std::string(as_text(frame))] {
                if (center.m_end != nullptr && center.m_connections == number) center.receive(bytes);
            });
            return true;
        }
        void close(const std::string&) override {
            if (m_center.m_end == this) m_center.m_end = nullptr;
        }
        const PeerIdentity& peer() const override { return m_peer; }

    private:
        FakeCenter& m_center;
        const int m_number;
        PeerIdentity m_peer;
    };

    void receive(const std::string& bytes) {
        wire::Envelope in;
        if (!in.ParseFromString(bytes)) return faults.push_back("a frame that is no message");
        if (in.has_hello()) on_hello(in.hello());
        if (in.has_node_events()) on_events(in.node_events());
        if (in.has_dispatch_answer()) answers.push_back(in.dispatch_answer());
        if (in.has_agent_snapshot()) snapshots.push_back(in.agent_snapshot());
        if (in.has_progress_answer()) progress.push_back(in.progress_answer());
        if (in.has_artifact_chunk()) on_chunk(in.artifact_chunk());
        if (in.has_heartbeat()) on_heartbeat(in.heartbeat());
    }
    void on_heartbeat(const wire::Heartbeat& heartbeat) {
        ++heartbeats;
        trouble = heartbeat.trouble();
        wire::Envelope out;
        out.mutable_heartbeat_answer();
        if (answers_heartbeats) send(out);
    }
    void on_hello(const wire::Hello& hello) {
        hellos.push_back(hello);
        m_incarnation = hello.incarnation();
        wire::Envelope out;
        auto& answer = *out.mutable_hello_answer();
        answer.set_protocol(1);
        answer.set_epoch(epoch);
        answer.set_heartbeat_interval_ms(heartbeat_interval_ms);
        answer.set_credits(10);
        answer.set_acked_sequence(forced_acked.contains(m_incarnation) ? forced_acked[m_incarnation] : m_seen[m_incarnation]);
        answer.set_refused(refusal);
        send(out);
    }
    void on_events(const wire::NodeEvents& batch) {
        std::uint64_t& seen = m_seen[batch.incarnation()];
        for (const auto& event : batch.events()) {
            if (event.sequence() <= seen) continue;
            if (event.sequence() != seen + 1) faults.push_back("a gap before " + std::to_string(event.sequence()));
            seen = event.sequence();
            const auto payload = codec::decode_payload(event.tail());
            const auto* ended = std::get_if<domain::RunEnded>(&payload);
            if (ended != nullptr && ended->artifact && !artifacts.contains(ended->artifact->id.text)) {
                faults.push_back("an event before its artifact");
            }
            events.push_back(event);
        }
        wire::Envelope out;
        out.mutable_event_ack()->set_incarnation(batch.incarnation());
        out.mutable_event_ack()->set_acked_sequence(seen);
        if (acknowledges) send(out);
    }
    void on_chunk(const wire::ArtifactChunk& chunk) {
        std::string& content = m_partial[chunk.sha256()];
        if (chunk.offset() == 0) content.clear();
        if (chunk.offset() != content.size()) faults.push_back("pieces out of order");
        content += chunk.content();
        if (!chunk.last()) return;
        wire::Envelope out;
        out.mutable_artifact_stored()->set_sha256(chunk.sha256());
        if (sha256_hex(as_bytes(content)) == chunk.sha256()) {
            artifacts[chunk.sha256()] = content;
        } else {
            out.mutable_artifact_stored()->set_refused("wrong content");
        }
        send(out);
    }

    End* m_end = nullptr;
    int m_connections = 0;
    std::uint32_t m_incarnation = 0;
    std::map<std::uint32_t, std::uint64_t> m_seen;
    std::map<std::string, std::string> m_partial;
};

}  // namespace apollo::agent
