// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// An orchestrator core with two connected nodes and a clock in the test's hands.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>

#include "app/core/orchestrator_core.h"
#include "tests/support/task_builder.h"

namespace apollo::core {

inline const domain::Justification why{"", "because"};

class CoreTest : public ::testing::Test {
protected:
    CoreTest() : core(settings(), std::make_shared<domain::State>()) {
        keep(core.start(now(), "test"));
        for (const char* name : {"a", "b"}) {
            domain::NodeFacts facts;
            facts.node = NodeId{name};
            facts.capacity = 4;
            facts.labels["role"] = "worker";
            keep(core.enrol_node(now(), facts));
            keep(core.node_connected(now(), facts, Incarnation{7}));
        }
    }

    // Whatever a test did: the events alone give the same state.
    void TearDown() override {
        domain::State replayed;
        for (const domain::Event& event : log) domain::apply(replayed, event);
        EXPECT_EQ(domain::state_hash(replayed), domain::state_hash(core.state()));
    }

    static CoreSettings settings() {
        CoreSettings values;
        values.intent_idempotency[IntentName{"collect_metrics"}] = domain::Idempotency::IdempotentWrite;
        return values;
    }

    Now now() const { return {{1700000000000 + ms + wall_jump_ms}, {ms}}; }
    void pass(std::int64_t duration_ms) {
        ms += duration_ms;
        keep(core.tick(now()));
    }

    void keep(Output output) {
        effects.insert(effects.end(), output.effects.begin(), output.effects.end());
        events.insert(events.end(), output.events.begin(), output.events.end());
        log.insert(log.end(), output.events.begin(), output.events.end());
    }

    void submit(const domain::TaskDefinition& definition) {
        auto prepared = core.prepare_submission(definition, "sha");
        ASSERT_TRUE(prepared.ok()) << prepared.error().message;
        keep(core.submit(now(), 1, {OperatorName{"alice"}}, prepared->plan, {}, "sha"));
    }

    Result<domain::CommandResult> command(const domain::Command& what, const char* who = "alice") {
        Output output = core.command(now(), 9, {OperatorName{who}}, what);
        keep(output);
        for (const Effect& effect : output.effects) {
            if (const auto* answer = std::get_if<Answer>(&effect)) return answer->result;
        }
        return Error{ErrorKind::Timeout, "no answer"};
    }

    void report(const char* node, const char* step, domain::EventType type, std::uint32_t attempt = 1, domain::RunEnded ended = {}) {
        const NodeIndex index = core.state().node_by_id.at(NodeId{node});
        NodeReport one;
        one.sequence = domain::contiguous_sequence(core.state().nodes[index.value], Incarnation{7}).next();
        one.type = type;
        one.task = TaskId{"t"};
        one.step = StepName{step};
        one.attempt = Attempt{attempt};
        one.origin_time = now().wall;
        if (type > domain::EventType::Started) one.payload = ended;
        keep(core.node_reports(now(), index, Incarnation{7}, {one}));
    }

    // The dispatched attempt begins, or begins and ends.
    void begin(const char* node, const char* step) {
        const std::uint32_t attempt = run(step, node).dispatched_attempt.value;
        report(node, step, domain::EventType::Accepted, attempt);
        report(node, step, domain::EventType::Started, attempt);
    }
    void finish(const char* node, const char* step, bool well) {
        begin(node, step);
        report(node, step, well ? domain::EventType::Succeeded : domain::EventType::Failed, run(step, node).dispatched_attempt.value, exited(well ? 0 : 1));
    }
    domain::TaskStatus status() const { return core.state().find_task(TaskId{"t"})->status; }
    std::size_t count_events(domain::EventType type) const {
        return static_cast<std::size_t>(std::count_if(events.begin(), events.end(), [&](const domain::Event& e) { return e.header.type == type; }));
    }
    bool has_alert(const std::string& key) const {
        const auto& alerts = core.state().alerts;
        return std::any_of(alerts.begin(), alerts.end(), [&](const domain::Alert& alert) { return alert.key == key; });
    }

    static domain::RunEnded exited(int code) {
        domain::RunEnded ended;
        ended.exit_code = code;
        return ended;
    }

    const domain::Run& run(const char* step, const char* node) const {
        return core.state().runs[core.state().find_run(TaskId{"t"}, StepName{step}, NodeId{node})->value];
    }

    const domain::RunDetails& details(const char* step, const char* node) const {
        return core.state().details[core.state().find_run(TaskId{"t"}, StepName{step}, NodeId{node})->value];
    }

    template <typename T>
    std::size_t count_effects() const {
        return static_cast<std::size_t>(std::count_if(effects.begin(), effects.end(), [](const Effect& e) { return std::holds_alternative<T>(e); }));
    }

    std::int64_t ms = 1000;
    std::int64_t wall_jump_ms = 0;  // somebody sets the clock on the wall
    OrchestratorCore core;
    std::vector<Effect> effects;
    std::vector<domain::Event> events;  // a test may clear them
    std::vector<domain::Event> log;     // all there were
};

}  // namespace apollo::core
