// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A core with its log in memory and short words for what tests say.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "agent/core/agent_core.h"

namespace apollo::agent {

using domain::EventType;
using domain::FailureClass;
using Kind = SendDispatchAnswer::Kind;

inline RunKey key_of(const std::string& step, std::uint32_t attempt = 1) {
    return {TaskId("task"), StepName(step), NodeId("n1"), Attempt(attempt)};
}

inline DispatchOrder order_of(const std::string& step, std::uint32_t attempt = 1) {
    DispatchOrder order;
    order.key = key_of(step, attempt);
    order.epoch = Epoch(5);
    order.intent = IntentName("run_command");
    return order;
}

inline ProcessEnd ended(ExitRecord::How how, int exit_code = 0) {
    ProcessEnd end;
    end.record.how = how;
    end.record.exit_code = exit_code;
    return end;
}

template <typename T, typename Variant>
std::vector<T> all_of(const std::vector<Variant>& values) {
    std::vector<T> found;
    for (const auto& value : values) {
        if (const T* one = std::get_if<T>(&value)) found.push_back(*one);
    }
    return found;
}

// "ACCEPTED STARTED" of the events in an output.
inline std::string events_of(const Output& output) {
    std::string text;
    for (const auto& event : all_of<NodeEventRecord>(output.records)) {
        text += (text.empty() ? "" : " ") + std::string(domain::to_text(event.type));
    }
    return text;
}

inline domain::RunEnded end_of(const Output& output) {
    const auto events = all_of<NodeEventRecord>(output.records);
    EXPECT_FALSE(events.empty());
    if (events.empty()) return {};
    const auto* payload = std::get_if<domain::RunEnded>(&events.back().payload);
    EXPECT_NE(payload, nullptr);
    return payload == nullptr ? domain::RunEnded{} : *payload;
}

inline std::vector<std::string> started_steps(const Output& output) {
    std::vector<std::string> steps;
    for (const auto& start : all_of<StartRun>(output.effects)) steps.push_back(start.order.key.step.text);
    return steps;
}

class CoreTest : public ::testing::Test {
protected:
    CoreTest() { restart(2); }

    // A new core that knows what the log holds; `finish_recovery` is left to the test when something is unfinished.
    void restart(std::uint32_t capacity) {
        m_core = std::make_unique<AgentCore>(CoreSettings{capacity});
        for (const auto& record : m_log) m_core->replay(record);
        if (m_log.empty()) keep(m_core->start_new_incarnation(Incarnation(7)));
        if (!m_core->unfinished().empty()) return;
        keep(m_core->finish_recovery(now()));
        keep(m_core->on_connected(m_acked, Epoch(5)));
    }
    Output keep(Output output) {
        m_log.insert(m_log.end(), output.records.begin(), output.records.end());
        return output;
    }
    Now now() {
        m_time_ms += 10;
        return {{m_time_ms + 1000000}, {m_time_ms}};
    }
    Output dispatch(const DispatchOrder& order) { return keep(m_core->on_dispatch(order, now())); }
    Output dispatch(const std::string& step, std::uint32_t attempt = 1) { return dispatch(order_of(step, attempt)); }
    Output cancel(const std::string& step, std::uint32_t attempt = 1) {
        return keep(m_core->on_cancel(key_of(step, attempt), "asked", now()));
    }
    Output start(const std::string& step, std::uint32_t attempt = 1) {
        return keep(m_core->on_started(key_of(step, attempt), now().wall, now()));
    }
    Output end(const std::string& step, const ProcessEnd& how, std::uint32_t attempt = 1) {
        return keep(m_core->on_ended(key_of(step, attempt), how, now()));
    }
    static void expect_answer(const Output& output, Kind kind, const std::string& reason_part = {}) {
        const auto answers = all_of<SendDispatchAnswer>(output.effects);
        ASSERT_EQ(answers.size(), 1u);
        EXPECT_EQ(answers[0].kind, kind);
        EXPECT_NE(answers[0].reason.find(reason_part), std::string::npos) << answers[0].reason;
    }

    std::unique_ptr<AgentCore> m_core;
    std::vector<AgentRecord> m_log;
    Sequence m_acked;
    std::int64_t m_time_ms = 0;
};

}  // namespace apollo::agent
