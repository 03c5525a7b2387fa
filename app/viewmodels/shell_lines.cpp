// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/shell_lines.h"

#include "app/viewmodels/text.h"

namespace apollo::viewmodels {

QString shell_line(const QString& action_id, const Navigator& navigator) {
    const domain::Task* task = navigator.task();
    const QString of_task = task ? QStringLiteral(" --task-id ") + to_qstring(task->id.text) : QString();
    const QString at = QStringLiteral(" --at ") + QString::number(navigator.shown_position().value);
    const auto with_task = [&](const char* verb) {
        return task ? QStringLiteral("apollo-cli ") + QLatin1String(verb) + of_task : QString();
    };
    if (action_id == QLatin1String("view.dag") || action_id == QLatin1String("view.matrix")) {
        return navigator.is_replay() && task ? with_task("replay state") + at : with_task("task status");
    }
    if (action_id == QLatin1String("view.timeline")) return with_task("replay timeline");
    if (action_id == QLatin1String("view.events")) return with_task("event list");
    if (action_id == QLatin1String("view.nodes")) return QStringLiteral("apollo-cli node list");
    if (action_id == QLatin1String("view.alerts")) return QStringLiteral("apollo-cli alert list");
    if (action_id == QLatin1String("view.dead-letters")) return QStringLiteral("apollo-cli dlq list");
    if (action_id == QLatin1String("letter.show") && navigator.chosen().letter)
        return QStringLiteral("apollo-cli dlq show --position ") + QString::number(navigator.chosen().letter->value);
    if (action_id == QLatin1String("view.everything")) return QStringLiteral("apollo-cli task list");
    if (action_id == QLatin1String("file.open")) return QStringLiteral("apollo-cli task submit --file FILE");
    if (action_id == QLatin1String("nodes.add")) return QStringLiteral("apollo-cli node token");
    if (action_id == QLatin1String("file.export_task")) return with_task("export") + (task ? QStringLiteral(" --format apollo") : QString());
    const bool moment = action_id.startsWith(QLatin1String("replay.")) && action_id != QLatin1String("replay.live");
    return moment && task ? with_task("replay state") + at : QString();
}

}  // namespace apollo::viewmodels
