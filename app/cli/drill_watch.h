// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What a drill sees of an orchestrator: the state, folded from its events as they come, and a clock for everything.
#pragma once

#include <QElapsedTimer>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/api/api.h"
#include "app/cli/drill_report.h"

namespace apollo::cli {

class DrillWatch {
public:
    // Waits that together would take longer than `limit_ms` since now fail.
    DrillWatch(DrillReport& report, std::int64_t limit_ms);

    // Follows everything from here on. Call once.
    Status follow(api::Session session);

    const domain::State& state() const { return m_state; }
    struct Seen {
        domain::EventHeader header;
        std::int64_t at_ms = 0;  // when it arrived, on this watch's clock
    };
    // Events since follow(), oldest first.
    const std::vector<Seen>& events() const { return m_events; }
    // When the first event of the type about the node arrived, not before `since_ms`.
    std::optional<std::int64_t> seen_at(domain::EventType type, const NodeId& node, std::int64_t since_ms) const;
    // Differences between center and these nodes that were repaired.
    std::size_t repairs_since(std::int64_t since_ms, const std::vector<std::string>& nodes) const;
    // Null if there is no such run.
    const domain::Run* find_run(const std::string& task, const std::string& step, const std::string& node) const;
    bool is_ended_well(const std::string& task) const;
    std::int64_t limit_ms() const { return m_limit_ms; }
    std::int64_t elapsed_ms() const { return m_clock.elapsed(); }
    void note(const std::string& node, const std::string& what);
    void note_at(std::int64_t at_ms, const std::string& node, const std::string& what);

    // Runs the event loop until it holds. Timeout names `what`, which the drill then waited for in vain.
    Status wait_for(const std::string& what, const std::function<bool()>& condition);
    Result<domain::CommandResult> ask(const domain::Command& command);
    bool is_here(const NodeId& node);  // as the orchestrator sees its connection just now

private:
    DrillReport& m_report;
    const std::int64_t m_limit_ms;
    QElapsedTimer m_clock;
    api::Session m_session;
    std::unique_ptr<api::Subscription> m_subscription;
    domain::State m_state;
    std::vector<Seen> m_events;
};

}  // namespace apollo::cli
