// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What is asked of the SQL history. Plain values; each call may wait for another program's lock as long as the database's
// busy timeout.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/api/api.h"
#include "common/base/ids.h"
#include "common/base/result.h"
#include "common/base/time.h"
#include "common/domain/event.h"

namespace apollo::history {

class Database;

struct TaskRow {
    TaskId id;
    std::string status;
    std::string intent;
    std::string priority;
    std::uint32_t run_count = 0;
    bool historical = false;
    WallTime submitted_at;
    WallTime ended_at;
    std::string note;
};
struct RunRow {
    StepName step;
    NodeId node;
    std::string status;
    Attempt attempt;
    Version version;
    std::uint32_t retries = 0;
    bool blocked = false;
    bool quarantined = false;
    WallTime started_at;
    WallTime ended_at;
    std::optional<std::int32_t> exit_code;
    std::string message;
};
struct Figures {
    std::uint64_t events = 0;
    std::uint64_t tasks = 0;
    std::uint64_t runs = 0;
    Position position;
    friend bool operator==(const Figures&, const Figures&) = default;
};

// In the order of submission.
Result<std::vector<TaskRow>> list_tasks(Database& database);
// Newest first; see api::TaskQuestion.
Result<api::TaskPage> find_tasks(Database& database, const api::TaskQuestion& question);
// Empty when there is no such task.
Result<std::vector<RunRow>> runs_of_task(Database& database, const TaskId& task);
Result<Figures> read_figures(Database& database);
Result<Position> read_position(Database& database);
// Asks whoever projects into this database, now or later, to begin anew from the log.
Status request_rebuild(Database& database);

// True when the row at that event's position is that very event.
Result<bool> holds_event(Database& database, const domain::EventHeader& header);

// The same for programs that have no connection of their own (place.h). NotFound when there is no history there.
Result<Position> position_at(const std::string& place);
Result<bool> place_holds_event(const std::string& place, const domain::EventHeader& header);
Result<api::TaskPage> find_tasks_at(const std::string& place, const api::TaskQuestion& question);
Result<Figures> figures_at(const std::string& place);
Status request_rebuild_at(const std::string& place);

}  // namespace apollo::history
