// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// What a person types above the list of tasks. Words stand beside each other and must all hold: a plain word is looked for
// in the task's id and intent; `by:NAME` in who submitted it; `label:TEXT` in its metadata and in what it selects nodes by
// (KEY=VALUE, group); `state:NAME`; `since:` and `until:` are about its submission, as an age (30m, 2h, 3d) or as a date
// (2026-11-30, 2026-11-30T08:15) of the zone that times are shown in.
#pragma once

#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

#include "app/api/api.h"
#include "app/viewmodels/status_timeline.h"
#include "common/domain/state.h"

namespace apollo::viewmodels {

class TaskFilter {
public:
    TaskFilter() = default;
    // Ages count back from `now`.
    TaskFilter(const QString& text, WallTime now);

    bool is_empty() const { return m_plain.isEmpty() && m_by.isEmpty() && m_labels.isEmpty() && m_states.isEmpty() && !m_since && !m_until && m_fault.isEmpty(); }
    // A sentence if a word is not understood; then nothing is accepted.
    const QString& fault() const { return m_fault; }
    bool accepts(const domain::Task& task, const TaskLook& look) const;

    // What SQL can sort out of it, and whether the rest holds: SQL looks for one word, and knows no labels.
    api::TaskQuestion question() const;
    bool accepts_words(const api::TaskSummary& task) const;

private:
    void take(const QString& key, const QString& value, WallTime now);
    std::optional<WallTime> time_of(const QString& text, WallTime now);

    QStringList m_plain, m_by, m_labels, m_states;
    std::optional<WallTime> m_since, m_until;
    QString m_fault;
};

}  // namespace apollo::viewmodels
