// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// The narrow border between what people use (window, shell) and what stands behind it: an embedded orchestrator, a
// remote one, or a log on disk. Plain values, no overloads, at most ten methods in all.
//
// An implementation lives on one thread (an event loop); calls and callbacks are on that thread. Callbacks come later,
// never inside the call, and at most once per call (subscriptions: until closed). Whoever destroys the object gets no
// further callbacks.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/base/result.h"
#include "common/domain/command.h"
#include "common/domain/event.h"
#include "common/domain/state.h"

namespace apollo::api {

// Destroying it ends the subscription.
class Subscription {
public:
    virtual ~Subscription() = default;
};

struct Replacement {
    Position known;                   // the newest that was delivered
    std::optional<Position> ends_at;  // where the log ends now, if before that; else it holds another event there
};

class EventSource {
public:
    virtual ~EventSource() = default;

    struct Observer {
        // Durable events in order of position, each once; plans are filled in. A batch is what is there, at most some thousand.
        std::function<void(const std::vector<domain::Event>& events)> on_events;
        // Everything up to `position` was delivered; from now on events arrive as they happen. Once after each (re)connection.
        std::function<void(Position position)> on_caught_up;
        // The source is gone for now (it reconnects by itself and goes on where it was) or for good.
        std::function<void(const Error& error, bool will_retry)> on_interrupted;
        // After a reconnection: the source no longer holds what it delivered up to `known`; it went back to an older
        // position (a backup was restored) or holds another log. Nothing more comes on this subscription; who still wants
        // to know subscribes anew. Without it the subscription is interrupted for good.
        std::function<void(const Replacement& what)> on_replaced;
    };
    // From `after` (exclusive): 0 = the whole log.
    virtual std::unique_ptr<Subscription> subscribe(Position after, Observer observer) = 0;
};

class CommandSink {
public:
    virtual ~CommandSink() = default;
    virtual void send(domain::Command command, std::function<void(Result<domain::CommandResult>)> done) = 0;
};

// What lives beside the events: measured, not logged.
struct NodeMeasurement {
    NodeId node;
    std::optional<std::int64_t> clock_offset_ms;
    WallTime last_seen_at;
    std::uint32_t running = 0;
    bool connected = true;  // false: seen since the orchestrator started, but not there now
};

// What an attempt has printed, from an offset on. Attempt 0: the newest.
struct OutputQuestion {
    TaskId task;
    StepName step;
    NodeId node;
    Attempt attempt;
    std::uint64_t offset = 0;
};
struct OutputPiece {
    Attempt attempt;
    std::string content;           // bytes; at most some hundred KiB, the next piece begins behind them
    std::uint64_t size_bytes = 0;  // of all there is now
    bool running = false;          // there may be more later
};

// One page of the list of tasks, newest first, as the orchestrator's SQL history has them: a moment behind the events, and
// there long before a subscriber that begins with the first event has heard of the newest task.
struct TaskQuestion {
    TaskIndex before = no_task;  // tasks older than this one; no_task: from the newest on
    std::uint32_t limit = 200;   // at most 1,000
    std::string text;            // part of the id or of the intent, whatever the case (of ASCII letters); empty: any
    std::string submitted_by;    // part; empty: anybody
    std::vector<domain::TaskStatus> states;  // empty: any
    std::optional<WallTime> since, until;    // of the submission
};
struct TaskSummary {
    TaskIndex task;
    TaskId id;
    IntentName intent;
    domain::TaskStatus status = domain::TaskStatus::Pending;
    OperatorName submitted_by;
    WallTime submitted_at, ended_at;
    std::uint32_t runs = 0, runs_done = 0;  // SUCCEEDED or SKIPPED
};
struct TaskPage {
    std::vector<TaskSummary> tasks;
    bool more = false;  // there are older ones
};

class HistoryQuery {
public:
    virtual ~HistoryQuery() = default;
    // The state at a durable position: of one task (with those it depends on; runs are numbered anew) and all nodes, or
    // of everything. NotFound: no such task.
    virtual void fetch_state(std::optional<TaskId> task,
                             std::function<void(Result<std::shared_ptr<const domain::State>>)> done) = 0;
    // The state of everything about now, if it can be had without reading the whole log: what a window shows while it reads
    // that. Refused: it cannot.
    virtual void fetch_present(std::function<void(Result<std::shared_ptr<const domain::State>>)> done) {
        fetch_state(std::nullopt, std::move(done));
    }
    virtual void fetch_artifact(ArtifactId artifact, std::function<void(Result<std::string>)> done) = 0;
    // Of an attempt that runs, or whose folder its node still holds: asked of the node itself. Refused while that is not
    // connected, NotFound when it holds nothing of it. What ended is in the state: output_text, or an artifact.
    virtual void fetch_output(OutputQuestion question, std::function<void(Result<OutputPiece>)> done) = 0;
    // Unsupported by an orchestrator that is older than the question; Io or Timeout while its SQL is away.
    virtual void find_tasks(TaskQuestion question, std::function<void(Result<TaskPage>)> done) = 0;
    virtual void measure_nodes(std::function<void(Result<std::vector<NodeMeasurement>>)> done) = 0;
};

// One connection to one source. The three borders and who one is there.
struct Session {
    std::shared_ptr<EventSource> events;
    std::shared_ptr<CommandSink> commands;   // null: read-only (a log on disk)
    std::shared_ptr<HistoryQuery> history;
    std::string title;                       // "localhost:7411", "/var/lib/apollo (files)"
};

}  // namespace apollo::api
