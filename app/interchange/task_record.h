// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Everything that is known of one task: its events with the plan, the events about nodes beside it, and people's notes.
// What an export writes and an archive holds.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/base/result.h"
#include "common/domain/event.h"
#include "common/domain/run_status.h"

namespace apollo::interchange {

struct RecordNote {
    Position position;
    std::string text;
    friend bool operator==(const RecordNote&, const RecordNote&) = default;
};

struct TaskRecord {
    TaskId id;
    std::shared_ptr<const domain::Plan> plan;  // never null
    // Of the task and of nodes, in order of position, numbered anew: the task is 0, its runs count from 0.
    std::vector<domain::Event> events;
    std::vector<RecordNote> notes;
};

// From events in order of position, of which others are left out. NotFound: the task was not submitted among them.
class RecordCollector {
public:
    explicit RecordCollector(TaskId id) : m_id(std::move(id)) {}
    void take(const domain::Event& event);
    Result<TaskRecord> finish();

private:
    TaskId m_id;
    TaskIndex m_task = no_task;
    RunIndex m_first_run;
    TaskRecord m_record;
};

// One attempt of a run that began, as far as the record goes.
struct AttemptSpan {
    std::uint32_t run = 0;
    std::uint32_t number = 0;
    WallTime started;
    WallTime ended;  // 0: it had not
    domain::RunStatus status = domain::RunStatus::Running;
    std::optional<std::int32_t> exit_code;
    std::string message;
};
// By start.
std::vector<AttemptSpan> attempts_of(const TaskRecord& record);
// What each run had come to at the end of the record.
std::vector<domain::RunStatus> statuses_of(const TaskRecord& record);

}  // namespace apollo::interchange
