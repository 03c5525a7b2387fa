// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Which runs of the open task the center was mistaken about at the shown event: their node had already done more than it
// knew, by a second at least, so that the mere way of a message is no mistake. For marks in pictures; TwoTruths has the words.
#pragma once

#include <QObject>
#include <vector>

#include "app/viewmodels/navigator.h"

namespace apollo::viewmodels {

// Whether an agent told it, with the time of its own clock.
bool is_of_agent(const domain::EventHeader& header);

class TruthMarks : public QObject {
    Q_OBJECT
public:
    explicit TruthMarks(const Navigator& navigator, QObject* parent = nullptr);

    void set_on(bool on);
    bool is_on() const { return m_on; }
    // As numbered at the shown event, ascending; none when off or live.
    const std::vector<RunIndex>& runs() const { return m_runs; }
    bool has(RunIndex run) const;

Q_SIGNALS:
    void changed();

private:
    void refresh();
    void follow_delays();
    std::vector<RunIndex> mistaken() const;

    const Navigator& m_navigator;
    bool m_on = false;
    std::vector<RunIndex> m_runs;
    TaskIndex m_task = no_task;
    std::size_t m_taken = 0;             // deltas of the task
    std::int64_t m_longest_delay_ms = 0; // of a report of it: nothing that is learned later is about the shown moment
};

}  // namespace apollo::viewmodels
