// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "tests/support/fake_log.h"

#include <algorithm>
#include <queue>

#include "common/base/random.h"

namespace apollo::testing {

namespace {

// 2026-03-02 08:00:00 UTC
constexpr std::int64_t first_ms = 1772438400000;

domain::StepDefinition step(const std::string& name, std::vector<std::string> depends_on) {
    domain::StepDefinition definition;
    definition.name = StepName(name);
    definition.intent = IntentName("run_command");
    definition.idempotency = domain::Idempotency::IdempotentWrite;
    for (std::string& upstream : depends_on) definition.depends_on.emplace_back(std::move(upstream));
    return definition;
}

domain::RunEnded ended(std::int32_t exit_code, const std::string& message, const std::string& output) {
    domain::RunEnded payload;
    payload.exit_code = exit_code;
    payload.message = message;
    payload.output_text = output;
    if (exit_code != 0) payload.failure_class = domain::FailureClass::Transient;
    return payload;
}

}  // namespace

FakeLog::FakeLog() : m_now_ms(first_ms) {}

domain::Event FakeLog::make(domain::EventType type, TaskIndex task, RunIndex run, domain::Payload payload) const {
    domain::Event event;
    event.header.position = Position{m_events.size() + 1};
    event.header.recorded_time = WallTime{m_now_ms};
    event.header.origin_time = WallTime{m_now_ms};
    event.header.epoch = Epoch{1};
    event.header.task = task;
    event.header.run = run;
    event.header.type = type;
    if (run != no_run && run.value < m_state.runs.size()) event.header.version = m_state.runs[run.value].version.next();
    event.payload = std::move(payload);
    return event;
}

void FakeLog::take(domain::Event event) {
    m_changes.clear();
    domain::apply(m_state, event, &m_changes);
    APOLLO_ASSERT(m_state.refused_changes == 0);
    m_events.push_back(std::move(event));
}

NodeIndex FakeLog::add_node(const std::string& name) {
    const NodeIndex index{static_cast<std::uint32_t>(m_sequences.size())};
    m_sequences.push_back(0);
    domain::NodeFacts facts;
    facts.node = NodeId(name);
    facts.labels = {{"zone", index.value % 2 == 0 ? "north" : "south"}};
    facts.groups = {"workers"};
    facts.agent_version = "0.1.0, Debian GNU/Linux 13 x86_64";
    facts.capacity = 4;
    for (const auto type : {domain::EventType::NodeEnrolled, domain::EventType::NodeConnected}) {
        domain::Event event = make(type, no_task, no_run, facts);
        event.header.node = index;
        event.header.incarnation = Incarnation{1};
        take(std::move(event));
    }
    return index;
}

TaskIndex FakeLog::submit(domain::TaskDefinition definition, const std::vector<std::string>& nodes, bool spread) {
    std::vector<std::vector<NodeId>> step_nodes(definition.steps.size());
    for (std::size_t k = 0; k < step_nodes.size(); ++k) {
        if (spread)
            step_nodes[k] = {NodeId(nodes[k % nodes.size()])};
        else
            for (const std::string& node : nodes) step_nodes[k].emplace_back(node);
    }
    domain::TaskSubmitted submitted;
    submitted.plan = domain::make_plan(std::move(definition), step_nodes);
    submitted.definition_sha256 = std::string(64, '0');
    submitted.submitted_by = OperatorName("alice");
    const TaskIndex task{static_cast<std::uint32_t>(m_state.tasks.size())};
    domain::Event event = make(domain::EventType::TaskSubmitted, task, no_run, submitted);
    event.header.run = RunIndex{static_cast<std::uint32_t>(m_state.runs.size())};
    event.header.version = Version{0};
    take(std::move(event));
    return task;
}

void FakeLog::amend(TaskIndex task, domain::TaskDefinition definition, const std::vector<std::string>& nodes) {
    std::vector<NodeId> every;
    for (const std::string& node : nodes) every.emplace_back(node);
    const std::vector<std::vector<NodeId>> step_nodes(definition.steps.size(), every);
    domain::TaskAmended amended;
    amended.plan = domain::make_plan(std::move(definition), step_nodes);
    amended.definition_sha256 = std::string(64, '1');
    amended.action = {"amend", OperatorName("alice"), {}, "the source has moved", {}};
    domain::Event event = make(domain::EventType::TaskAmended, task, no_run, amended);
    event.header.run = RunIndex{static_cast<std::uint32_t>(m_state.runs.size())};
    event.header.version = Version{0};
    take(std::move(event));
}

void FakeLog::append(domain::EventType type, TaskIndex task, RunIndex run, domain::Payload payload) {
    domain::Event event = make(type, task, run, std::move(payload));
    if (run != no_run) {
        event.header.attempt = type == domain::EventType::Dispatched ? m_state.runs[run.value].attempt.next()
                                                                     : m_state.runs[run.value].attempt;
    }
    take(std::move(event));
}

void FakeLog::append_of_agent(domain::EventType type, RunIndex run, Attempt attempt, domain::Payload payload) {
    domain::Event event = make(type, m_state.runs[run.value].task, run, std::move(payload));
    event.header.attempt = attempt;
    event.header.node = m_state.runs[run.value].node;
    event.header.incarnation = Incarnation{1};
    event.header.sequence = Sequence{++m_sequences[event.header.node.value]};
    take(std::move(event));
}

void FakeLog::append_of_node(domain::EventType type, const std::string& node) {
    domain::Event event = make(type, no_task, no_run, {});
    event.header.node = m_state.node_by_id.at(NodeId(node));
    take(std::move(event));
}

// Work of one task: what can start starts while its node has room; everything else is a moment in a queue.
class FakeWork {
public:
    FakeWork(FakeLog& log, TaskIndex task, const WorkOptions& options)
        : m_log(log),
          m_task(task),
          m_options(options),
          m_random(options.seed),
          m_busy(log.m_sequences.size(), 0),
          m_ready(log.m_sequences.size()) {}

    void work() {
        const domain::Task& task = m_log.state().tasks[m_task.value];
        for (std::uint32_t k = 0; k < task.plan->run_count; ++k) look_at(RunIndex{task.first_run.value + k});
        const std::uint32_t limit =
            m_options.share >= 1 ? none_u32 : static_cast<std::uint32_t>(m_options.share * task.plan->run_count);
        fill();
        while (!m_moments.empty() && m_started < limit) {
            const Moment moment = m_moments.top();
            m_moments.pop();
            m_log.m_now_ms = std::max(m_log.m_now_ms, moment.at_ms);
            act(moment);
            fill();
        }
    }

private:
    enum class What { Start, End, Retry };
    struct Moment {
        std::int64_t at_ms;
        std::uint64_t order;
        What what;
        RunIndex run;
        bool operator<(const Moment& other) const {
            return std::pair(at_ms, order) > std::pair(other.at_ms, other.order);
        }
    };

    double dice() { return static_cast<double>(m_random.below(1'000'000)) / 1e6; }
    void later(std::int64_t ms, What what, RunIndex run) {
        m_moments.push({m_log.m_now_ms + ms, ++m_order, what, run});
    }

    void look_at(RunIndex run) {
        if (run.value >= m_listed.size()) m_listed.resize(run.value + 1, false);
        if (m_listed[run.value] || !domain::is_ready(m_log.state(), run)) return;
        m_listed[run.value] = true;
        m_ready[m_log.state().runs[run.value].node.value].push(run);
    }

    void look_at_changes() {
        const domain::Changes changes = m_log.m_changes;
        for (const RunIndex run : changes.runs) look_at(run);
    }

    void fill() {
        for (std::size_t node = 0; node < m_ready.size(); ++node) {
            while (!m_ready[node].empty() && m_busy[node] < m_options.capacity) {
                const RunIndex run = m_ready[node].front();
                m_ready[node].pop();
                dispatch(run);
            }
        }
    }

    void dispatch(RunIndex run) {
        ++m_busy[m_log.state().runs[run.value].node.value];
        m_log.append(domain::EventType::Dispatched, m_task, run, {});
        later(20 + static_cast<std::int64_t>(m_random.below(400)), What::Start, run);
    }

    void act(const Moment& moment) {
        const Attempt attempt = m_log.state().runs[moment.run.value].dispatched_attempt;
        switch (moment.what) {
            case What::Start:
                ++m_started;
                m_log.append_of_agent(domain::EventType::Started, moment.run, attempt, {});
                later(200 + static_cast<std::int64_t>(m_random.below(static_cast<std::uint64_t>(m_options.longest_ms))),
                      What::End, moment.run);
                break;
            case What::End:
                end(moment.run, attempt);
                break;
            case What::Retry:
                dispatch(moment.run);
                break;
        }
    }

    void end(RunIndex run, Attempt attempt) {
        --m_busy[m_log.state().runs[run.value].node.value];
        if (dice() >= m_options.failure_rate) {
            m_log.append_of_agent(domain::EventType::Succeeded, run, attempt, ended(0, "", "wrote 1,024 rows\ndone\n"));
            return look_at_changes();
        }
        const bool again = attempt.value < 3 && dice() < 0.6;
        m_log.append_of_agent(
            domain::EventType::Failed, run, attempt,
            ended(3, "disk full on /var/lib/data", "copying…\nwrite failed: No space left on device\n"));
        look_at_changes();
        if (!again) return;
        m_log.append(domain::EventType::RetryScheduled, m_task, run, domain::RetryScheduled{5000, attempt.value});
        later(5000, What::Retry, run);
    }

    FakeLog& m_log;
    TaskIndex m_task;
    WorkOptions m_options;
    SeededRandom m_random;
    std::priority_queue<Moment> m_moments;
    std::uint64_t m_order = 0;
    std::uint32_t m_started = 0;
    std::vector<std::uint32_t> m_busy;
    std::vector<std::queue<RunIndex>> m_ready;
    std::vector<bool> m_listed;
};

void FakeLog::work(TaskIndex task, const WorkOptions& options) {
    FakeWork(*this, task, options).work();
}

domain::TaskDefinition pipeline_definition(const std::string& id) {
    domain::TaskDefinition definition;
    definition.task_id = TaskId(id);
    definition.intent = IntentName("nightly-import");
    definition.steps = {step("extract", {}), step("check", {"extract"}), step("transform", {"extract"}),
                        step("load", {"check", "transform"}), step("report", {"load"})};
    return definition;
}

domain::TaskDefinition layered_definition(const std::string& id, std::uint32_t layers, std::uint32_t width,
                                          std::uint64_t seed) {
    SeededRandom random(seed);
    domain::TaskDefinition definition;
    definition.task_id = TaskId(id);
    definition.intent = IntentName("weather-model");
    const auto name = [&](std::uint32_t layer, std::uint32_t k) { return "step-" + std::to_string(layer * width + k); };
    for (std::uint32_t layer = 0; layer < layers; ++layer) {
        for (std::uint32_t k = 0; k < width; ++k) {
            std::vector<std::string> upstream;
            const std::uint64_t count = layer == 0 ? 0 : 1 + random.below(3);
            for (std::uint64_t edge = 0; edge < count; ++edge) {
                const auto near = static_cast<std::int64_t>(k) + static_cast<std::int64_t>(random.below(5)) - 2;
                const auto at = static_cast<std::uint32_t>(std::clamp<std::int64_t>(near, 0, width - 1));
                const std::uint32_t from = layer > 2 && random.below(12) == 0 ? layer - 3 : layer - 1;
                if (std::find(upstream.begin(), upstream.end(), name(from, at)) == upstream.end())
                    upstream.push_back(name(from, at));
            }
            definition.steps.push_back(step(name(layer, k), std::move(upstream)));
        }
    }
    return definition;
}

domain::TaskDefinition fan_definition(const std::string& id, std::uint32_t width) {
    domain::TaskDefinition definition;
    definition.task_id = TaskId(id);
    definition.intent = IntentName("fan");
    definition.steps.push_back(step("split", {}));
    std::vector<std::string> parts;
    for (std::uint32_t k = 0; k < width; ++k) {
        parts.push_back("part-" + std::to_string(k));
        definition.steps.push_back(step(parts.back(), {"split"}));
    }
    definition.steps.push_back(step("merge", parts));
    return definition;
}

}  // namespace apollo::testing
