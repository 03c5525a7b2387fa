// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
// Refines a layout in a thread of the pool. One question at a time: a newer one takes an older one's place, whose answer
// is dropped. Lives on an event loop's thread.
#pragma once

#include <QFutureWatcher>
#include <QObject>

#include "app/viewmodels/graph_layout.h"

namespace apollo::viewmodels {

class LayoutWorker : public QObject {
    Q_OBJECT
public:
    explicit LayoutWorker(QObject* parent = nullptr);

    void refine(LayoutInput input);
    void drop();  // nobody wants the answer any more
    bool is_at_work() const { return m_at_work; }

Q_SIGNALS:
    void refined(const apollo::viewmodels::GraphLayout& layout);

private:
    QFutureWatcher<GraphLayout> m_watcher;
    bool m_at_work = false;  // until the answer is told
};

}  // namespace apollo::viewmodels
