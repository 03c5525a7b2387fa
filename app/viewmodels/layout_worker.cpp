// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/layout_worker.h"

#include <QPromise>
#include <QThreadPool>
#include <memory>

namespace apollo::viewmodels {

LayoutWorker::LayoutWorker(QObject* parent) : QObject(parent) {
    connect(&m_watcher, &QFutureWatcherBase::finished, this, [this] {
        if (m_watcher.isCanceled() || m_watcher.future().resultCount() == 0) return;
        m_at_work = false;
        Q_EMIT refined(m_watcher.result());
    });
}

void LayoutWorker::refine(LayoutInput input) {
    auto promise = std::make_shared<QPromise<GraphLayout>>();
    drop();
    m_watcher.setFuture(promise->future());
    m_at_work = true;
    promise->start();
    QThreadPool::globalInstance()->start([promise, input = std::move(input)] {
        // Waited for its thread longer than anybody wanted it.
        if (!promise->isCanceled()) promise->addResult(lay_out(input, LayoutEffort::Refined));
        promise->finish();
    });
}

void LayoutWorker::drop() {
    m_at_work = false;
    m_watcher.cancel();
    m_watcher.setFuture(QFuture<GraphLayout>());
}

}  // namespace apollo::viewmodels
