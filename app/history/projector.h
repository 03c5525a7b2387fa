// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Follows the log and keeps the SQL history (SCHEMA.md) up to date. The rows of tasks, runs and nodes come from the same
// reducer as everything else; they are written together with the position they belong to, so that a crash at any moment
// leaves a database that is true for its position, and the next start goes on there.
//
// The database is derived and may be deleted, locked or out of reach at any time: every call returns an Error then, keeps
// what it has, and can be repeated. One thread: the connection belongs to the thread of the first call.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "app/history/queries.h"
#include "common/base/disk.h"

namespace apollo::history {

inline constexpr std::uint32_t batch_events_max = 100;

class Projector {
public:
    // Reads DATA/log and DATA/artifacts, writes the SQL history (place.h; without `place` where the folder says it is). `disk`
    // must outlive it. Opens nothing yet.
    Projector(Disk& disk, std::string data_folder, std::string place = {}, int busy_timeout_ms = 200);
    ~Projector();

    // One piece of work: at most one transaction of at most batch_events_max events up to `durable`. True: call again,
    // there may be more. False: everything up to `durable` is in the database. Timeout or Io: try again later.
    // Unsupported: the database was written by a newer program; nothing is ever written to it.
    Result<bool> step(Position durable);
    // Steps until there is nothing more.
    Status catch_up(Position durable);
    // Deletes what is there and projects anew. Nothing else may have it open.
    Status rebuild(Position durable);

    // What the database holds, as far as this projector knows; 0 before the first step.
    Position position() const;
    Result<Figures> figures();

    // Events that cannot be read or whose plan is missing; what is kept of them is said in SCHEMA.md.
    std::function<void(const std::string& line)> on_warning;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace apollo::history
