// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Runs the SQL projection on a thread of its own beside an orchestrator. SQL that is away or slow never holds it up.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "app/api/api.h"
#include "common/base/ids.h"

namespace apollo::programs {

class HistoryKeeper {
public:
    // `place`: where the SQL history is; see app/history/place.h.
    HistoryKeeper(std::string data_folder, std::string place);
    ~HistoryKeeper();

    // Before start(): if the log has lost the event that the projection stands at, all is projected again.
    void begin_anew_where(const std::function<bool(Position)>& is_lost);
    // `on_log` is called on the projection's thread.
    void start(std::function<void(const std::string& line)> on_log);
    // Everything up to `durable` may be projected. Any thread; cheap.
    void advance(Position durable);
    // How far the projection has come, as of its newest batch. Any thread; cheap.
    Position projected() const;
    // A page of the list of tasks, between two batches. Any thread; `done` is called on the projection's thread, once, or
    // never if it has been stopped meanwhile.
    void find_tasks(api::TaskQuestion question, std::function<void(Result<api::TaskPage>)> done);
    // Projects what is durable, then ends.
    void stop();

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace apollo::programs
