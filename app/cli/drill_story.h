// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// A drill with agents of its own: one is killed, one is cut off, one loses its log; then everything comes back, and center and
// nodes must agree with every effect made exactly once.
#pragma once

#include <string>
#include <vector>

#include "app/cli/drill_line.h"
#include "app/cli/drill_programs.h"
#include "app/cli/drill_report.h"
#include "app/cli/drill_tasks.h"
#include "app/cli/drill_watch.h"
#include "app/client/remote_session.h"

namespace apollo::cli {

class DrillStory {
public:
    // The watch follows the orchestrator at `center`. `id` begins every name that the drill uses.
    DrillStory(DrillWatch& watch, DrillPrograms& programs, DrillReport& report, const transport::ServerAddress& center, const std::string& id);

    // Up to the end, or to the first thing that did not happen.
    Status run();
    // What was promised, and whether it holds now. Also after a run that failed.
    void judge();
    // Cancels what did not end and revokes the drill's nodes.
    void clean_up();

private:
    Status enrol();
    Status begin_work();
    Status strike();
    Status restart_without_log();
    Status work_meanwhile();
    Status see_loss();
    Status come_back();
    Status converge();
    Status finish();
    Status compare_again();

    Status submit(const DrillTask& task, bool known_already);
    Status start_first_time(const std::string& node, const std::string& server);
    bool has_effect(const DrillTask& task, const std::string& line) const;
    bool knows_effects(const DrillTask& task, const std::vector<std::string>& lines) const;
    std::size_t count_starts(const DrillTask& task, const std::string& step, Attempt attempt) const;
    std::string difference(const DrillTask& task) const;
    std::string unknown_at_center() const;
    std::string disagreement() const;
    std::string leftovers() const;
    std::vector<const DrillTask*> tasks() const { return {&m_crash_task, &m_cut_task, &m_disk_task, &m_late_task}; }

    DrillWatch& m_watch;
    DrillPrograms& m_programs;
    DrillReport& m_report;
    const transport::ServerAddress m_center;
    DrillLine m_line;
    const std::string m_folder;
    const std::string m_crash, m_cut, m_disk;  // nodes
    DrillTask m_crash_task, m_cut_task, m_disk_task, m_late_task, m_after_task;
    std::int64_t m_strike_ms = 0, m_restart_ms = 0, m_lift_ms = 0, m_compare_ms = 0;
    std::vector<std::vector<std::string>> m_done_at_lift;  // effects of tasks(), when the last fault was lifted
    std::size_t m_duplicates = 0, m_second_effects = 0;    // submitted again; taken for something new
};

}  // namespace apollo::cli
