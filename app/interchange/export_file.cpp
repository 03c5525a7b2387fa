// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/interchange/export_file.h"

#include "app/interchange/archive.h"
#include "app/interchange/export_text.h"

namespace apollo::interchange {

Result<std::string> export_bytes(const TaskRecord& record, const std::string& format) {
    if (format == "apollo") return to_archive(record);
    if (format == "chrome-trace") return to_chrome_trace(record);
    if (format == "wfformat") return to_wfformat(record);
    if (format == "dot") return to_dot(record);
    if (format == "csv") return to_csv(record);
    return Error{ErrorKind::BadInput, "--format must be one of chrome-trace, wfformat, dot, csv, apollo, not '" + format + "'"};
}

domain::ImportTask import_of(const TaskRecord& record, const TaskId& as) {
    domain::ImportTask task;
    task.definition = record.plan->definition;
    task.definition.task_id = as;
    task.note = "imported from an archive of " + record.id.text;
    for (const domain::PlanStep& step : record.plan->steps) {
        std::vector<NodeId>& nodes = task.step_nodes.emplace_back();
        for (const std::uint32_t node : step.nodes) nodes.push_back(record.plan->nodes[node]);
    }
    for (const domain::Event& event : record.events) {
        const bool of_run = event.header.task != no_task && event.header.run != no_run && event.header.type != domain::EventType::TaskSubmitted;
        if (of_run && !event.header.fact_only) task.events.push_back(event);
    }
    return task;
}

}  // namespace apollo::interchange
