// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/main/task_pages.h"

namespace apollo::programs {

orchestrator::FindTasks pages_of(HistoryKeeper& history, QObject& context) {
    return [&history, &context](api::TaskQuestion question, std::function<void(Result<api::TaskPage>)> done) {
        history.find_tasks(std::move(question), [&context, done = std::move(done)](Result<api::TaskPage> page) {
            QMetaObject::invokeMethod(&context, [done, page = std::move(page)] { done(page); }, Qt::QueuedConnection);
        });
    };
}

}  // namespace apollo::programs
